//===- Process.h - Runs another program and waits for it ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_DRIVER_PROCESS_H
#define ALLOCSITE_REPORT_DRIVER_PROCESS_H

#include "profile/Expected.h"

#include <string>
#include <vector>

namespace allocsite {

struct ProcessOptions {
  /// Entries name=value, added to this process's environment; they override existing ones.
  std::vector<std::string> Environment;
  std::string Output; ///< A file for stdout and stderr; "": those of this process.
  int Stdout = -1;    ///< A descriptor that becomes stdout; -1: that of this process.
};

/// Runs \p Words, the first of which is looked up in PATH, and returns the exit status as a
/// shell does: 128 plus the signal's number if a signal has ended the program.
Expected<int> runProcess(const std::vector<std::string> &Words,
                         const ProcessOptions &Options = {});

/// Runs \p Words likewise and returns what it writes to standard output. A status other than 0
/// is an error.
Expected<std::string> outputOfCommand(const std::vector<std::string> &Words);

} // namespace allocsite

#endif
