//===- Frees.cpp - Stands in front of free and operator delete ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No part of the runtime: it goes into executables as bitcode (pass/embed/Embed.cpp), and
// into liballocsite-frees.so, and calls of the runtime only what start-up has set.
//
// All definitions are weak, so that a program that has its own keeps it, and of default
// visibility, which the attribute says on each: -fvisibility=hidden would lose what other
// objects call, silently. Which function is the next one is found out when it is first
// called. In a static program the C library's own wins, and nothing is seen.
//
// All forms of delete, since allocators have their own that do not call `free`; where they
// do call it, the block is marked as taken already (live/Shadow.h).
//
//===----------------------------------------------------------------------===//
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "Frees.h"
#include "Next.h"

#include <errno.h>
#include <stddef.h>

#define WEAK __attribute__((weak, visibility("default"), used))

extern "C" {
#ifdef ALLOCSITE_PRELOADED
__attribute__((visibility("default"))) const AllocSiteFrees *ALLOCSITE_PRELOADED_FREES;
#define ITS_FREES ALLOCSITE_PRELOADED_FREES
#else
#define ITS_FREES ALLOCSITE_SYM_FREES
#endif
}

namespace {
const AllocSiteFrees *frees() {
  // Acquire: what it points to was written before.
  return __atomic_load_n(&ITS_FREES, __ATOMIC_ACQUIRE);
}

template <typename Function> Function *next(Function *&Known, const char *Name) {
  return reinterpret_cast<Function *>(
      allocsite::findNext(reinterpret_cast<void **>(&Known), Name));
}

using FreeFunction = void(void *);
using ReallocFunction = void *(void *, size_t);
using DeleteFunction = void(void *, size_t, size_t); // of as many as there are
FreeFunction *NextFree;
ReallocFunction *NextRealloc;
} // namespace

extern "C" {

WEAK void free(void *Block) {
  const AllocSiteFrees *Told = frees();
  if (__builtin_expect(Told != nullptr, false) && Block)
    Told->Freed(Block, false);
  if (FreeFunction *Next = next(NextFree, "free"))
    Next(Block);
}

WEAK void *realloc(void *Old, size_t Size) {
  ReallocFunction *Next = next(NextRealloc, "realloc");
  if (!Next) {
    errno = ENOMEM;
    return nullptr;
  }
  const AllocSiteFrees *Told = frees();
  if (!Told || !Old)
    return Next(Old, Size);
  uint32_t Taken = Told->Take(Old);
  void *New = Next(Old, Size);
  if (!New && Size)
    Told->PutBack(Old, Taken);
  else
    Told->Resized(Taken, Old, New);
  return New;
}

WEAK void *reallocarray(void *Old, size_t Count, size_t Size) {
  size_t Bytes;
  if (__builtin_mul_overflow(Count, Size, &Bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  return realloc(Old, Bytes);
}

// Where the C++ library is in the executable, ours stands in its place: it frees.
#define DELETE(Name)                                                                     \
  WEAK void Name(void *Block, size_t A, size_t B) {                                      \
    static DeleteFunction *Known;                                                        \
    DeleteFunction *Next = next(Known, #Name);                                           \
    const AllocSiteFrees *Told = frees();                                                \
    if (Told && Block && Next)                                                           \
      Told->Freed(Block, true);                                                          \
    if (Next)                                                                            \
      Next(Block, A, B);                                                                 \
    else                                                                                 \
      free(Block);                                                                       \
  }
DELETE(_ZdlPv)
DELETE(_ZdaPv)
DELETE(_ZdlPvm)
DELETE(_ZdaPvm)
DELETE(_ZdlPvRKSt9nothrow_t)
DELETE(_ZdaPvRKSt9nothrow_t)
DELETE(_ZdlPvSt11align_val_t)
DELETE(_ZdaPvSt11align_val_t)
DELETE(_ZdlPvmSt11align_val_t)
DELETE(_ZdaPvmSt11align_val_t)
DELETE(_ZdlPvSt11align_val_tRKSt9nothrow_t)
DELETE(_ZdaPvSt11align_val_tRKSt9nothrow_t)
}
