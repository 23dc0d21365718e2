//===- OnThread.h - What each event finds on its thread ---------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The thread's table, its LiveThread, and its record of a number: two loads each where they
// are there. Where they are not, what makes them is slow and keeps all registers, those of
// vectors included, so that what is fast saves none: neither for itself nor, behind a call,
// those that `regcall` keeps.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_ONTHREAD_H
#define ALLOCSITE_RUNTIME_LIVE_ONTHREAD_H

#include "HeapBlocks.h"
#include "LiveThread.h"
#include "count/Pause.h"
#include "count/Tables.h"

#define ALLOCSITE_SLOW __attribute__((noinline)) ALLOCSITE_PRESERVES_ALL

namespace allocsite {

/// The thread's, also where it is parked or hooked: what it frees then was allocated before.
inline AllocSiteSlot *threadSlots() { return direct(ALLOCSITE_SYM_THREAD.Slots); }

/// Where the thread is on a table and has a LiveThread, without asking further.
inline LiveThread *hasLive(AllocSiteSlot *Slots) {
  return static_cast<LiveThread *>(ThreadTable::of(Slots)->own().Live);
}

/// Neither noSlots() nor offSlots(): those have no mask.
inline bool isOnTable(AllocSiteSlot *Slots) { return ThreadTable::of(Slots)->SlotMask != 0; }

/// While it exists the thread is on noSlots(): a handler that allocates or frees then has a
/// table of its own. The same as in a miss (Count.cpp). A handler that has forked leaves the
/// child on noSlots(), and it stays there.
class Detached {
  AllocSiteSlot *Slots;
  ThreadTable *Table; // null: the thread was on none

public:
  explicit Detached(AllocSiteSlot *Slots)
      : Slots(Slots), Table(isOnTable(Slots) ? ThreadTable::of(Slots) : nullptr) {
    if (Table)
      __atomic_store_n(&ALLOCSITE_SYM_THREAD.Slots, noSlots(), __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
  }
  Detached(const Detached &) = delete;
  ~Detached() {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (!Table)
      return;
    bool Current = Table->own().Generation == __atomic_load_n(&Generation, __ATOMIC_RELAXED);
    if (Current && Slots == Table->slots())
      attach(*Table);
    else
      __atomic_store_n(&ALLOCSITE_SYM_THREAD.Slots, Current ? Slots : noSlots(),
                       __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (__builtin_expect(Table->own().Nested != nullptr, false))
      releaseNested(*Table);
  }
};

/// acquireLive(), and makeRecord() of the thread's own.
ALLOCSITE_SLOW void acquireSlowly();
ALLOCSITE_SLOW void makeFirst(LiveThread &Live, uint32_t Number);
/// lookAbove() and lookBelow().
ALLOCSITE_SLOW void isAbovePeak(LiveThread &Live);
ALLOCSITE_SLOW void isBelowPeak(LiveThread &Live);

inline LiveThread *knownLive() {
  AllocSiteSlot *Slots = threadSlots();
  return __builtin_expect(isOnTable(Slots), true) ? hasLive(Slots) : nullptr;
}

/// The calling thread's, or null.
inline LiveThread *currentLive() {
  LiveThread *Live = knownLive();
  if (__builtin_expect(Live != nullptr, true))
    return Live;
  acquireSlowly();
  return knownLive();
}

/// The thread's record of that number. Null if memory is short.
inline AllocSiteThreadRecord *recordOf(LiveThread &Live, uint32_t Number) {
  AllocSiteThreadRecord *Known = Live.record(Number);
  if (__builtin_expect(Known != nullptr, true))
    return Known;
  makeFirst(Live, Number);
  return Live.record(Number);
}

/// What touch() does with timeline=1 where the record changes for the first time since a point.
ALLOCSITE_SLOW void logChange(LiveThread &Live, AllocSiteThreadRecord &Its, uint32_t Number);

/// Before a counter of the record changes. Epoch last: what was saved counts from there on.
inline void touch(LiveThread &Live, AllocSiteThreadRecord &Its, uint32_t Number) {
  // Acquire: what was published before the epoch began; see beginEpoch().
  const uint32_t Now = static_cast<uint32_t>(__atomic_load_n(PeakEpoch, __ATOMIC_ACQUIRE));
  if (Its.Epoch == Now)
    return;
  if (__builtin_expect(HasTimeline, false)) {
    if (isBefore(Its.Epoch, lastPoint().Epoch))
      return logChange(Live, Its, Number);
    if (!isBeforeStretch(Its.Epoch))
      return __atomic_store_n(&Its.Epoch, Now, __ATOMIC_RELEASE);
  }
  // Without a timeline each epoch begins where a peak is over.
  __atomic_store_n(&Its.AtPeak, int64_t(Its.Allocated - Its.Freed), __ATOMIC_RELAXED);
  __atomic_store_n(&Its.Epoch, Now, __ATOMIC_RELEASE);
  // Whoever sees what is counted from here on sees the epoch: see peakShare().
  __atomic_thread_fence(__ATOMIC_RELEASE);
}

/// Blocks of a record have come, or fewer than none: have gone, each of so many bytes as
/// sizeAtPeak(). With timeline=1, behind the change of the record, so that the two agree at a
/// point.
ALLOCSITE_SLOW void countInTimeline(LiveThread &Live, uint32_t Number, uint64_t Each,
                                    int64_t Blocks);

/// For how many blocks one that is followed stands; with sample= in parts (profile/Sampling.h).
int64_t partsFor(const LiveKey &Key);
/// What the peak is of: blocks of the heap, of which arenas are made; or where those are not
/// followed, objects of arenas. And mappings, but for those that the heap is made of.
inline bool makesPeak(const LiveKey &Key) {
  return Key.InArena != FollowsHeap && !Key.IsOfHeap;
}
/// Before something goes that is counted and not in Net, as objects of arenas, and mappings that
/// the heap is made of: what it lies in goes behind it, and would leave a peak without it.
inline void leaveIfAloneAtPeak(LiveThread &Live) {
  if (isAloneAtPeak(Live))
    isBelowPeak(Live);
}
/// What one block that is followed adds to the peak: its bytes, and where blocks are sampled
/// those of the blocks that it stands for.
uint64_t sizeAtPeak(const LiveKey &Key);

/// The same of a record; where it fits, the record has it from then on.
inline uint64_t sizeOf(AllocSiteThreadRecord &Of, uint32_t Number) {
  if (__builtin_expect(Of.Size != 0, true))
    return Of.Size;
  uint64_t Size = sizeAtPeak(liveRecords().key(Number));
  if (Size <= UINT32_MAX)
    __atomic_store_n(&Of.Size, static_cast<uint32_t>(Size), __ATOMIC_RELAXED);
  return Size;
}

} // namespace allocsite

#endif
