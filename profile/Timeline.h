//===- Timeline.h - A timeline as text --------------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   seconds,allocated bytes,freed bytes,live bytes,arena resets
//   0.000213,4096,0,4096,2
//
// The last column is there if arenas were made.
// The tables `timeline` and `timeline-groups` of a log, written by the runtime and by
// `recover`. No state, libc alone; any thread.
//
//   point,seconds,by,of,group,live count,live bytes
//   1,0.000213,allocator,blocks,"malloc",256,4096
//   1,0.000213,size,blocks,"16",256,4096
//
// A group has a row for each point of the timeline, beginning with the first at which it has
// a block. A group of sizes is named by the largest size in it. A block is in one group by
// allocator and in one by size, so only rows of one `by` and one `of` may be added up.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_TIMELINE_H
#define ALLOCSITE_PROFILE_TIMELINE_H

#include "CsvOutput.h"
#include "Text.h"
#include "allocsite/ProfileFormat.h"

namespace allocsite {

inline constexpr char TimelineHeader[] = "seconds,allocated bytes,freed bytes,live bytes\n";
inline constexpr char TimelineHeaderWithResets[] =
    "seconds,allocated bytes,freed bytes,live bytes,arena resets\n";
/// An upper bound for the size of the text: five numbers a line, and the header.
inline constexpr size_t MostTimelineBytes = 120 * (ALLOCSITE_TIMELINE_POINTS + 1);

/// Live bytes; 0 if more was freed than allocated, as may be seen while threads run.
inline uint64_t liveAt(const AllocSiteTimelinePoint &Of) {
  return Of.Allocated < Of.Freed ? 0 : Of.Allocated - Of.Freed;
}

/// Adds the header and a line for each point. Readers of a file drop points that are out of
/// order first.
inline void addTimeline(Text &To, const AllocSiteTimelinePoint *Points, size_t Count,
                        bool HasArenas) {
  To.add(HasArenas ? TimelineHeaderWithResets : TimelineHeader);
  for (size_t I = 0; I < Count; ++I) {
    const AllocSiteTimelinePoint &Of = Points[I];
    addSeconds(To, Of.Microseconds * 1000, 6);
    To.add(',').number(Of.Allocated).add(',').number(Of.Freed);
    To.add(',').number(liveAt(Of));
    if (HasArenas)
      To.add(',').number(Of.Resets);
    To.add('\n');
  }
}

inline constexpr char GroupsHeader[] = "point,seconds,by,of,group,live count,live bytes\n";
/// The name of the group by allocator without a site.
inline constexpr char OtherAllocators[] = "(other)";

inline uint64_t largestSizeOf(uint64_t SizeClass) { return UINT64_C(1) << (SizeClass & 63); }

/// Adds the rows of one group with the points `Its`. `Name` is the name of its allocator.
inline void addGroup(CsvOutput &To, const AllocSiteTimelineGroup &Of, TextRef Name,
                     const AllocSiteTimelinePoint *Points, const AllocSiteGroupPoint *Its,
                     size_t Count) {
  size_t At = 0;
  while (At < Count && !Its[At].Blocks && !Its[At].Bytes)
    ++At;
  for (; At < Count; ++At) {
    To.number(At + 1);
    char Digits[32];
    Text Seconds(Digits, sizeof(Digits));
    addSeconds(Seconds, Points[At].Microseconds * 1000, 6);
    To.add(',').add(Seconds.ref());
    if (Of.By == ALLOCSITE_GROUP_BY_SIZE) {
      To.add(Of.InArena ? ",size,objects,\"" : ",size,blocks,\"");
      To.number(largestSizeOf(Of.SizeClass));
      To.add('"');
    } else {
      To.add(Of.InArena ? ",allocator,objects," : ",allocator,blocks,");
      To.quoted(Name);
    }
    To.add(',').number(Its[At].Blocks);
    To.add(',').number(Its[At].Bytes);
    To.add('\n');
  }
}

} // namespace allocsite

#endif
