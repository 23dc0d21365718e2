//===- LiveThread.cpp - What one thread does with blocks ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiveThread.h"
#include "Platform.h"
#include "State.h"
#include "count/Pause.h"
#include "count/Tables.h"
#include "store/Profile.h"

#include <type_traits>

namespace allocsite {

// Under RuntimeLock.
static LiveThread *All, *Forgotten;
static uint64_t Count;

LiveThread *allLive() { return All; }

void forgetRecords() {
  for (LiveThread *Each = All; Each; Each = Each->NextAll) {
    for (LiveSlot &Slot : Each->Slots)
      Slot.forget();
    for (ObjectSlot &Slot : Each->Objects)
      __atomic_store_n(&Slot.In, nullptr, __ATOMIC_RELAXED);
  }
}

void dropLive() {
  All = Forgotten = nullptr;
  Count = 0;
}

static LiveThread *mapLive() {
  auto *Live = static_cast<LiveThread *>(mapSharedPages(sizeof(LiveThread)));
  if (!Live)
    return nullptr;
  Live->Generation = Live->Changes.Generation = Generation;
  Live->Changes.Number = ++Count;
  Live->NextAll = All;
  All = Live;
  return Live;
}

LiveThread *forgottenLive() {
  if (!Forgotten)
    Forgotten = mapLive();
  return Forgotten;
}

static LiveThread *makeLive() {
  LockGuard Guard;
  auto *Live = static_cast<LiveThread *>(takeFreePart());
  if (Live) {
    Live->Last = Live->Resized = Live->Resizing = nullptr;
    Live->Changes.Writing = 0;
    return Live;
  }
  AllocSiteLiveRecords *State = isOutOfMemory() ? nullptr : liveRecords().state();
  if (!State)
    return nullptr;
  Live = mapLive();
  if (!Live)
    return nullptr;
  beginAtPeak(*Live, *State);
  beginInGroups(Live->Groups);
  return Live;
}

LiveThread *acquireLive() {
  if (ALLOCSITE_SYM_THREAD.Slots == offSlots() || isOff())
    return nullptr;
  AllocSiteSlot *Slots = direct(ALLOCSITE_SYM_THREAD.Slots);
  if (Slots == noSlots()) {
    ThreadTable *Table = isOwnProcess() ? acquireTable() : nullptr;
    if (!Table)
      return nullptr;
    attach(*Table);
    Slots = Table->slots();
  }
  TableOwn &Own = ThreadTable::of(Slots)->own();
  if (!Own.Counts || Own.Generation != __atomic_load_n(&Generation, __ATOMIC_RELAXED))
    return nullptr;
  if (!Own.Live) {
    // A handler that comes by here first has made it, and nobody else needs this one.
    ThreadPart *New = makeLive();
    ThreadPart *None = nullptr;
    if (New && !__atomic_compare_exchange_n(&Own.Live, &None, New, false, __ATOMIC_RELAXED,
                                            __ATOMIC_RELAXED))
      return static_cast<LiveThread *>(None);
  }
  return static_cast<LiveThread *>(Own.Live);
}

/// The piece with that number of one kind. False if memory is short.
template <typename Piece>
static bool makePiece(LiveThread &Of, Piece *(&Pieces)[LiveThread::MostPieces], ChunkKind Kind,
                      uint32_t Number) {
  // A handler has forked in the middle of an operation: what it began belongs to the parent.
  if (Of.Generation != __atomic_load_n(&Generation, __ATOMIC_RELAXED))
    return false;
  uint32_t At = (Number - 1) / ALLOCSITE_LIVE_RECORDS;
  if (Pieces[At])
    return true;
  LockGuard Guard;
  // Under the lock no handler of this thread runs; one may have been quicker.
  if (Pieces[At])
    return true;
  auto *New = static_cast<Piece *>(allocate(Kind, sizeof(Piece)).Memory);
  if (!New) {
    sayOutOfMemory();
    return false;
  }
  if constexpr (std::is_same_v<Piece, AllocSiteThreadRecords>) {
    New->Thread = Of.Changes.Number;
    Of.Changes.Records += ALLOCSITE_LIVE_RECORDS;
  }
  // Release: a reader of the file takes it for no piece before that.
  __atomic_store_n(&New->First, uint64_t(At) * ALLOCSITE_LIVE_RECORDS + 1, __ATOMIC_RELEASE);
  __atomic_store_n(&Pieces[At], New, __ATOMIC_RELEASE);
  return true;
}

AllocSiteThreadRecord *makeRecord(LiveThread &Of, uint32_t Number) {
  return makePiece(Of, Of.Pieces, ChunkKind::ThreadRecords, Number) ? Of.record(Number)
                                                                    : nullptr;
}

AllocSiteThreadLifetime *makeLifetime(LiveThread &Of, uint32_t Number) {
  return makePiece(Of, Of.Lifetimes, ChunkKind::ThreadLifetimes, Number) ? Of.lifetime(Number)
                                                                         : nullptr;
}

} // namespace allocsite
