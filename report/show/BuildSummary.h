//===- BuildSummary.h - What a build was instrumented with -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums up the inventory of a build in a few lines for people:
//
//   42 files and 3 crates instrumented: 310 sites of 3 allocators (malloc 200, calloc 60, pool_alloc 50)
//   4 calls look like allocations and cannot be counted
//   hint: …
//
// Leaves out the programs with which a build system tests the compiler, whether deleted by
// now, like those of configure scripts, or kept, like those of CMake.
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
  std::set<std::string> Crates;            ///< Names of what rustc has compiled.
  std::map<std::string, size_t> Sites;     ///< By allocator.
  std::map<std::string, size_t> Uncounted; ///< Calls that could be counted, by callee.
  bool HasOwnAllocators = false;           ///< Has allocators beyond the C and C++ libraries'.

  size_t siteCount() const;
  bool isEmpty() const { return Files.empty() && Crates.empty(); }
};

/// Whether \p File belongs to a program with which a build system tests the compiler.
bool isProbeOfBuildSystem(const std::filesystem::path &File);

/// Sums up \p Known, whose names are in \p Names.
BuildSummary summarise(const Inventory &Known, const NameTable &Names);

/// The summary as lines, each with its line end. \p Directory contains compile_commands.json.
/// \p KnowsLeaves: the build was given the list of leaf functions of an earlier build.
std::string buildSummaryText(const BuildSummary &Summary, const std::string &Directory,
                             bool KnowsLeaves);

} // namespace allocsite

#endif
