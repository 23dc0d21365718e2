//===- Peak.h - The most that was alive, and what it was made of *- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   bytes      ╭─╮ leave: Epoch + 1        A record's share of the peak is what it has live
//          ╭───╯ ╰──╮      ╭──             now, until it changes in an epoch for the first
//      ────╯        ╰──────╯               time: then it saves what it has (touch).
//    IsPeak not 0 ──┤ 0
//
// Nothing is copied when a peak comes or goes. With one thread each new maximum is seen: the
// thread looks when Net passes Limit, which is the last maximum, and when it falls from
// there. With several, each adds its Net to the process's when it is beyond ±batch, and the
// maximum is that of these sums: the peak, and the shares of it, are then within twice a batch
// for each thread, all together a sixteenth of the peak where batches are not at their least.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_PEAK_H
#define ALLOCSITE_RUNTIME_LIVE_PEAK_H

#include "allocsite/ProfileFormat.h"

namespace allocsite {

/// Where the epoch stands: in the profile, once a thread has taken part. Any thread.
extern uint64_t *PeakEpoch;

/// In a process that has none of it yet, or a forked child, where `Bytes` are alive: that
/// is the peak so far. Hold RuntimeLock.
void startPeak(int64_t Bytes);

/// What is alive now is the peak so far. Hold RuntimeLock.
void restartPeak();

/// A thread's part. Its own, but for the limits, which another one may overwrite.
struct PeakThread {
  int64_t Net;        ///< Bytes allocated, less those freed, that are not added up yet.
  int64_t Limit, Low; ///< Beyond, or below: see lookAbove().
  int64_t Added;      ///< How many of Net the process's bytes have already: see beginAtPeak().
  PeakThread *NextPeak;
};

/// Lets a new thread take part; `State` is the process's, in the profile. Hold RuntimeLock.
void beginAtPeak(PeakThread &New, AllocSiteLiveRecords &State);
/// That have taken part. Any thread.
uint32_t peakThreads();
/// How many bytes the peak may be off by; 0: none. Any thread.
uint64_t peakBound();

/// Nanoseconds of CLOCK_MONOTONIC, when the peak was last left or, with several threads, reached, but
/// for a last thousandth of it; 0: not yet. Any thread.
uint64_t peakAt();

/// Has there been more than one thread?
extern uint32_t PeakHasSeveral;

/// Net is beyond Limit, which is also Low: the one thread is at a new maximum, as before.
inline bool staysAtPeak(PeakThread &Its) {
  // Relaxed: a thread that learns late that it is not alone learns it with the next block.
  if (Its.Limit != Its.Low || __atomic_load_n(&PeakHasSeveral, __ATOMIC_RELAXED))
    return false;
  __atomic_store_n(&Its.Low, Its.Net, __ATOMIC_RELAXED);
  __atomic_store_n(&Its.Limit, Its.Net, __ATOMIC_RELAXED);
  return true;
}

/// Net is beyond Limit, or below Low. The owner.
void lookAbove(PeakThread &Its);
void lookBelow(PeakThread &Its);

/// Before a counter of it changes. Epoch last: the share counts from there on.
inline void touch(AllocSiteThreadRecord &Its) {
  // Relaxed: one store of it, and each thread sees its own.
  uint32_t Now = static_cast<uint32_t>(__atomic_load_n(PeakEpoch, __ATOMIC_RELAXED));
  if (Its.Epoch != Now) {
    __atomic_store_n(&Its.AtPeak, int64_t(Its.Allocated - Its.Freed), __ATOMIC_RELAXED);
    __atomic_store_n(&Its.Epoch, Now, __ATOMIC_RELEASE);
  }
}

/// Of the peak, blocks. While threads run it is off by what they do.
int64_t peakShare(const AllocSiteThreadRecord &Of);

} // namespace allocsite

#endif
