//===- TimelineGroups.h - Groups of a timeline as text ----------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   point,seconds,by,of,group,live count,live bytes
//   1,0.000213,allocator,blocks,"malloc",256,4096
//   1,0.000213,size,blocks,"16",256,4096
//
// The second table of a timeline, `timeline-groups`, written by the runtime and by `recover`.
// A group has a row for each point of the timeline, beginning with the first at which it has
// a block. A group of sizes is named by the largest size in it.
//
// A block is in one group by allocator and in one by size, so only rows of one `by` and one
// `of` may be added up. No state, libc alone; any thread.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_TIMELINEGROUPS_H
#define ALLOCSITE_PROFILE_TIMELINEGROUPS_H

#include "CsvOutput.h"
#include "Timeline.h"

namespace allocsite {

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
    addSeconds(Seconds, Points[At].Microseconds);
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
