//===- arena.h - An arena whose allocator is inlined everywhere -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include <stddef.h>

struct Arena {
  char *Next;
};
__attribute__((alloc_size(2), always_inline)) static inline void *
take(struct Arena *A, size_t Size) {
  void *Result = A->Next;
  A->Next += Size;
  return Result;
}
void other(void); // may do anything
