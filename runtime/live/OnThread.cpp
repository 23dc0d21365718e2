//===- OnThread.cpp - What each event finds on its thread -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OnThread.h"
#include "HeapBlocks.h"
#include "Platform.h"
#include "State.h"
#include "profile/Sampling.h"

namespace allocsite {

uint64_t sizeAtPeak(const LiveKey &Key) {
  const Sampling Its = samplingOf(TheState.Sampling);
  if (Its.isExact() || Key.InArena)
    return Key.Size;
  return static_cast<uint64_t>(static_cast<double>(Key.Size) * Its.weight(Key.Size) + 0.5);
}

int64_t partsFor(const LiveKey &Key) {
  const Sampling Its = samplingOf(TheState.Sampling);
  return static_cast<int64_t>(Key.InArena && !Its.isExact() ? UINT64_C(1) << Sampling::PartBits
                                                            : Its.parts(Key.Size));
}

ALLOCSITE_SLOW static void makeRoom(LiveThread &Live) {
  KeepErrno Keep;
  Detached While(threadSlots());
  makeRoomForChange(Live.Changes);
}
ALLOCSITE_SLOW static void lose(LiveThread &Live) { loseChange(Live.Changes); }

/// Appends to the log of the thread. A handler may come by at each instruction: its entries have
/// places of their own, since one instruction takes a place.
static inline void appendChange(LiveThread &Live, const AllocSiteChange &New) {
  ChangesThread &Its = Live.Changes;
  addOne(Its.Writing);
  for (;;) {
    AllocSiteChanges *In = __atomic_load_n(&Its.Open, __ATOMIC_RELAXED);
    if (__builtin_expect(!In || In->Used >= In->Capacity, false)) {
      makeRoom(Live);
      In = __atomic_load_n(&Its.Open, __ATOMIC_RELAXED);
      if (!In || In->Used >= In->Capacity) {
        lose(Live);
        break;
      }
    }
    const uint64_t At = fetchAdd(In->Used, 1);
    if (__builtin_expect(At >= In->Capacity, false))
      continue; // Handlers have filled it.
    AllocSiteChange &To = entriesOf(*In)[At];
    __atomic_store_n(&To.Freed, New.Freed, __ATOMIC_RELAXED);
    __atomic_store_n(&To.Allocated, New.Allocated, __ATOMIC_RELEASE);
    break;
  }
  addTo(Its.Writing, UINT64_MAX);
}

// The counts are read before the point: where a handler changes the record in between, and makes a
// point, these are what the record had there, or before.
void logChange(LiveThread &Live, AllocSiteThreadRecord &Its, uint32_t Number) {
  const uint32_t Now = static_cast<uint32_t>(__atomic_load_n(PeakEpoch, __ATOMIC_ACQUIRE));
  const uint64_t Allocated = __atomic_load_n(&Its.Allocated, __ATOMIC_RELAXED);
  const uint64_t Freed = __atomic_load_n(&Its.Freed, __ATOMIC_RELAXED);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  const uint32_t Before = __atomic_load_n(&Its.Epoch, __ATOMIC_RELAXED);
  if (isBeforeStretch(Before))
    __atomic_store_n(&Its.AtPeak, static_cast<int64_t>(Allocated - Freed), __ATOMIC_RELAXED);
  const LastPoint Last = lastPoint();
  if (isBefore(Before, Last.Epoch)) {
    constexpr uint64_t Mask = (UINT64_C(1) << ALLOCSITE_CHANGE_BITS) - 1;
    appendChange(Live, {uint64_t(Number) << ALLOCSITE_CHANGE_BITS | (Allocated & Mask),
                        uint64_t(Last.Sequence) << ALLOCSITE_CHANGE_BITS | (Freed & Mask)});
  }
  __atomic_store_n(&Its.Epoch, Now, __ATOMIC_RELEASE);
  // As in touch(); and whoever sees what is counted from here on sees the entry: Changes.cpp.
  __atomic_thread_fence(__ATOMIC_RELEASE);
}

ALLOCSITE_SLOW static void makeFirstCell(uint32_t Number) {
  KeepErrno Keep;
  Detached While(threadSlots());
  makeCell(Number);
}

ALLOCSITE_SLOW static void addUp(LiveThread &Live) {
  if (needsTimeline()) {
    KeepErrno Keep;
    Detached While(threadSlots());
    makeTimeline();
  }
  lookAtTimeline(Live.Timeline);
}

ALLOCSITE_SLOW static void addWeighed(int64_t &To, uint32_t Number, int64_t Blocks) {
  addTo(To, Blocks * partsFor(liveRecords().key(Number)));
}

// What it calls keeps all registers, so that it has none to save.
void countInTimeline(LiveThread &Live, uint32_t Number, uint64_t Each, int64_t Blocks) {
  if (__builtin_expect(!cellOf(Number), false))
    makeFirstCell(Number);
  const RecordCell Cell = cellOf(Number);
  const int64_t Bytes = static_cast<int64_t>(Each) * Blocks;
  CellCounts &To = Live.Groups.Cells[Cell.number()];
  addTo(To.Bytes, Bytes);
  if (__builtin_expect(isSampling(), false))
    addWeighed(To.Blocks, Number, Blocks);
  else
    addTo(To.Blocks, Blocks);
  if (Cell.isOfObjects() && isHeapFollowed())
    addTo(Live.Timeline.Objects, static_cast<uint64_t>(Bytes < 0 ? -Bytes : Bytes));
  else if (Bytes < 0)
    addTo(Live.Timeline.Freed, static_cast<uint64_t>(-Bytes));
  else
    addTo(Live.Timeline.Allocated, static_cast<uint64_t>(Bytes));
  if (__builtin_expect(isPastStep(Live.Timeline), false))
    addUp(Live);
}

void acquireSlowly() {
  KeepErrno Keep;
  acquireLive();
}

void makeFirst(LiveThread &Live, uint32_t Number) {
  KeepErrno Keep;
  Detached While(threadSlots());
  makeRecord(Live, Number);
}

void isAbovePeak(LiveThread &Live) { lookAbove(Live); }
void isBelowPeak(LiveThread &Live) { lookBelow(Live); }

} // namespace allocsite
