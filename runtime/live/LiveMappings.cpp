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

/// A range of the record of that key has come; `Also` is a count of the record that grows, too, or
/// null. False if memory is short.
static bool add(LiveThread &Live, const LiveKey &Key, uintptr_t Begin,
                uint64_t AllocSiteThreadRecord::*Also) {
  uint32_t Number;
  {
    Detached While(threadSlots());
    Number = liveRecords().known(Key);
    if (!Number)
      Number = liveRecords().make(Key);
  }
  AllocSiteThreadRecord *Of = Number ? recordOf(Live, Number) : nullptr;
  const uint64_t Now = HasLifetimes ? passTime(Key.Size) : 0;
  if (!Of || !Ranges.add({Begin, Begin + Key.Size, Now, Number}))
    return false;
  if (Key.IsOfHeap) {
    touch(*Of);
    addOne(Of->Allocated);
  } else {
    countCome(Live, *Of, Number, Key.Size);
  }
  if (Also)
    addOne(Of->*Also);
  if (HasSitePeaks)
    addToSiteOf(Number, static_cast<int64_t>(Key.Size));
  return true;
}

static void remove(LiveThread &Live, const MappedRange &Its, const void *Caller) {
  if (liveRecords().key(Its.Record).IsOfHeap) {
    if (AllocSiteThreadRecord *Of = recordOf(Live, Its.Record)) {
      touch(*Of);
      addOne(Of->Freed);
    }
  } else {
    countFreed(Live, Its.Record, /*IsTemporary=*/false);
  }
  if (HasMore)
    countMoreFreed(Live, Its.Record, timeSince(Its.Time),
                   reinterpret_cast<const void *>(Its.Begin), Caller);
}

static void unmapped(uintptr_t Begin, uint64_t Bytes, const void *Caller) {
  KeepErrno Keep;
  LockGuard Guard;
  LiveThread *Live = isOwnProcess() ? currentLive() : nullptr;
  const uintptr_t End = Begin + Bytes;
  MappedRange Its;
  while (Live && Ranges.take(Begin, End, Its)) {
    // Before what is left of it comes, which would be a peak of bytes that count twice.
    remove(*Live, Its, Caller);
    auto keep = [&](uintptr_t From, uintptr_t To) {
      LiveKey Rest = liveRecords().key(Its.Record);
      Rest.Size = To - From;
      Rest.Tag = tagOf(Rest.Context, Rest.Site * ALLOCSITE_SITE_FACTOR, Rest.Size);
      if (!add(*Live, Rest, From, &AllocSiteThreadRecord::InPlace))
        addOne(Live->Untracked);
    };
    if (Its.Begin < Begin)
      keep(Its.Begin, Begin);
    if (Its.End > End)
      keep(End, Its.End);
  }
}

static void mapped(const NewMapping &New, const void *Caller) {
  // What was mapped there is so no more: MAP_FIXED.
  unmapped(New.Begin, New.Bytes, Caller);
  KeepErrno Keep;
  LockGuard Guard;
  // What is mapped while the profiler pauses is not followed.
  const bool IsCounted = isOwnProcess() && !isParked(ALLOCSITE_SYM_THREAD.Slots);
  LiveThread *Live = IsCounted && New.Bytes ? currentLive() : nullptr;
  if (!Live)
    return;
  LiveKey Key = {};
  Key.Site = New.Start * ALLOCSITE_SITE_FACTOR_INVERSE;
  Key.Size = New.Bytes;
  {
    Detached While(threadSlots());
    Key.Context = noteStack(New.Context, Key.Site);
  }
  Key.Tag = tagOf(Key.Context, New.Start, Key.Size);
  Key.IsMapping = true;
  Key.IsOfHeap = New.IsOfHeap;
  uint64_t AllocSiteThreadRecord::*Also = nullptr;
  if (New.Old)
    Also =
        New.Old == New.Begin ? &AllocSiteThreadRecord::InPlace : &AllocSiteThreadRecord::Moved;
  if (!add(*Live, Key, New.Begin, Also))
    addOne(Live->Untracked);
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
      .add("allocsite: warning: mappings=1: no room for its table, 40 MiB of addresses; what "
           "is "
           "mapped is not followed");
  return nullptr;
}

} // namespace allocsite
