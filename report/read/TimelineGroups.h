//===- TimelineGroups.h - What a timeline is made of ------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   app.csv, app.timeline.csv   ──▶ app.timeline-groups.csv beside it
//   app.asprof                  ──▶ the groups in it
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_TIMELINEGROUPS_H
#define ALLOCSITE_REPORT_READ_TIMELINEGROUPS_H

#include "Timeline.h"

namespace allocsite {

struct GroupPoint {
  uint64_t Blocks, Bytes; ///< live
};

struct TimelineGroup {
  bool IsOfSize;    ///< grouped by size; else by allocator
  bool IsOfObjects; ///< objects of arenas: they lie in blocks, so do not add them to these
  std::string Name; ///< the allocator's, or the largest size in digits
  size_t First;     ///< index of the timeline point that Points begins with
  std::vector<GroupPoint> Points;

  GroupPoint at(size_t Point) const {
    return Point < First || Point - First >= Points.size() ? GroupPoint()
                                                           : Points[Point - First];
  }
};

/// The path of the file of groups beside \p Log, whether or not it exists.
std::string groupsBeside(const std::string &Log);

/// Reads the groups of \p File, which is as in readTimeline(). Empty if there are none.
/// \p PointCount is the number of points that readTimeline() returned.
Expected<std::vector<TimelineGroup>> readTimelineGroups(const std::string &File,
                                                        size_t PointCount);

} // namespace allocsite

#endif
