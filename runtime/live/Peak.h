//===- Peak.h - The most that was alive, and what it was made of *- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   bytes      ╭─╮ leave: Epoch + 1        A record's share of the peak is what it has live
//          ╭───╯ ╰──╮      ╭──             now, until it changes for the first time since the
//      ────╯        ╰──────╯               peak was left: then it saves what it has (touch()
//    IsPeak not 0 ──┤ 0                    in OnThread.h).
//                   LeftAt
//
// Each point of a timeline begins an epoch as well (TimelineChanges.h), so that one comparison
// tells a record that need not look further. LeftAt is the epoch since which the peak is over.
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

/// Where the epoch stands, and LeftAt: in the profile, once a thread has taken part. Any thread.
extern uint64_t *PeakEpoch, *PeakLeftAt;

/// Is the epoch of a record before another one? They are the lower halves.
inline bool isBefore(uint32_t Epoch, uint32_t Other) {
  return static_cast<int32_t>(Epoch - Other) < 0;
}

/// Has a record of that epoch not changed since the peak was left?
inline bool isBeforeStretch(uint32_t Epoch) {
  return isBefore(Epoch, static_cast<uint32_t>(__atomic_load_n(PeakLeftAt, __ATOMIC_RELAXED)));
}

/// Begins an epoch. Publish(epoch) stores what is so from that on, and is called before it begins;
/// again, with a later one, where another thread has begun an epoch meanwhile: records that changed
/// in that one may not have seen it. Any thread.
template <typename PublishT> void beginEpoch(PublishT Publish) {
  uint64_t Now = __atomic_load_n(PeakEpoch, __ATOMIC_RELAXED);
  do
    Publish(Now + 1);
  // Release: whoever sees the epoch sees what was published.
  while (!__atomic_compare_exchange_n(PeakEpoch, &Now, Now + 1, false, __ATOMIC_RELEASE,
                                      __ATOMIC_RELAXED));
}

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

/// Nanoseconds of CLOCK_MONOTONIC, when the peak was last left or, with several threads, reached,
/// but for a last thousandth of it; 0: not yet. Any thread.
uint64_t peakAt();

/// Has there been more than one thread?
extern uint32_t PeakHasSeveral;

/// Has the one thread not freed anything since the last maximum?
inline bool isAloneAtPeak(const PeakThread &Its) {
  // Relaxed: a thread that learns late that it is not alone learns it with the next block.
  return Its.Limit == Its.Low && !__atomic_load_n(&PeakHasSeveral, __ATOMIC_RELAXED);
}

/// Net is beyond Limit. Is the one thread at a new maximum, as before?
inline bool staysAtPeak(PeakThread &Its) {
  if (!isAloneAtPeak(Its))
    return false;
  __atomic_store_n(&Its.Low, Its.Net, __ATOMIC_RELAXED);
  __atomic_store_n(&Its.Limit, Its.Net, __ATOMIC_RELAXED);
  return true;
}

/// Net is beyond Limit; or below Low, or the thread is alone at the peak and an object of an arena
/// goes, which is not in Net. The owner.
void lookAbove(PeakThread &Its);
void lookBelow(PeakThread &Its);

/// Of the peak, blocks. While threads run it is off by what they do.
int64_t peakShare(const AllocSiteThreadRecord &Of);

} // namespace allocsite

#endif
