//===- DiscoverOptions.h - The options of allocsite discover -----*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `allocsite` reads the command line and starts allocsite-discover, so that only the latter
// links clang. It passes these options as arguments `name=value`.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_REPORT_SUPPORT_DISCOVEROPTIONS_H
#define ALLOCSITE_REPORT_SUPPORT_DISCOVEROPTIONS_H

#include <optional>
#include <string>
#include <vector>

namespace allocsite {

struct DiscoverOptions {
  std::string Database;             ///< A directory, or compile_commands.json itself.
  std::string Output;               ///< "" is standard output.
  std::string Certainty = "likely"; ///< certain, likely or possible.
  std::string Known = "table";      ///< table or libc.
  std::string Jobs = "0";           ///< Threads; 0: as many as there are cores.
  std::vector<std::string> Sources; ///< Globs of paths; none: all.
  std::vector<std::string> Configs; ///< Further files with known rules.
};

/// The options as arguments, one for each value.
std::vector<std::string> asWords(const DiscoverOptions &Options);

/// The inverse of asWords(); nothing if an argument is not of that form.
std::optional<DiscoverOptions> fromWords(const std::vector<std::string> &Words);

} // namespace allocsite

#endif // ALLOCSITE_REPORT_SUPPORT_DISCOVEROPTIONS_H
