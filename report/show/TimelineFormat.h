//===- TimelineFormat.h - Charts of live memory over time -------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_TIMELINEFORMAT_H
#define ALLOCSITE_REPORT_SHOW_TIMELINEFORMAT_H

#include "Sheet.h"
#include "read/Timeline.h"

namespace allocsite {

/// The unit of the horizontal axis: time, or bytes allocated so far.
enum class TimeAxis { Seconds, Bytes };

/// \p Of must not be empty. A column shows the most live bytes of its time.
std::string timelineChart(const std::vector<TimelinePoint> &Of, TimeAxis Along,
                          const SheetStyle &Style);

Sheet timelineSheet(const std::vector<TimelinePoint> &Of);

/// A line for each group, the largest peak first; groups of objects follow those of blocks.
/// All groups must be by allocator, or all by size.
std::string groupsChart(std::vector<TimelineGroup> Groups,
                        const std::vector<TimelinePoint> &Of, TimeAxis Along,
                        const SheetStyle &Style);

/// A row for each group and point, from the group's first point on.
Sheet groupsSheet(const std::vector<TimelineGroup> &Groups,
                  const std::vector<TimelinePoint> &Of);

} // namespace allocsite

#endif
