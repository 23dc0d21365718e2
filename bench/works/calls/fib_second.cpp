//===- fib_second.cpp - The second of three -------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "fib.h"

uint64_t fibSecond(uint64_t N) {
  return N < 2 ? N : fibThird(N - 1) + fibThird(N - 2);
}
