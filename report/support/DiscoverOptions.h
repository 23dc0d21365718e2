//===- DiscoverOptions.h - What a run of discover is asked for ---*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `allocsite` reads the command line and starts allocsite-discover, which alone links
// clang. What crosses between the two is this, as words `name=value`.
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
  std::vector<std::string> Configs; ///< Files whose rules are known, too.
};

/// One word for each value.
std::vector<std::string> asWords(const DiscoverOptions &Options);

/// Nothing where a word is none of asWords().
std::optional<DiscoverOptions> fromWords(const std::vector<std::string> &Words);

} // namespace allocsite

#endif // ALLOCSITE_REPORT_SUPPORT_DISCOVEROPTIONS_H
