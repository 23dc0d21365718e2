//===- fib_third.cpp - The third of three ---------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "fib.h"

uint64_t fibThird(uint64_t N) {
  return N < 2 ? N : fibFirst(N - 1) + fibFirst(N - 2);
}
