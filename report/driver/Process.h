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
  /// name=value; added to this process's environment, over what is there.
  std::vector<std::string> Environment;
  std::string Output; ///< A file for both of its outputs; "": those of this process.
};

/// Runs \p Words, of which the first is looked for in PATH, and gives back the exit status,
/// as a shell has it: 128 and the signal's number where a signal has ended it.
Expected<int> runProcess(const std::vector<std::string> &Words,
                         const ProcessOptions &Options = {});

} // namespace allocsite

#endif
