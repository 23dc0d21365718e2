//===- Timeline.h - Points of a timeline as text ----------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   seconds,allocated bytes,freed bytes,live bytes
//   0.000213,4096,0,4096
//
// The table `timeline` of a log, written by the runtime and by `recover`. No state, libc
// alone; any thread.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_TIMELINE_H
#define ALLOCSITE_PROFILE_TIMELINE_H

#include "Text.h"
#include "allocsite/ProfileFormat.h"

namespace allocsite {

inline constexpr char TimelineHeader[] = "seconds,allocated bytes,freed bytes,live bytes\n";
/// An upper bound for the size of the text: four numbers a line, and the header.
inline constexpr size_t MostTimelineBytes = 96 * (ALLOCSITE_TIMELINE_POINTS + 1);

/// Live bytes; 0 if more was freed than allocated, as may be seen while threads run.
inline uint64_t liveAt(const AllocSiteTimelinePoint &Of) {
  return Of.Allocated < Of.Freed ? 0 : Of.Allocated - Of.Freed;
}

inline void addSeconds(Text &To, uint64_t Microseconds) {
  To.number(Microseconds / 1000000).add('.');
  for (uint64_t Digit = 100000; Digit; Digit /= 10)
    To.add(static_cast<char>('0' + Microseconds / Digit % 10));
}

/// Adds the header and a line for each point. Readers of a file drop points that are out of
/// order first.
inline void addTimeline(Text &To, const AllocSiteTimelinePoint *Points, size_t Count) {
  To.add(TimelineHeader);
  for (size_t I = 0; I < Count; ++I) {
    const AllocSiteTimelinePoint &Of = Points[I];
    addSeconds(To, Of.Microseconds);
    To.add(',').number(Of.Allocated).add(',').number(Of.Freed);
    To.add(',').number(liveAt(Of)).add('\n');
  }
}

} // namespace allocsite

#endif
