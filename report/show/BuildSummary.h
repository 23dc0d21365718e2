//===- BuildSummary.h - What a build was instrumented with -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The inventory that a build has written, in a few lines for people:
//
//   42 files instrumented: 310 sites of 3 allocators (malloc 200, calloc 60, pool_alloc 50)
//   4 calls look like allocations and cannot be counted
//   hint: …
//
// Programs by which a build system tries the compiler are not among them, whether they are
// gone by then, as those of configure scripts, or kept, as those of CMake.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_BUILDSUMMARY_H
#define ALLOCSITE_REPORT_SHOW_BUILDSUMMARY_H

#include "inventory/Inventory.h"

#include <filesystem>
#include <map>
#include <set>
#include <string>

namespace allocsite {

struct BuildSummary {
  std::set<std::string> Files;             ///< Absolute paths of sources.
  std::map<std::string, size_t> Sites;     ///< By allocator.
  std::map<std::string, size_t> Uncounted; ///< Calls that could be, by callee.
  bool HasOwnAllocators = false;           ///< Some are not of the C and C++ libraries.
  bool CallsStrings = false;               ///< std::string of libstdc++, which allocates.

  size_t siteCount() const;
};

/// Whether \p File belongs to a program by which a build system tries the compiler.
bool isProbeOfBuildSystem(const std::filesystem::path &File);

/// \p Names must be the table of \p Known.
BuildSummary summarise(const Inventory &Known, const NameTable &Names);

/// The lines, each with its end. \p Directory has compile_commands.json. \p KnowsLeaves: the
/// build was given what an earlier one had learned.
std::string buildSummaryText(const BuildSummary &Summary, const std::string &Directory,
                             bool KnowsLeaves);

} // namespace allocsite

#endif
