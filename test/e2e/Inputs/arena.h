//===- arena.h - An arena whose allocator is inlined everywhere -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include <cstddef>

struct Arena {
  char Memory[8192];
  char *Next = Memory;
  [[gnu::alloc_size(2), gnu::always_inline]] inline void *take(size_t Size) {
    void *Result = Next;
    Next += Size;
    return Result;
  }
};
