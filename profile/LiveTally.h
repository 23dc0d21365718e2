//===- LiveTally.h - Sums block counts over threads -------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums the records of threads, in the process that counts and in readers of a profile file.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_LIVETALLY_H
#define ALLOCSITE_PROFILE_LIVETALLY_H

#include "allocsite/ProfileFormat.h"
#include "profile/Measures.h"

namespace allocsite {

/// Adds the record of a thread; `AtPeak` is its number of blocks at the peak. While threads
/// run, Live and AtPeak of the sum may be below 0 for a moment.
inline void addRecord(Tally &To, const AllocSiteThreadRecord &Of, int64_t AtPeak) {
  To.Live += Of.Allocated - Of.Freed;
  To.AtPeak += static_cast<uint64_t>(AtPeak);
  To.Freed += Of.Freed;
  To.Temporary += Of.Temporary;
  To.InPlace += Of.InPlace;
  To.Moved += Of.Moved;
  To.Copied += Of.Copied;
}

/// True if any block of the tally was followed.
inline bool wasFollowed(const Tally &Of) {
  return Of.Live || Of.AtPeak || Of.Freed || Of.InPlace || Of.Moved;
}

inline void addLifetime(Tally &To, const AllocSiteThreadLifetime &Of) {
  To.Lifetime += Of.Sum; // may be below 0 after a reset
  To.Longest = mergeMax(To.Longest, Of.Longest);
  To.Within1K += Of.Within1K;
  To.Within32K += Of.Within32K;
  To.Within1M += Of.Within1M;
}

} // namespace allocsite

#endif
