//===- Timeline.h - How much was alive when ---------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   the table `timeline` of a log, or of a profile ──▶ points
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_TIMELINE_H
#define ALLOCSITE_REPORT_READ_TIMELINE_H

#include "LogTables.h"

#include <cstdint>
#include <string>
#include <vector>

namespace allocsite {

struct TimelinePoint {
  double Seconds;                  ///< since the program began, or was forked
  uint64_t Allocated, Freed, Live; ///< bytes
  uint64_t Resets = 0;             ///< of arenas, since the program began; 0 if not told
};

/// None where there is none.
Expected<std::vector<TimelinePoint>> readTimeline(LogTables &Of);

//   the table `timeline-groups` of a log, or of a profile ──▶ groups, with their points

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

/// A mark that the program has set.
struct MarkTime {
  std::string Name;
  double Seconds; ///< as TimelinePoint::Seconds
};

/// In the order of time, from the table `marks`; none where there is none.
Expected<std::vector<MarkTime>> readMarkTimes(LogTables &Of);

/// None where there are none. \p PointCount: how many readTimeline() has found there.
Expected<std::vector<TimelineGroup>> readTimelineGroups(LogTables &Of, size_t PointCount);

/// What is known of a run beside its rows. Each is empty if the file does not tell it.
struct RunOverTime {
  std::vector<TimelinePoint> Timeline;
  std::vector<TimelineGroup> Groups; ///< of the timeline
  std::vector<MarkTime> Marks;
};

Expected<RunOverTime> readRunOverTime(LogTables &Of);

} // namespace allocsite

#endif
