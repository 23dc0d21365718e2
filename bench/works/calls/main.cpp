//===- main.cpp - Calls across files, and no allocation -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     calls N
//
// Fibonacci numbers, with one function in each of three files: no compiler sees that
// none of them allocates.
//
//===----------------------------------------------------------------------===//
#include "fib.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>

int main(int Argc, char **Argv) {
  uint64_t N = Argc > 1 ? std::strtoull(Argv[1], nullptr, 10) : 1;
  std::printf("%" PRIu64 "\n", fibFirst(N));
}
