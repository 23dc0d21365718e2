//===- value.c - What a variable can hold ---------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "value.h"

#include <math.h>
#include <stdio.h>

const char *kindName(Kind K) {
  static const char *const Names[] = {"nil",   "boolean",  "number", "string",
                                      "table", "function", "native"};
  return Names[K];
}

/// Whole numbers are most numbers, and printf is slow.
static uint32_t formatWhole(int64_t N, char *Text) {
  char Digits[24];
  uint32_t Count = 0, Length = 0;
  uint64_t Rest = N < 0 ? -(uint64_t)N : (uint64_t)N;
  do {
    Digits[Count++] = (char)('0' + Rest % 10);
    Rest /= 10;
  } while (Rest);
  if (N < 0)
    Text[Length++] = '-';
  while (Count)
    Text[Length++] = Digits[--Count];
  return Length;
}

uint32_t formatNumber(double N, char Text[NumberTextBytes]) {
  if (N == floor(N) && fabs(N) < 1e15)
    return formatWhole((int64_t)N, Text);
  return (uint32_t)snprintf(Text, NumberTextBytes, "%.14g", N);
}
