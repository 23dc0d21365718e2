//===- LiveMappings.cpp - Mappings that come and go -----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiveMappings.h"
#include "BlockEvents.h"
#include "Message.h"
#include "Platform.h"
#include "SitePeaks.h"
#include "State.h"
#include "allocsite/Tag.h"
#include "count/Stacks.h"
#include "profile/Sampling.h"
#include "store/Profile.h"

#include "arch/OwnCode.h"

namespace allocsite {

static MappedRanges Ranges;
static bool AreFollowed;

const MappedRanges &liveMappings() { return Ranges; }
bool areMappingsFollowed() { return AreFollowed; }

//===----------------------------------------------------------------------===//
// Blocks of a record: mappings, or pages of what is left of them
//===----------------------------------------------------------------------===//

static uint32_t recordOf(const LiveKey &Key) {
  Detached While(threadSlots());
  const uint32_t Known = liveRecords().known(Key);
  return Known ? Known : liveRecords().make(Key);
}

/// So many have come. Null if memory is short.
static AllocSiteThreadRecord *countCome(LiveThread &Live, uint32_t Number, uint64_t Blocks) {
  AllocSiteThreadRecord *Of = Number ? recordOf(Live, Number) : nullptr;
  if (!Of) {
    addOne(Live.Untracked);
    return nullptr;
  }
  const LiveKey &Key = liveRecords().key(Number);
  const auto Bytes = static_cast<int64_t>(Blocks * Key.Size);
  touch(Live, *Of, Number);
  addTo(Of->Allocated, Blocks);
  if (HasSitePeaks)
    addToSiteOf(Number, Bytes);
  if (Key.IsOfHeap)
    return Of;
  addTo(Live.Net, Bytes);
  if (Live.Net > Live.Limit && !staysAtPeak(Live))
    isAbovePeak(Live);
  if (HasTimeline)
    countInTimeline(Live, Number, Key.Size, static_cast<int64_t>(Blocks));
  return Of;
}

static void countGone(LiveThread &Live, uint32_t Number, uint64_t Blocks) {
  AllocSiteThreadRecord *Of = recordOf(Live, Number);
  if (!Of) {
    addOne(Live.Untracked);
    return;
  }
  const LiveKey &Key = liveRecords().key(Number);
  const auto Bytes = static_cast<int64_t>(Blocks * Key.Size);
  if (HasSitePeaks)
    addToSiteOf(Number, -Bytes);
  if (!Key.IsOfHeap) {
    // Before the record changes, which has a share of the peak.
    addTo(Live.Net, -Bytes);
    if (Live.Net < Live.Low)
      isBelowPeak(Live);
  } else {
    leaveIfAloneAtPeak(Live);
  }
  touch(Live, *Of, Number);
  addTo(Of->Freed, Blocks);
  if (HasTimeline && !Key.IsOfHeap)
    countInTimeline(Live, Number, Key.Size, -static_cast<int64_t>(Blocks));
}

/// A range of the record's size, or of several pages. Where the table is full, it is not followed.
static void add(LiveThread &Live, const MappedRange &New) {
  if (!Ranges.add(New))
    countGone(Live, New.Record, blocksIn(New));
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

uint64_t blocksIn(const MappedRange &Of) {
  return (Of.End - Of.Begin) / liveRecords().key(Of.Record).Size;
}

/// What is left of a mapping: whole pages, and what is left of the last.
static void keep(LiveThread &Live, const MappedRange &Of) {
  const uintptr_t LastPage = Of.End - (Of.End - Of.Begin) % pageBytes();
  auto keepBlocks = [&](uintptr_t From, uintptr_t To, uint64_t Each) {
    if (From == To)
      return;
    LiveKey Key = liveRecords().key(Of.Record);
    Key.Size = Each;
    Key.Tag = tagOf(Key.Context, Key.Site * ALLOCSITE_SITE_FACTOR, Each);
    const uint32_t Number = recordOf(Key);
    if (countCome(Live, Number, (To - From) / Each))
      add(Live, {From, To, Of.Time, Number});
  };
  keepBlocks(Of.Begin, LastPage, pageBytes());
  keepBlocks(LastPage, Of.End, Of.End - LastPage);
}

static void unmapped(uintptr_t Begin, uint64_t Bytes, const void *Caller) {
  KeepErrno Keep;
  LiveThread *Live = isOwnProcess() ? currentLive() : nullptr;
  if (!Live)
    return;
  LockGuard Guard;
  const uintptr_t End = Begin + Bytes;
  MappedRange Its;
  while (Ranges.take(Begin, End, Its)) {
    const MappedRange Left[] = {
        {Its.Begin, Its.Begin < Begin ? Begin : Its.Begin, Its.Time, Its.Record},
        {Its.End > End ? End : Its.End, Its.End, Its.Time, Its.Record}};
    const uint64_t Each = liveRecords().key(Its.Record).Size;
    bool ArePages = Each == pageBytes();
    for (const MappedRange &Part : Left)
      ArePages &= (Part.End - Part.Begin) % Each == 0;
    // Before what is left of it comes, which would be a peak of bytes that count twice.
    countGone(*Live, Its.Record,
              blocksIn(Its) - (ArePages ? blocksIn(Left[0]) + blocksIn(Left[1]) : 0));
    if (HasMore)
      countMoreFreed(*Live, Its.Record, timeSince(Its.Time), /*Block=*/nullptr, Caller);
    for (const MappedRange &Part : Left)
      if (Part.Begin == Part.End)
        continue;
      else if (ArePages)
        add(*Live, Part);
      else
        keep(*Live, Part);
  }
}

static void mapped(const NewMapping &New, const void *Caller) {
  // What was mapped there is so no more: MAP_FIXED.
  unmapped(New.Begin, New.Span, Caller);
  KeepErrno Keep;
  // What is mapped while the profiler pauses is not followed.
  const bool IsCounted = isOwnProcess() && !isParked(ALLOCSITE_SYM_THREAD.Slots);
  LiveThread *Live = IsCounted ? currentLive() : nullptr;
  if (!Live)
    return;
  LiveKey Key = {};
  Key.Site = New.Start * ALLOCSITE_SITE_FACTOR_INVERSE;
  Key.Size = New.Bytes;
  {
    // Not under the lock: it may ask the loader.
    Detached While(threadSlots());
    Key.Context = noteStack(New.Context, Key.Site);
  }
  Key.Tag = tagOf(Key.Context, New.Start, Key.Size);
  Key.IsMapping = true;
  Key.IsOfHeap = New.IsOfHeap;
  Key.Generation = blockGeneration();
  LockGuard Guard;
  const uint32_t Number = recordOf(Key);
  AllocSiteThreadRecord *Of = countCome(*Live, Number, 1);
  if (!Of)
    return;
  if (New.Old)
    addOne(New.Old == New.Begin ? Of->InPlace : Of->Moved);
  const uint64_t Now = HasLifetimes ? passTime(Key.Size) : 0;
  add(*Live, {New.Begin, New.Begin + Key.Size, Now, Number});
}

#pragma clang section text = ""

static constexpr MappingListener TheMappingListener = {mapped, unmapped};

const MappingListener *followMappings() {
  if (!isHeapFollowed())
    return nullptr;
  if (isSampling()) {
    Message(Importance::Normal)
        .add("allocsite: warning: sample= follows no mappings: their calls alone are counted");
    return nullptr;
  }
  AreFollowed = Ranges.start();
  if (AreFollowed)
    return &TheMappingListener;
  Message(Importance::Normal)
      .add("allocsite: warning: mappings=1: no room for its table, 40 MiB of addresses; "
           "what is mapped is not followed");
  return nullptr;
}

} // namespace allocsite
