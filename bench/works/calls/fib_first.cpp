//===- fib_first.cpp - The first of three ---------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "fib.h"

uint64_t fibFirst(uint64_t N) {
  return N < 2 ? N : fibSecond(N - 1) + fibSecond(N - 2);
}
