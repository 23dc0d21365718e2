//===- Frees.h - Who is told of what is freed -------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   free(p) of any code ──▶ Frees.cpp, in the executable ──▶ Freed(p) ──▶ libc's free
//                           or in liballocsite-frees.so       where set
//
// What is freed is seen by functions that stand in front of the C and C++ library's: code
// that the pass has not compiled calls them as well. They come into an executable with the
// pass's option live=1, and into any dynamic program by LD_PRELOAD. Start-up sets the
// pointer of either where the run has live=1; else they only go on.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_INTERPOSE_FREES_H
#define ALLOCSITE_RUNTIME_INTERPOSE_FREES_H

#include "allocsite/Abi.h"

/// See live/Live.h. Any thread. `Caller`: where the function returns to that was called.
/// `Frame`: the stack above that address, where it was called.
struct AllocSiteFrees {
  void (*Freed)(const void *Block, bool IsDelete, const void *Caller);
  uint64_t (*Take)(const void *Block);
  void (*Resized)(uint64_t Taken, const void *Old, const void *New, const void *const *Frame);
  void (*PutBack)(const void *Block, uint64_t Taken);
  bool WantsCallers; ///< Also of a delete that calls `free`.
};

extern "C" {
/// Null: nobody.
extern const AllocSiteFrees *ALLOCSITE_SYM_FREES __attribute__((visibility("hidden")));
/// The same of the library that is preloaded, whose runtime is another object.
#define ALLOCSITE_PRELOADED_FREES ALLOCSITE_SYMBOL(preloaded_frees)
}

#endif
