//===- LiveSums.cpp - Live memory of all threads together -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What threads have counted by record (LiveThread.h) is added up where a log is written, and
// where a process is forked or counting begins anew: then from what is alive.
//
//===----------------------------------------------------------------------===//
#include "AllocatedBlocks.h"
#include "ArenaSet.h"
#include "FreeSites.h"
#include "HeapBlocks.h"
#include "Lifetimes.h"
#include "Live.h"
#include "OnThread.h"
#include "Platform.h"
#include "Resident.h"
#include "SitePeaks.h"
#include "State.h"
#include "profile/Measures.h"
#include "profile/Sampling.h"

namespace allocsite {

/// What is alive, by the records that a process has.
static uint64_t liveOf(uint32_t Number) {
  uint64_t Blocks = liveRecords().inherited(Number);
  for (LiveThread *Each = allLive(); Each; Each = Each->NextAll)
    if (AllocSiteThreadRecord *Of = Each->record(Number))
      Blocks += __atomic_load_n(&Of->Allocated, __ATOMIC_RELAXED) -
                __atomic_load_n(&Of->Freed, __ATOMIC_RELAXED);
  return Blocks;
}

/// Takes what all threads have counted of it, and have freed, out of sums over them.
static bool forget(LiveThread &Less, uint32_t Number) {
  AllocSiteThreadRecord Sum = {};
  AllocSiteThreadLifetime Lived = {};
  for (LiveThread *Each = allLive(); Each; Each = Each->NextAll) {
    if (Each == &Less)
      continue;
    if (const AllocSiteThreadRecord *Of = Each->record(Number)) {
      Sum.Freed += __atomic_load_n(&Of->Freed, __ATOMIC_RELAXED);
      Sum.Temporary += __atomic_load_n(&Of->Temporary, __ATOMIC_RELAXED);
      Sum.InPlace += __atomic_load_n(&Of->InPlace, __ATOMIC_RELAXED);
      Sum.Moved += __atomic_load_n(&Of->Moved, __ATOMIC_RELAXED);
      Sum.Copied += __atomic_load_n(&Of->Copied, __ATOMIC_RELAXED);
    }
    if (AllocSiteThreadLifetime *Of = Each->lifetime(Number)) {
      Lived.Sum += __atomic_load_n(&Of->Sum, __ATOMIC_RELAXED);
      Lived.Within1K += __atomic_load_n(&Of->Within1K, __ATOMIC_RELAXED);
      Lived.Within32K += __atomic_load_n(&Of->Within32K, __ATOMIC_RELAXED);
      Lived.Within1M += __atomic_load_n(&Of->Within1M, __ATOMIC_RELAXED);
      __atomic_store_n(&Of->Longest, uint64_t(0), __ATOMIC_RELAXED);
    }
  }
  if (Sum.Freed || Sum.InPlace || Sum.Moved) {
    AllocSiteThreadRecord *To = makeRecord(Less, Number);
    if (!To)
      return false;
    // As many allocated as freed: what is alive stays.
    To->Allocated = To->Freed = -Sum.Freed;
    To->Temporary = -Sum.Temporary;
    To->InPlace = -Sum.InPlace;
    To->Moved = -Sum.Moved;
    To->Copied = -Sum.Copied;
  }
  if (HasLifetimes && Sum.Freed) {
    AllocSiteThreadLifetime *To = makeLifetime(Less, Number);
    if (!To)
      return false;
    To->Sum = -Lived.Sum;
    To->Within1K = -Lived.Within1K;
    To->Within32K = -Lived.Within32K;
    To->Within1M = -Lived.Within1M;
  }
  return true;
}

void resetLive() {
  if (!isLive())
    return;
  LiveThread *Less = forgottenLive();
  for (uint32_t I = 1; Less && I <= liveRecords().count(); ++I)
    if (!forget(*Less, I))
      break;
  restartPeak();
  restartSitePeaks();
  forgetFreeSites();
}

static uint64_t *AtFork; // what of each record is alive

void prepareLiveFork() {
  if (!isLive())
    return;
  setBlocksInherited(true);
  if (!AtFork)
    AtFork = static_cast<uint64_t *>(mapSharedPages((Records::Most + 1) * sizeof(uint64_t)));
  for (uint32_t I = 1; AtFork && I <= liveRecords().count(); ++I)
    AtFork[I] = liveOf(I);
}

void endLiveFork() {
  if (isLive())
    setBlocksInherited(false);
}

void forkLive() {
  if (!isLive())
    return;
  endLiveFork();
  dropLive();
  liveRecords().dropFile();
  if (HasTimeline)
    startGroups();
  uint64_t Bytes = 0;
  for (uint32_t I = 1; I <= liveRecords().count(); ++I) {
    const LiveKey &Key = liveRecords().key(I);
    const uint64_t Blocks = AtFork ? AtFork[I] : 0, OfThem = Blocks * sizeAtPeak(Key);
    liveRecords().setInherited(I, Blocks);
    if (makesPeak(Key))
      Bytes += OfThem;
    if (HasTimeline)
      addInherited(
          I, {static_cast<int64_t>(Blocks) * partsFor(Key), static_cast<int64_t>(OfThem)});
  }
  forkArenas();
  startPeak(static_cast<int64_t>(Bytes));
  if (HasTimeline)
    startTimeline(Bytes);
  forkSitePeaks();
  forgetFreeSites();
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// While threads run, what one has allocated may be missing and not what another freed.
static uint64_t blocks(uint64_t Sum) { return Sum > uint64_t(INT64_MAX) ? 0 : Sum; }

static Tally countsOf(uint32_t Number) {
  Tally Sum;
  Sum.Live = Sum.AtPeak = liveRecords().inherited(Number);
  for (LiveThread *Each = allLive(); Each; Each = Each->NextAll) {
    if (const AllocSiteThreadRecord *Of = Each->record(Number))
      addRecord(Sum, *Of, peakShare(*Of));
    if (const AllocSiteThreadLifetime *Of = Each->lifetime(Number))
      addLifetime(Sum, *Of);
  }
  Sum.Live = blocks(Sum.Live);
  Sum.AtPeak = blocks(Sum.AtPeak);
  Sum.OwnPeak = ownPeak(Number);
  Sum.Resident = residentBytes(Number);
  Sum.Objects = liveRecords().key(Number).InArena ? Sum.Live : 0;
  samplingOf(TheState.Sampling)
      .scale(Sum, liveRecords().key(Number).Size, liveRecords().key(Number).InArena);
  return Sum;
}

namespace {
/// What is alive and what the peak is made of, as sizes at the peak. What several threads have not
/// added up yet may be more than the last maximum.
struct PeakSums {
  uint64_t Now = 0, Peak = 0;
};
} // namespace
static PeakSums peakSums() {
  PeakSums Sums;
  for (uint32_t I = 1; I <= liveRecords().count(); ++I) {
    const LiveKey &Key = liveRecords().key(I);
    if (!makesPeak(Key))
      continue;
    uint64_t AtPeak = liveRecords().inherited(I);
    for (LiveThread *Each = allLive(); Each; Each = Each->NextAll)
      if (const AllocSiteThreadRecord *Of = Each->record(I))
        AtPeak += static_cast<uint64_t>(peakShare(*Of));
    const uint64_t Size = sizeAtPeak(Key);
    Sums.Now += blocks(liveOf(I)) * Size;
    Sums.Peak += blocks(AtPeak) * Size;
  }
  return Sums;
}

uint64_t livePeakAt(uint64_t Now) {
  if (!isLive() || !liveRecords().count())
    return 0;
  const PeakSums Sums = peakSums();
  return Sums.Now >= Sums.Peak ? Now : peakAt();
}

bool visitLive(const LiveVisitor &Visitor) {
  if (!isLive())
    return true;
  const PeakSums Sums = peakSums();
  const bool IsNow = Sums.Now > Sums.Peak;
  for (uint32_t I = 1; I <= liveRecords().count(); ++I) {
    Tally Sum = countsOf(I);
    if (IsNow)
      Sum.AtPeak = Sum.Live;
    if (!Visitor.Record(Visitor.Closure, liveRecords().key(I), Sum))
      return false;
  }
  return true;
}

const AllocSiteTimeline *endLiveTimeline() {
  for (LiveThread *Each = HasTimeline ? allLive() : nullptr; Each; Each = Each->NextAll)
    addUpTimeline(Each->Timeline);
  return HasTimeline ? endTimeline() : nullptr;
}

bool addLiveChanges(Changes &To) {
  for (uint32_t I = 1; I <= liveRecords().count(); ++I) {
    const LiveKey &Key = liveRecords().key(I);
    if (!To.addRecord(
            {Key.Context, Key.Site, Key.Size, liveRecords().inherited(I), Key.InArena}))
      return false;
  }
  for (LiveThread *Each = allLive(); Each; Each = Each->NextAll) {
    To.beginThread();
    for (uint32_t I = 0; I * ALLOCSITE_LIVE_RECORDS < liveRecords().count(); ++I)
      if (const AllocSiteThreadRecords *Piece =
              __atomic_load_n(&Each->Pieces[I], __ATOMIC_ACQUIRE))
        if (!To.addCounts(*Piece))
          return false;
    for (uint32_t I = 0; I < Each->Changes.PieceCount; ++I) {
      AllocSiteChanges &Log = *Each->Changes.Pieces[I];
      const uint64_t Used = __atomic_load_n(&Log.Used, __ATOMIC_RELAXED);
      if (!To.addLog(entriesOf(Log), Used < Log.Capacity ? Used : Log.Capacity))
        return false;
    }
  }
  return true;
}

LiveTotals liveTotals() {
  LiveTotals Sum;
  Sum.Threads = peakThreads();
  for (LiveThread *Each = allLive(); Each; Each = Each->NextAll) {
    Sum.Unseen += Each->Unseen;
    Sum.HandedOn += Each->HandedOn;
    Sum.Foreign += Each->Foreign;
    Sum.Untracked += Each->Untracked;
  }
  return Sum;
}

uint32_t liveModes() {
  // Where the heap is not followed, objects of arenas may have been, or not.
  return !FollowsHeap && !liveRecords().count()
             ? ModeAlways
             : ModeLive | (HasLifetimes ? ModeLifetimes : ModeAlways) |
                   (HasSitePeaks ? ModeOwnPeaks : ModeAlways) |
                   (isSampling() ? ModeSampled : ModeAlways) |
                   (isResidentKnown() ? ModeResident : ModeAlways);
}

} // namespace allocsite
