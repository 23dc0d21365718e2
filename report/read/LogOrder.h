//===- LogOrder.h - Which of several logs came first ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   app-1.csv  written 10:00:00      ┐ by the times that their companions have; equal times by
//   app-2.csv  written 10:01:00      │ the number in the name, then app.csv, the log of the end
//   app.csv    written 10:01:00      ┘
//              of one process: when it began, and the seconds since then, whatever the clock was
//              set to meanwhile
//   v9.csv v10.csv                     without times: by the number in names that are equal else
//   old.csv new.csv                    else as they are given
//
// A profile with counters (.asprof) does not tell when it was written: its time is that of the
// start of its process.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_LOGORDER_H
#define ALLOCSITE_REPORT_READ_LOGORDER_H

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace allocsite {

struct LogOrigin {
  std::string File;
  uint64_t Time = 0; ///< milliseconds after 1970; 0: not known
  /// Process id, start in clock ticks after boot, and the boot's id; zeros: not known.
  std::array<uint64_t, 4> Process = {};
};

/// Never fails: what cannot be read is not known.
LogOrigin originOf(const std::string &File);

enum class LogOrder { ByTime, ByNumber, AsGiven };

/// Sorts \p Logs, oldest first; tells how.
LogOrder sortLogs(std::vector<LogOrigin> &Logs);

} // namespace allocsite

#endif
