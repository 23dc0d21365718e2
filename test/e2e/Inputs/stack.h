//===- stack.h - How much of the stack was used -----------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For C and C++. Whoever may be deep calls allocateAt, which makes an allocation
// that counts in Allocations; stackWasBounded() says whether all calls of it lay
// within one page.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_TEST_STACK_H
#define ALLOCSITE_TEST_STACK_H

#include <stdint.h>
#include <stdlib.h>

static void *volatile Sink;
static long Allocations;
static uintptr_t Lowest = UINTPTR_MAX, Highest;

__attribute__((noinline)) static void allocateAt(int Size) {
  uintptr_t Here = (uintptr_t)__builtin_frame_address(0);
  Lowest = Here < Lowest ? Here : Lowest;
  Highest = Here > Highest ? Here : Highest;
  Sink = malloc(Size);
  free(Sink);
  ++Allocations;
}

static int stackWasBounded(void) { return Highest - Lowest < 4096; }

#endif
