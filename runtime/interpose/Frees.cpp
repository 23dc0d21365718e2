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
#include <string.h>

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
    Told->Freed(Block, false, __builtin_return_address(0));
  if (FreeFunction *Next = next(NextFree, "free"))
    Next(Block);
}

__attribute__((noinline)) static void *resize(ReallocFunction *Next, void *Old, size_t Size,
                                              const void *const *Frame) {
  if (!Next) {
    errno = ENOMEM;
    return nullptr;
  }
  const AllocSiteFrees *Told = frees();
  if (!Told)
    return Next(Old, Size);
  uint64_t Taken = Told->Take(Old);
  void *New = Next(Old, Size);
  if (!New && Size)
    Told->PutBack(Old, Taken);
  else
    Told->Resized(Taken, Old, New, Frame);
  return New;
}

WEAK void *realloc(void *Old, size_t Size) {
  ReallocFunction *Next = next(NextRealloc, "realloc");
  return Next && !Old ? Next(Old, Size)
                      : resize(Next, Old, Size,
                               static_cast<const void *const *>(__builtin_dwarf_cfa()));
}

WEAK void *reallocarray(void *Old, size_t Count, size_t Size) {
  size_t Bytes;
  if (__builtin_mul_overflow(Count, Size, &Bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  return realloc(Old, Bytes);
}

/// Is it the C++ library's, which calls `free`, so that the block is seen there? Allocators
/// that have a `delete` of their own need not.
__attribute__((noinline, cold)) static bool callsFree(DeleteFunction *Next) {
  Dl_info Found;
  if (!&dladdr || !dladdr(reinterpret_cast<void *>(Next), &Found) || !Found.dli_fname)
    return false;
  const char *Name = strrchr(Found.dli_fname, '/');
  Name = Name ? Name + 1 : Found.dli_fname;
  return !strncmp(Name, "libstdc++.so", 12) || !strncmp(Name, "libc++", 6);
}

/// By whom a form of delete goes on, and whether the block is seen there.
struct NextDelete {
  DeleteFunction *Known;
  signed char IsSeen; // 1: yes, -1: no, 0: not known yet
};

/// Of a program that has the C++ library in itself, where ours stands in its place.
static void deleteByFree(void *Block, size_t, size_t) { free(Block); }

/// The first call of a form, and each of one that does not call `free`.
__attribute__((noinline)) static void deleteHere(NextDelete &Its, const char *Name,
                                                 void *Block, size_t A, size_t B,
                                                 const void *Caller) {
  DeleteFunction *Next = next(Its.Known, Name);
  if (!Next) {
    // Asked for once, but where dlsym() itself has called this.
    if (!allocsite::isLookingForNext()) {
      __atomic_store_n(&Its.Known, deleteByFree, __ATOMIC_RELAXED);
      __atomic_store_n(&Its.IsSeen, 1, __ATOMIC_RELEASE);
    }
    return deleteByFree(Block, A, B);
  }
  const AllocSiteFrees *Told = frees();
  if (!Its.IsSeen) {
    bool IsSeen = !(Told && Told->WantsCallers) && callsFree(Next);
    __atomic_store_n(&Its.IsSeen, IsSeen ? 1 : -1, __ATOMIC_RELEASE);
  }
  if (Told && Block && Its.IsSeen < 0)
    Told->Freed(Block, true, Caller);
  Next(Block, A, B);
}

#define DELETE(Name)                                                                          \
  WEAK void Name(void *Block, size_t A, size_t B) {                                           \
    static NextDelete Its;                                                                    \
    /* Acquire: Known was there before. */                                                    \
    if (__builtin_expect(__atomic_load_n(&Its.IsSeen, __ATOMIC_ACQUIRE) > 0, true))           \
      return Its.Known(Block, A, B);                                                          \
    deleteHere(Its, #Name, Block, A, B, __builtin_return_address(0));                         \
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
