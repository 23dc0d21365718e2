//===- contexts.cpp - One site that is reached in many ways ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     contexts CONTEXTS ALLOCATIONS
//
// Three levels of a hundred functions: digits of a number that goes round from 0 to
// CONTEXTS - 1, a million at most. A chain is names of functions, so each number is a
// chain of its own. Prints the nanoseconds.
//
//===----------------------------------------------------------------------===//
#include "../arena/ObStack.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <utility>

static void *Last;

[[gnu::noinline]] static void allocate(ObStack &Arena) {
  Last = Arena.alloc(16);
  asm volatile("");
}

// The text of the assembly keeps a hundred functions from being made one, and their
// calls from being the last thing that they do.
template <unsigned Digit>
[[gnu::noinline]] static void inner(ObStack &Arena, uint32_t) {
  allocate(Arena);
  asm volatile("# inner %c0" : : "i"(Digit));
}

using Function = void (*)(ObStack &, uint32_t);
using Hundred = std::make_integer_sequence<unsigned, 100>;

template <unsigned... Digits>
static constexpr std::array<Function, sizeof...(Digits)>
inners(std::integer_sequence<unsigned, Digits...>) {
  return {inner<Digits>...};
}
static constexpr auto Inner = inners(Hundred());

template <unsigned Digit>
[[gnu::noinline]] static void middle(ObStack &Arena, uint32_t Number) {
  Inner[Number % 100](Arena, Number);
  asm volatile("# middle %c0" : : "i"(Digit));
}

template <unsigned... Digits>
static constexpr std::array<Function, sizeof...(Digits)>
middles(std::integer_sequence<unsigned, Digits...>) {
  return {middle<Digits>...};
}
static constexpr auto Middle = middles(Hundred());

template <unsigned Digit>
[[gnu::noinline]] static void outer(ObStack &Arena, uint32_t Number) {
  Middle[Number / 100 % 100](Arena, Number);
  asm volatile("# outer %c0" : : "i"(Digit));
}

template <unsigned... Digits>
static constexpr std::array<Function, sizeof...(Digits)>
outers(std::integer_sequence<unsigned, Digits...>) {
  return {outer<Digits>...};
}
static constexpr auto Outer = outers(Hundred());

int main(int Argc, char **Argv) {
  uint32_t Contexts = Argc > 1 ? uint32_t(std::atoi(Argv[1])) : 1;
  uint64_t Allocations = Argc > 2 ? std::strtoull(Argv[2], nullptr, 10) : 1;
  ObStack Arena(size_t(64) << 10);
  auto From = std::chrono::steady_clock::now();
  uint32_t Number = 0;
  for (uint64_t I = 0; I < Allocations; ++I) {
    Outer[Number / 10000 % 100](Arena, Number);
    Number = Number + 1 == Contexts ? 0 : Number + 1;
  }
  auto To = std::chrono::steady_clock::now();
  std::printf("%lld ns\n", (long long)std::chrono::nanoseconds(To - From).count());
}
