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
  uint64_t Blocks, Bytes; ///< alive
};

struct TimelineGroup {
  bool IsOfSize;    ///< else of an allocator
  bool IsOfObjects; ///< of arenas; they lie in blocks, and are not added to them
  std::string Name; ///< the allocator's, or the largest size in digits
  size_t First;     ///< the point of the timeline that Points begins with, from 0
  std::vector<GroupPoint> Points;

  GroupPoint at(size_t Point) const {
    return Point < First || Point - First >= Points.size() ? GroupPoint()
                                                           : Points[Point - First];
  }
};

/// Where the groups of \p Log are, or would be.
std::string groupsBeside(const std::string &Log);

/// Of \p File, as readTimeline() takes it; none where it has none. \p PointCount: how many
/// readTimeline() has found there.
Expected<std::vector<TimelineGroup>> readTimelineGroups(const std::string &File,
                                                        size_t PointCount);

} // namespace allocsite

#endif
