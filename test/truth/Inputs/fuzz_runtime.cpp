//===- fuzz_runtime.cpp - The one definition of what programs share -------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "fuzz.h"

volatile unsigned Sink;
int Fuel = 6000;
ObStack Arena;

#ifdef TRUTH
void *operator new(size_t Size) {
  if (truth::InLibrary)
    truth::count("operator new", *truth::InLibrary, Size);
  return std::malloc(Size);
}
void operator delete(void *Memory) noexcept { std::free(Memory); }
void operator delete(void *Memory, size_t) noexcept { std::free(Memory); }
#endif
