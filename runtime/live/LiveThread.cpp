//===- LiveThread.cpp - What one thread does with blocks ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiveThread.h"
#include "Platform.h"
#include "State.h"
#include "count/Tables.h"
#include "store/Profile.h"

namespace allocsite {

static LiveThread *All; // under RuntimeLock

LiveThread *allLive() { return All; }

void dropLive() { All = nullptr; }

static LiveThread *makeLive() {
  LockGuard Guard;
  auto *Live = static_cast<LiveThread *>(takeFreePart());
  if (Live) {
    Live->Last = Live->Resized = nullptr;
    return Live;
  }
  AllocSiteLiveRecords *State = isOutOfMemory() ? nullptr : liveRecords().state();
  if (!State)
    return nullptr;
  Live = static_cast<LiveThread *>(mapSharedPages((sizeof(LiveThread) + 4095) & ~4095ul));
  if (!Live)
    return nullptr;
  Live->Generation = Generation;
  Live->NextAll = All;
  All = Live;
  beginAtPeak(*Live, *State);
  return Live;
}

LiveThread *acquireLive() {
  AllocSiteSlot *&Slots = ALLOCSITE_SYM_THREAD.Slots;
  if (Slots == offSlots() || isOff())
    return nullptr;
  if (Slots == noSlots()) {
    ThreadTable *Table = isOwnProcess() ? acquireTable() : nullptr;
    if (!Table)
      return nullptr;
    __atomic_store_n(&Slots, Table->slots(), __ATOMIC_RELAXED);
  }
  TableOwn &Own = ThreadTable::of(Slots)->own();
  if (!Own.Counts || Own.Generation != __atomic_load_n(&Generation, __ATOMIC_RELAXED))
    return nullptr;
  if (!Own.Live) {
    // A handler that comes by here first has made it, and nobody else needs this one.
    ThreadPart *New = makeLive();
    ThreadPart *None = nullptr;
    if (New && !__atomic_compare_exchange_n(&Own.Live, &None, New, false,
                                            __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      return static_cast<LiveThread *>(None);
  }
  return static_cast<LiveThread *>(Own.Live);
}

AllocSiteThreadRecord *makeRecord(LiveThread &Of, uint32_t Number) {
  uint32_t At = (Number - 1) / ALLOCSITE_LIVE_RECORDS;
  if (!Of.Pieces[At]) {
    LockGuard Guard;
    // Under the lock no handler of this thread runs; one may have been quicker.
    if (!Of.Pieces[At]) {
      auto *New = static_cast<AllocSiteThreadRecords *>(
          allocate(ChunkKind::ThreadRecords, sizeof(AllocSiteThreadRecords)).Memory);
      if (!New) {
        sayOutOfMemory();
        return nullptr;
      }
      // Release: a reader of the file takes it for no piece before that.
      __atomic_store_n(&New->First, uint64_t(At) * ALLOCSITE_LIVE_RECORDS + 1,
                       __ATOMIC_RELEASE);
      __atomic_store_n(&Of.Pieces[At], New, __ATOMIC_RELEASE);
    }
  }
  return Of.record(Number);
}

} // namespace allocsite
