//===- LogRun.h - Which process a log is of, and when ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   host web-1   service shop   build a1b2c3   process 4711, began 1700000000
//   written 3.214 s later, as a dump
//
// From the table `run` of a log (docs/csv.md), and from the header of its companion. Logs of one
// process have the same Identity, wherever they lie.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_LOGRUN_H
#define ALLOCSITE_REPORT_READ_LOGRUN_H

#include "profile/Expected.h"

#include <cstdint>
#include <string>

namespace allocsite {

struct LogRun {
  std::string Host, Service, Program, Build; ///< empty: not known. Build: hexadecimal digits
  std::string How;                           ///< how the process ended; empty: not known
  uint64_t Process = 0;                      ///< its id; 0: not known
  uint64_t Began = 0;                        ///< seconds after 1970; 0: not known
  /// Milliseconds after 1970, of the moment that the log is of. If the log does not tell, that
  /// of the file.
  uint64_t Time = 0;
  bool TellsTime = false; ///< Time is not the file's
  uint64_t Identity = 0;  ///< of the process; 0: not known

  /// The log says all up to now of a process that goes on.
  bool isDump() const { return How == "dump"; }
};

/// Reads what the tables of \p File tell. An error names the file.
Expected<LogRun> readLogRun(const std::string &File);

} // namespace allocsite

#endif
