//===- Live.h - Blocks that come and go -------------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   malloc(n) ── gate ──▶ counted as always, and allocated(p)     record ▶ shadow[p]
//   free(p)   ── interposer ──▶ freed(p), before free does        shadow[p] ▶ record
//   realloc(p, n) ── gate ──▶ interposer: take(p), realloc, resized() or putBack()
//                             and behind it allocated(q)
//
// With live=1 start-up lets the counting pointers (count/Count.h, count/Gates.h) lead to
// functions that do both. The counts stay what they are: live memory is counted beside them,
// and where it cannot be, for want of memory, they are right all the same.
//
// Any thread, any moment, signal handlers included.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_LIVE_H
#define ALLOCSITE_RUNTIME_LIVE_LIVE_H

#include "LiveThread.h"
#include "Shadow.h"

namespace allocsite {

/// Lets what is allocated from now on be followed. Where there is no memory for it, or nobody
/// would see what is freed, a message says so and it is not. By start-up.
void startLive(bool IsStaticProgram);
/// Valid when start-up is through.
bool isLive();

/// `Block` is about to be freed. Null is no block. `IsDelete`: by a function that may call
/// `free` for it.
void freed(const void *Block, bool IsDelete);

/// For `realloc`: takes the block's entry before it. Then either resized(), where the block
/// is `New` from now on (null: it was freed), or putBack() where that has failed.
Shadow::Entry take(const void *Block);
void resized(Shadow::Entry Taken, const void *Old, const void *New);
void putBack(const void *Block, Shadow::Entry Taken);

/// Before a fork, and in the child. Hold RuntimeLock.
void prepareLiveFork();
void forkLive();

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Of one record, all threads together.
struct LiveCounts {
  uint64_t Live, AtPeak, Freed, Temporary;
};

struct LiveVisitor {
  void *Closure;
  bool (*Record)(void *Closure, const LiveKey &Key, const LiveCounts &Counts);
};

/// Visits every record. False where the visitor said so. Hold RuntimeLock.
bool visitLive(const LiveVisitor &Visitor);

/// Of the process. Hold RuntimeLock.
struct LiveTotals {
  uint64_t Unseen = 0, Foreign = 0, Untracked = 0, Threads = 0;
  uint64_t InPlace = 0, Moved = 0, Copied = 0;
};
LiveTotals liveTotals();

} // namespace allocsite

#endif
