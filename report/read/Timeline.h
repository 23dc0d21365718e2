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
};

/// None where there is none.
Expected<std::vector<TimelinePoint>> readTimeline(LogTables &Of);

} // namespace allocsite

#endif
