//===- Timeline.h - How much was alive when ---------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   app.csv            ──▶ app.timeline.csv beside it
//   app.timeline.csv   ──▶ itself
//   app.asprof         ──▶ the points in it
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_TIMELINE_H
#define ALLOCSITE_REPORT_READ_TIMELINE_H

#include "profile/Expected.h"

#include <cstdint>
#include <string>
#include <vector>

namespace allocsite {

struct TimelinePoint {
  double Seconds;                  ///< since the program began, or was forked
  uint64_t Allocated, Freed, Live; ///< bytes
};

/// The path of the timeline beside \p Log, whether or not it exists.
std::string timelineBeside(const std::string &Log);

/// Reads the timeline of \p File: a log, a profile or a timeline. Empty if there is none.
Expected<std::vector<TimelinePoint>> readTimeline(const std::string &File);

} // namespace allocsite

#endif
