//===- leaf.c - The part of the program that is C -------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "truth.h"

void *volatile Sink;

// Another function of this name is in main.cpp.
__attribute__((noinline)) static void same(void) { use(malloc(30)); }

void leaf(size_t Size) { use(malloc(Size)); }

void other(void) {
  same();
  Sink = NULL;
}

// The second time and on in silence: a sanitizer compares for itself, too.
static int compare(const void *A, const void *B) {
  static int Calls;
  if (!Calls++)
    leaf(40);
  return *(const int *)A - *(const int *)B;
}

void sorter(void) {
  int Numbers[2] = {2, 1};
  qsort(Numbers, 2, sizeof(int), compare);
  Sink = NULL;
}
