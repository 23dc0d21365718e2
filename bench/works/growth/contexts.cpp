//===- contexts.cpp - One site that is reached in many ways ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     contexts CONTEXTS ALLOCATIONS
//
// Three levels of calls, a hundred call sites on each: digits of a number that goes
// round from 0 to CONTEXTS - 1, a million at most. Prints the nanoseconds.
//
//===----------------------------------------------------------------------===//
#include "../arena/ObStack.h"

#include <chrono>
#include <cstdint>
#include <cstdio>

// The text of the assembly, before and behind, keeps the hundred calls from being
// made one.
#define CASE(N, Callee)                                                        \
  case N:                                                                      \
    asm volatile("# before " #N);                                              \
    Callee;                                                                    \
    asm volatile("# behind " #N);                                              \
    break;
#define TEN(N, Callee)                                                         \
  CASE(N##0, Callee)                                                           \
  CASE(N##1, Callee)                                                           \
  CASE(N##2, Callee)                                                           \
  CASE(N##3, Callee)                                                           \
  CASE(N##4, Callee)                                                           \
  CASE(N##5, Callee)                                                           \
  CASE(N##6, Callee)                                                           \
  CASE(N##7, Callee)                                                           \
  CASE(N##8, Callee)                                                           \
  CASE(N##9, Callee)
#define HUNDRED(Callee)                                                        \
  TEN(1, Callee)                                                               \
  TEN(2, Callee)                                                               \
  TEN(3, Callee)                                                               \
  TEN(4, Callee)                                                               \
  TEN(5, Callee)                                                               \
  TEN(6, Callee)                                                               \
  TEN(7, Callee)                                                               \
  TEN(8, Callee)                                                               \
  TEN(9, Callee)                                                               \
  TEN(10, Callee)

static void *Last;

[[gnu::noinline]] static void allocate(ObStack &Arena) {
  Last = Arena.alloc(16);
  asm volatile("");
}

// Cases are 10 to 109.
[[gnu::noinline]] static void inner(ObStack &Arena, uint32_t Number) {
  switch (Number % 100 + 10) { HUNDRED(allocate(Arena)) }
}

[[gnu::noinline]] static void middle(ObStack &Arena, uint32_t Number) {
  switch (Number / 100 % 100 + 10) { HUNDRED(inner(Arena, Number)) }
}

[[gnu::noinline]] static void outer(ObStack &Arena, uint32_t Number) {
  switch (Number / 10000 % 100 + 10) { HUNDRED(middle(Arena, Number)) }
}

int main(int Argc, char **Argv) {
  uint32_t Contexts = Argc > 1 ? uint32_t(std::atoi(Argv[1])) : 1;
  uint64_t Allocations = Argc > 2 ? std::strtoull(Argv[2], nullptr, 10) : 1;
  ObStack Arena(size_t(64) << 10);
  auto From = std::chrono::steady_clock::now();
  uint32_t Number = 0;
  for (uint64_t I = 0; I < Allocations; ++I) {
    outer(Arena, Number);
    Number = Number + 1 == Contexts ? 0 : Number + 1;
  }
  auto To = std::chrono::steady_clock::now();
  std::printf("%lld ns\n", (long long)std::chrono::nanoseconds(To - From).count());
}
