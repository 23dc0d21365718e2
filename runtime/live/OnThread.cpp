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
