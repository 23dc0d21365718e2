//===- ProfileOptions.h - Files and filters, on the command line ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of each command that shows a profile, so that all take the same files and the same filters.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_PROFILEOPTIONS_H
#define ALLOCSITE_REPORT_PROFILEOPTIONS_H

#include "Command.h"
#include "transform/Shown.h"

#include <CLI/CLI.hpp>

namespace allocsite {

/// Adds what \p Files have counted to a side of \p To, and warns of what is not known.
MaybeError readProfiles(const std::vector<std::string> &Files, Profile &To, unsigned Side);

/// What --by of `report` knows.
constexpr const char *ReportViews[] = {"site",     "pc0",  "chain",   "allocator", "type",  "size",
                                       "function", "file", "process", "thread",    "module"};

/// Which rows to show.
class FilterOptions {
public:
  /// All of them. This must outlive \p To.
  void addTo(CLI::App &To);
  /// Those that are not also of a Selection (merge/Grouping.h).
  void addFurtherTo(CLI::App &To);

  /// Nothing is asked for.
  bool isEmpty() const {
    return Functions.empty() && Allocators.empty() && Types.empty() && SiteNames.empty() &&
           FileNames.empty() && Modules.empty() && Expression.empty() && MinBytes.empty() &&
           MinCalls.empty();
  }

  /// What the options but --hide and --all-layers ask for. An error is one of the command line.
  Expected<Where> where() const;
  /// Leaves in \p Of what is shown. An error is one of the command line.
  Expected<LeftOut> apply(Profile &Of) const;

  // Globs, any of which may match; none: all.
  std::vector<std::string> Functions, Allocators, Types, SiteNames, FileNames, Modules;
  std::vector<std::string> Hidden;
  bool AllLayers = false;

private:
  std::string Expression, MinBytes, MinCalls;
};

/// --measure, of a command that shows one measure.
class MeasureOption {
public:
  void addTo(CLI::App &To);
  /// The column, or an error that says which there are.
  Expected<ColumnId> column(const Profile &Of) const;

private:
  std::string Word = "bytes";
};

/// Files, or standard input where that is a profile, or else the newest log.
Expected<std::vector<std::string>> chosenFiles(const std::vector<std::string> &Named);

/// What was not shown, a sentence each.
std::vector<std::string> sentencesOn(const LeftOut &What, const NameTable &Names);

/// Prints \p Failure, a fault of the command line, and where to read about \p Command.
ExitCode failUsage(const Error &Failure, const char *Command);

} // namespace allocsite

#endif
