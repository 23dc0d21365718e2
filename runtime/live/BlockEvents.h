//===- BlockEvents.h - What happens when a block comes or goes --*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   a block comes (AllocatedBlocks.cpp) ─┐
//   a block goes (FreedBlocks.cpp)      ─┴─▶ its record on the thread, the peak, the timeline,
//                                            and with HasMore lifetimes, sites and listeners
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_BLOCKEVENTS_H
#define ALLOCSITE_RUNTIME_LIVE_BLOCKEVENTS_H

#include "Lifetimes.h"
#include "OnThread.h"
#include "arch/Machine.h"

namespace allocsite {

/// More than what each block pays for: lifetimes=1, own-peaks=1, free-sites=1, and hooks.
extern bool HasMore;

inline bool isLive(Shadow::Entry Its) {
  return Its != Shadow::None && Its != Shadow::BeingFreed;
}

/// So many bytes more of the record's site are alive, or fewer; with own-peaks=1.
void addToSiteOf(uint32_t Number, int64_t Bytes);

/// What HasMore says is to be done for a block of the record that is gone and has lived as long.
/// `Block`: null of a mapping, of which nobody is told, and whose site counts its bytes itself.
ALLOCSITE_SLOW void countMoreFreed(LiveThread &Live, uint32_t Number, uint64_t Lifetime,
                                   const void *Block, const void *Caller);

/// A block of that record has come, of so many bytes: `Size` is sizeAtPeak() of its key.
__attribute__((always_inline)) inline void
countCome(LiveThread &Live, AllocSiteThreadRecord &Of, uint32_t Number, uint64_t Size) {
  touch(Live, Of, Number);
  addOne(Of.Allocated);
  addTo(Live.Net, static_cast<int64_t>(Size));
  if (__builtin_expect(Live.Net > Live.Limit, false) && !staysAtPeak(Live))
    isAbovePeak(Live);
  if (__builtin_expect(HasTimeline, false))
    countInTimeline(Live, Number, Size, 1);
}

/// A block of that record is gone.
__attribute__((always_inline)) inline void countFreedHere(LiveThread &Live, uint32_t Number,
                                                          bool IsTemporary) {
  AllocSiteThreadRecord *Of = recordOf(Live, Number);
  if (__builtin_expect(!Of, false)) {
    addOne(Live.Untracked);
    return;
  }
  addTo(Live.Net, -static_cast<int64_t>(sizeOf(*Of, Number)));
  if (__builtin_expect(Live.Net < Live.Low, false))
    isBelowPeak(Live);
  touch(Live, *Of, Number);
  addOne(Of->Freed);
  if (IsTemporary)
    addOne(Of->Temporary);
  if (__builtin_expect(HasTimeline, false))
    countInTimeline(Live, Number, sizeOf(*Of, Number), -1);
}

inline void countFreed(LiveThread &Live, uint32_t Number, bool IsTemporary) {
  countFreedHere(Live, Number, IsTemporary);
}

/// The same of an entry that a block had in the shadow, and the lower half of its time.
inline void countFreed(LiveThread &Live, Shadow::Entry Its, uint32_t Stamp, bool IsTemporary,
                       const void *Block, const void *Caller) {
  const uint32_t Number = Its & Records::NumberMask;
  countFreed(Live, Number, IsTemporary);
  if (__builtin_expect(HasMore, false))
    countMoreFreed(Live, Number, lifetimeSince(Its, Stamp), Block, Caller);
}

/// With probes=otel: a block of that record is followed from now on.
ALLOCSITE_SLOW void passBlock(uint32_t Number, const void *Block);

/// A block of `malloc` has gone, and with it what other allocators have made in it: whether they
/// have.
bool freedInside(const void *Block, uint64_t Bytes, const void *Caller);

/// How far a block of malloc reaches that is about to be freed. Where it was handed on, `free`
/// alone is sure to have its beginning.
uint64_t bytesBelow(Shadow::Entry Its, const void *Block, bool IsDelete);

} // namespace allocsite

#endif
