//===- LiveTally.h - What threads counted of blocks, as a tally -*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sums over threads, of the process that counts and of a profile file.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_LIVETALLY_H
#define ALLOCSITE_PROFILE_LIVETALLY_H

#include "allocsite/ProfileFormat.h"
#include "profile/Measures.h"

namespace allocsite {

/// `AtPeak`: its blocks of the peak. While threads run, Live and AtPeak of the sum may be
/// below 0 for a moment.
inline void addRecord(Tally &To, const AllocSiteThreadRecord &Of, int64_t AtPeak) {
  To.Live += Of.Allocated - Of.Freed;
  To.AtPeak += static_cast<uint64_t>(AtPeak);
  To.Freed += Of.Freed;
  To.Temporary += Of.Temporary;
  To.InPlace += Of.InPlace;
  To.Moved += Of.Moved;
  To.Copied += Of.Copied;
}

/// Is there anything to tell of its blocks?
inline bool wasFollowed(const Tally &Of) {
  return Of.Live || Of.AtPeak || Of.Freed || Of.InPlace || Of.Moved;
}

inline void addLifetime(Tally &To, const AllocSiteThreadLifetime &Of) {
  To.Lifetime += Of.Sum; // a reset leaves one below 0
  To.Longest = mergeMax(To.Longest, Of.Longest);
  To.Within1K += Of.Within1K;
  To.Within32K += Of.Within32K;
  To.Within1M += Of.Within1M;
}

} // namespace allocsite

#endif
