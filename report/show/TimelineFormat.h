//===- TimelineFormat.h - How much was alive when, drawn --------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_TIMELINEFORMAT_H
#define ALLOCSITE_REPORT_SHOW_TIMELINEFORMAT_H

#include "Sheet.h"
#include "read/TimelineGroups.h"

namespace allocsite {

/// What goes from left to right.
enum class TimeAxis { Seconds, Bytes };

/// \p Of is not empty. A column shows the most that was alive in its time.
std::string timelineChart(const std::vector<TimelinePoint> &Of, TimeAxis Along,
                          const SheetStyle &Style);

Sheet timelineSheet(const std::vector<TimelinePoint> &Of);

/// A line for each group, those with the largest peak first, and those of objects behind those of
/// blocks. All are groups by one thing.
std::string groupsChart(std::vector<TimelineGroup> Groups,
                        const std::vector<TimelinePoint> &Of, TimeAxis Along,
                        const SheetStyle &Style);

/// A row for each group and point, from the group's first one on.
Sheet groupsSheet(const std::vector<TimelineGroup> &Groups,
                  const std::vector<TimelinePoint> &Of);

} // namespace allocsite

#endif
