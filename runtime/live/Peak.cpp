//===- Peak.cpp - The most that was alive, and what it was made of --------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Peak.h"

#include <time.h>

namespace allocsite {

// Until the profile has them.
static AllocSiteLiveRecords NoState;
static AllocSiteLiveRecords *State = &NoState;
uint64_t *PeakEpoch = &NoState.Epoch, *PeakLeftAt = &NoState.LeftAt;

static int64_t Flushed; // bytes that threads have added up
static int64_t Peak;
static PeakThread *All; // under RuntimeLock
static uint32_t Threads;
uint32_t PeakHasSeveral; // from then on nobody sees each maximum

/// What AllocSiteLiveRecords::IsPeak says: it is, and somebody makes it end.
enum : uint64_t { NoPeak = 0, AtPeak = 1, Leaving = 2 };

uint32_t peakThreads() { return __atomic_load_n(&Threads, __ATOMIC_RELAXED); }

/// Bytes that a thread may have allocated, or freed, beyond what is added up. Less where the
/// peak is small, so that it is one; but not so little that threads meet all the time.
static int64_t batch() {
  constexpr int64_t Least = 1024, Most = 65536;
  int64_t Its = __atomic_load_n(&Peak, __ATOMIC_RELAXED) / (32 * int64_t(peakThreads()));
  return Its < Least ? Least : Its > Most ? Most : Its;
}

uint64_t peakBound() { return peakThreads() > 1 ? 2 * peakThreads() * uint64_t(batch()) : 0; }

static int64_t Stamped = -1; // the peak that PeakAt is of; below 0: none

/// The peak is left, or is a new one. Asks the clock, which would take as long as all the rest,
/// only where the peak has grown by a thousandth; that clock ticks each few milliseconds.
static void stampPeak() {
  const int64_t Its = __atomic_load_n(&Peak, __ATOMIC_RELAXED);
  const int64_t Before = __atomic_load_n(&Stamped, __ATOMIC_RELAXED);
  if (Before >= 0 && Its - Before <= Before >> 10)
    return;
  __atomic_store_n(&Stamped, Its, __ATOMIC_RELAXED);
  struct timespec Now = {0, 0};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &Now);
  __atomic_store_n(&State->PeakAt, uint64_t(Now.tv_sec) * 1000000000u + uint64_t(Now.tv_nsec),
                   __ATOMIC_RELAXED);
}

uint64_t peakAt() { return __atomic_load_n(&State->PeakAt, __ATOMIC_RELAXED); }

void startPeak(int64_t Bytes) {
  Flushed = Peak = Bytes;
  Stamped = -1;
  All = nullptr;
  Threads = PeakHasSeveral = 0;
  State = &NoState;
  PeakEpoch = &NoState.Epoch;
  PeakLeftAt = &NoState.LeftAt;
}

/// From here on who changes saves its share first: what it has now is that of the peak.
static void beginStretch() {
  beginEpoch([](uint64_t New) {
    uint64_t Last = __atomic_load_n(PeakLeftAt, __ATOMIC_RELAXED);
    while (Last < New && !__atomic_compare_exchange_n(PeakLeftAt, &Last, New, true,
                                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
  });
}

void restartPeak() {
  if (!All)
    return;
  // As in lookAbove() and flush(): a new maximum, lower than the one before.
  int64_t Now = __atomic_load_n(&Flushed, __ATOMIC_RELAXED);
  if (!PeakHasSeveral) {
    const int64_t Net = __atomic_load_n(&All->Net, __ATOMIC_RELAXED);
    Now += Net;
    __atomic_store_n(&All->Low, Net, __ATOMIC_RELAXED);
    __atomic_store_n(&All->Limit, Net, __ATOMIC_RELAXED);
    __atomic_store_n(&State->IsPeak, uint64_t(AtPeak), __ATOMIC_RELAXED);
  }
  __atomic_store_n(&Peak, Now, __ATOMIC_RELAXED);
  __atomic_store_n(&Stamped, int64_t(-1), __ATOMIC_RELAXED);
  stampPeak();
  beginStretch();
}

/// The last maximum of the thread that was alone is where it stays at the peak.
static void raisePeak(const PeakThread &Alone) {
  int64_t Most = Flushed + __atomic_load_n(&Alone.Limit, __ATOMIC_RELAXED);
  if (Most > Peak)
    Peak = Most;
}

static void leavePeak();

void beginAtPeak(PeakThread &New, AllocSiteLiveRecords &In) {
  State = &In;
  PeakEpoch = &In.Epoch;
  PeakLeftAt = &In.LeftAt;
  if (All && !PeakHasSeveral) {
    raisePeak(*All);
    leavePeak(); // what goes from here on was in it
    // It may do nothing for long, while others make a peak on top of what it has.
    PeakThread &Alone = *All;
    const int64_t Its = __atomic_load_n(&Alone.Net, __ATOMIC_RELAXED);
    __atomic_store_n(&Alone.Added, Its, __ATOMIC_RELAXED);
    __atomic_add_fetch(&Flushed, Its, __ATOMIC_RELAXED);
  }
  New.NextPeak = All;
  All = &New;
  __atomic_store_n(&Threads, Threads + 1, __ATOMIC_RELAXED);
  __atomic_store_n(&In.Threads, uint64_t(Threads), __ATOMIC_RELAXED);
  if (Threads == 1) {
    In.Epoch = 1;
    In.IsPeak = AtPeak;
    return; // Net, Limit and Low are 0
  }
  New.Limit = batch();
  New.Low = -batch();
  // The thread that was alone has limits of that time. Sequentially consistent, with the
  // load in flushIfSeveral(), behind lookBelow(): it sees that it is not alone, or its
  // limits are overwritten.
  __atomic_store_n(&PeakHasSeveral, 1, __ATOMIC_SEQ_CST);
  for (PeakThread *Each = All; Each; Each = Each->NextPeak)
    if (Each != &New) {
      __atomic_store_n(&Each->Limit, INT64_MIN, __ATOMIC_SEQ_CST);
      __atomic_store_n(&Each->Low, INT64_MAX, __ATOMIC_SEQ_CST);
    }
}

/// The peak is over. Of several threads one does it.
static void leavePeak() {
  uint64_t Is = AtPeak;
  if (!__atomic_compare_exchange_n(&State->IsPeak, &Is, uint64_t(Leaving), false,
                                   __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    return;
  stampPeak();
  beginStretch();
  // Release: after a kill the epoch is the new one where the peak is over.
  __atomic_store_n(&State->IsPeak, uint64_t(NoPeak), __ATOMIC_RELEASE);
}

/// Adds its bytes to the process's. A new maximum is what all records have now.
static void flush(PeakThread &Its) {
  leavePeak();
  // Exchange: a handler may count in between.
  int64_t More = __atomic_exchange_n(&Its.Net, 0, __ATOMIC_RELAXED) -
                 __atomic_exchange_n(&Its.Added, 0, __ATOMIC_RELAXED);
  const int64_t Batch = batch();
  __atomic_store_n(&Its.Limit, Batch, __ATOMIC_RELAXED);
  __atomic_store_n(&Its.Low, -Batch, __ATOMIC_RELAXED);
  int64_t Now = __atomic_add_fetch(&Flushed, More, __ATOMIC_RELAXED);
  int64_t Most = __atomic_load_n(&Peak, __ATOMIC_RELAXED);
  while (Now > Most)
    if (__atomic_compare_exchange_n(&Peak, &Most, Now, true, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED)) {
      stampPeak();
      beginStretch();
      return;
    }
}

static void flushIfSeveral(PeakThread &Its) {
  if (__atomic_load_n(&PeakHasSeveral, __ATOMIC_SEQ_CST))
    flush(Its);
}

int64_t peakShare(const AllocSiteThreadRecord &Of) {
  // The counts first. Acquire, with the fence of touch(): where the epoch does not say that its
  // share was saved, they are those of before.
  const uint64_t Allocated = __atomic_load_n(&Of.Allocated, __ATOMIC_ACQUIRE);
  const uint64_t Freed = __atomic_load_n(&Of.Freed, __ATOMIC_ACQUIRE);
  // Acquire: AtPeak is stored before the epoch, and the epoch begins before the peak is over.
  const uint32_t Epoch = __atomic_load_n(&Of.Epoch, __ATOMIC_ACQUIRE);
  const bool WasSaved =
      __atomic_load_n(&State->IsPeak, __ATOMIC_ACQUIRE) == NoPeak && !isBeforeStretch(Epoch);
  return WasSaved ? __atomic_load_n(&Of.AtPeak, __ATOMIC_RELAXED)
                  : static_cast<int64_t>(Allocated - Freed);
}

void lookAbove(PeakThread &Its) {
  if (!__atomic_load_n(&PeakHasSeveral, __ATOMIC_RELAXED)) {
    int64_t Net = __atomic_load_n(&Its.Net, __ATOMIC_RELAXED);
    Peak = Flushed + Net;
    __atomic_store_n(&State->IsPeak, uint64_t(AtPeak), __ATOMIC_RELAXED);
    // Relaxed, also where they overwrite what beginAtPeak() has stored: the next block that
    // comes or goes is beyond one of them.
    __atomic_store_n(&Its.Low, Net, __ATOMIC_RELAXED);
    __atomic_store_n(&Its.Limit, Net, __ATOMIC_RELAXED);
  }
  flushIfSeveral(Its);
}

void lookBelow(PeakThread &Its) {
  if (!__atomic_load_n(&PeakHasSeveral, __ATOMIC_RELAXED)) {
    raisePeak(Its);
    leavePeak();
    __atomic_store_n(&Its.Low, INT64_MIN, __ATOMIC_SEQ_CST);
    __atomic_store_n(&Its.Limit, Peak - Flushed, __ATOMIC_SEQ_CST);
  }
  flushIfSeveral(Its);
}

} // namespace allocsite
