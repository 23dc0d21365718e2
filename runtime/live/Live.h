//===- Live.h - Blocks that come and go -------------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   malloc(n) ── gate ──▶ counted as always, and countGate(p)     record ▶ shadow[p]
//   free(p)   ── interposer ──▶ freed(p), before free does        shadow[p] ▶ record
//   realloc(p, n) ── gate ──▶ interposer: take(p), realloc, resized() or putBack()
//                             and behind it countGate(q)          (AllocatedBlocks.h, FreedBlocks.h)
//
// With live=1 start-up lets the counting pointers (count/Called.h) lead to
// functions that do both. The counts stay what they are: live memory is counted beside them,
// and where it cannot be, for want of memory, they are right all the same.
//
// Any thread, any moment, signal handlers included.
//
// A child that runs no fork handlers (_Fork, a raw clone) has the counters of its parent, which
// lie in the file of both, and a copy of the memory. It finds an empty shadow, so that no free
// of it counts. A child of vfork has the parent's memory itself: what it frees is gone there.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_LIVE_H
#define ALLOCSITE_RUNTIME_LIVE_LIVE_H

#include "HeapBlocks.h"
#include "LiveThread.h"
#include "profile/Changes.h"
#include "profile/Measures.h"

namespace allocsite {

/// Lets what is allocated from now on be followed. Where there is no memory for it, or nobody
/// would see what is freed, a message says so and it is not. By start-up.
void startLive(bool IsStaticProgram);
/// Valid when start-up is through: whether anything is followed.
bool isLive();

/// What was freed and how long it lived counts from zero, and what is alive now is the peak so
/// far. What is alive stays. Hold RuntimeLock.
void resetLive();

/// A mark was set: with generations=1 it begins one (BlockGenerations.h). Hold RuntimeLock.
void markLive(TextRef Name, uint64_t Nanoseconds);

/// Before a fork, behind it in the parent, and in the child. Hold RuntimeLock.
void prepareLiveFork();
void endLiveFork();
void forkLive();

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

struct LiveVisitor {
  void *Closure;
  /// `Counts`: of all threads together; with sample= in parts (profile/Sampling.h).
  bool (*Record)(void *Closure, const LiveKey &Key, const Tally &Counts);
};

/// Those whose columns a log has (Mode, or'ed): ModeAlways where nothing is followed.
uint32_t liveModes();

/// Visits every record. False where the visitor said so. Hold RuntimeLock.
bool visitLive(const LiveVisitor &Visitor);

/// The last instant at which live memory was at its peak, as nanoseconds of CLOCK_MONOTONIC: Now,
/// where it is; 0 where nothing is followed. Hold RuntimeLock.
uint64_t livePeakAt(uint64_t Now);

/// How much was alive when, until now; null where nobody asked. Hold RuntimeLock.
const AllocSiteTimeline *endLiveTimeline();

/// Adds all records, and what threads have logged of them at points (TimelineChanges.h). False if
/// memory is short. Hold RuntimeLock for as long as `To` is used.
bool addLiveChanges(Changes &To);

/// Of the process. Hold RuntimeLock.
struct LiveTotals {
  uint64_t Unseen = 0, HandedOn = 0, Foreign = 0, Untracked = 0, Threads = 0;
};
LiveTotals liveTotals();

} // namespace allocsite

#endif
