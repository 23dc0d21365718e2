//===- Timeline.cpp - How much was alive when -----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Timeline.h"
#include "Peak.h"
#include "Platform.h"
#include "TimelineChanges.h"
#include "TimelineGroups.h"
#include "store/Profile.h"

namespace allocsite {

static constexpr uint64_t FirstInterval = 4096, MostStep = 65536;

bool HasTimeline;
uint64_t TimelineStep;
uint64_t ArenaResets;

static AllocSiteTimeline *Its; // in the profile
static bool HasNoRoom;
static uint64_t Began;            // microseconds
static uint64_t Allocated, Freed; // of the process, as threads have added it up
static uint64_t Objects;          // the same: of arenas, beside blocks
static uint64_t NextAt;           // what these come to at the next point
static bool Busy;                 // somebody writes a point

static uint64_t microseconds() { return monotonicNanoseconds() / 1000; }

static void setStep(uint64_t Interval) {
  __atomic_store_n(&TimelineStep, Interval / 8 < MostStep ? Interval / 8 : MostStep,
                   __ATOMIC_RELAXED);
}

void startTimeline(uint64_t Bytes) {
  Its = nullptr;
  HasNoRoom = Busy = false;
  Began = microseconds();
  Allocated = Bytes;
  Freed = Objects = 0;
  NextAt = 0;
  __atomic_store_n(&TimelineStep, uint64_t(0), __ATOMIC_RELAXED);
  ArenaResets = 0;
  startChanges();
  HasTimeline = true;
}

bool needsTimeline() {
  return !__atomic_load_n(&Its, __ATOMIC_ACQUIRE) &&
         !__atomic_load_n(&HasNoRoom, __ATOMIC_RELAXED);
}

void makeTimeline() {
  LockGuard Guard;
  if (!needsTimeline())
    return;
  auto *New = static_cast<AllocSiteTimeline *>(
      allocate(ChunkKind::Timeline, sizeof(AllocSiteTimeline)).Memory);
  if (!New) {
    __atomic_store_n(&HasNoRoom, true, __ATOMIC_RELAXED);
    __atomic_store_n(&TimelineStep, MostStep, __ATOMIC_RELAXED);
    sayOutOfMemory();
    return;
  }
  New->Interval = FirstInterval;
  makeGroupPieces();
  beginChanges(*New);
  setStep(FirstInterval);
  // Release: whoever sees it sees its interval. From here on who has set Busy changes both.
  __atomic_store_n(&Its, New, __ATOMIC_RELEASE);
}

/// The caller has set Busy.
static void addPoint(AllocSiteTimeline &To) {
  LastPoint New = lastPoint();
  if (New.Sequence == LastPoint::MostSequence)
    return; // The program has asked for logs very often: see endTimeline().
  ++New.Sequence;
  uint64_t Which = To.State >> 32, Count = To.State & UINT32_MAX;
  if (Count == ALLOCSITE_TIMELINE_POINTS) {
    for (unsigned I = 0; I < ALLOCSITE_TIMELINE_POINTS / 2; ++I)
      To.Points[1 - Which][I] = To.Points[Which][2 * I + 1];
    halveGroupPoints(Which);
    Which = 1 - Which;
    Count = ALLOCSITE_TIMELINE_POINTS / 2;
    // Release: after a kill an array that counts is whole.
    __atomic_store_n(&To.State, Which << 32 | Count, __ATOMIC_RELEASE);
    To.Interval *= 2;
    setStep(To.Interval);
    ++New.Halvings;
  }
  To.Points[Which][Count] = {microseconds() - Began,
                             __atomic_load_n(&Allocated, __ATOMIC_RELAXED),
                             __atomic_load_n(&Freed, __ATOMIC_RELAXED), New.Sequence,
                             __atomic_load_n(&ArenaResets, __ATOMIC_RELAXED)};
  addGroupPoints(Which, Count);
  __atomic_store_n(&To.State, Which << 32 | (Count + 1), __ATOMIC_RELEASE);
  // Whoever sees the epoch logs changes for the point.
  beginEpoch([&](uint64_t Epoch) {
    New.Epoch = static_cast<uint32_t>(Epoch);
    setLastPoint(New);
  });
}

void addUpTimeline(TimelineThread &Of) {
  // Exchange: a handler may count in between. What has gone comes first, so that no more has
  // gone than has come.
  const uint64_t Came = __atomic_exchange_n(&Of.Allocated, 0, __ATOMIC_RELAXED);
  const uint64_t Went = __atomic_exchange_n(&Of.Freed, 0, __ATOMIC_RELAXED);
  const uint64_t Moved = __atomic_exchange_n(&Of.Objects, 0, __ATOMIC_RELAXED);
  __atomic_fetch_add(&Allocated, Came, __ATOMIC_RELAXED);
  __atomic_fetch_add(&Freed, Went, __ATOMIC_RELAXED);
  __atomic_fetch_add(&Objects, Moved, __ATOMIC_RELAXED);
}

void lookAtTimeline(TimelineThread &Of) {
  addUpTimeline(Of);
  AllocSiteTimeline *To = __atomic_load_n(&Its, __ATOMIC_ACQUIRE);
  auto sum = [] {
    return __atomic_load_n(&Allocated, __ATOMIC_RELAXED) +
           __atomic_load_n(&Freed, __ATOMIC_RELAXED) +
           __atomic_load_n(&Objects, __ATOMIC_RELAXED);
  };
  if (!To || sum() < __atomic_load_n(&NextAt, __ATOMIC_RELAXED))
    return;
  // Who comes while another one, or the code that a handler has interrupted, writes a point
  // leaves it to the next.
  if (__atomic_exchange_n(&Busy, true, __ATOMIC_ACQUIRE))
    return;
  if (sum() >= __atomic_load_n(&NextAt, __ATOMIC_RELAXED)) {
    addPoint(*To);
    __atomic_store_n(&NextAt, sum() + To->Interval, __ATOMIC_RELAXED);
  }
  __atomic_store_n(&Busy, false, __ATOMIC_RELEASE);
}

const AllocSiteTimeline *endTimeline() {
  if (!Its || __atomic_exchange_n(&Busy, true, __ATOMIC_ACQUIRE))
    return Its;
  addPoint(*Its);
  __atomic_store_n(&Busy, false, __ATOMIC_RELEASE);
  return Its;
}

} // namespace allocsite
