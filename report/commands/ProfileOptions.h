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
#ifndef ALLOCSITE_REPORT_COMMANDS_PROFILEOPTIONS_H
#define ALLOCSITE_REPORT_COMMANDS_PROFILEOPTIONS_H

#include "Command.h"
#include "view/View.h"

#include <CLI/CLI.hpp>

namespace allocsite {

/// Adds what \p Files have counted to a side of \p To, and warns of what is not known.
MaybeError readProfiles(const std::vector<std::string> &Files, Profile &To, unsigned Side);

/// The same of files that tell what was live. An error names one that does not: \p IsMissing.
MaybeError readLiveProfiles(const std::vector<std::string> &Files, Profile &To,
                            bool &IsMissing);

/// What --by of `report` knows.
constexpr const char *ReportViews[] = {"site",    "pc0",    "chain",    "allocator",
                                       "type",    "size",   "function", "file",
                                       "process", "thread", "module"};

/// Which rows to show.
class FilterOptions {
public:
  /// All of them. This must outlive \p To.
  void addTo(CLI::App &To);
  /// All but --all-layers, of a command that takes rows of all layers.
  void addNamesTo(CLI::App &To);
  /// --no-hide, of a command that shows through wrappers.
  void addWrappersTo(CLI::App &To);

  /// Nothing is asked for.
  bool isEmpty() const {
    return Functions.empty() && Allocators.empty() && Types.empty() && SiteNames.empty() &&
           FileNames.empty() && Modules.empty() && Expression.empty() && MinBytes.empty() &&
           MinCalls.empty();
  }

  /// What a profile has to keep so that the options can be judged.
  Expected<KeptKeys> keys() const;
  /// By row, what the options but --hide and --all-layers ask for. An error is one of the command
  /// line. \p Misses get a sentence for each name that no row has.
  Expected<std::vector<bool>> select(const Profile &Of,
                                     std::vector<std::string> &Misses) const;
  /// What all options ask for. An error is one of the command line.
  Expected<ViewSelection> selection() const;
  /// What is shown of \p Of, of whose measures it is \p Shown. An error is one of the command line.
  Expected<View> view(Profile &Of, ColumnId Shown) const;
  /// Leaves in \p Of what is shown of \p Shown, a measure. An error is one of the command line.
  Expected<LeftOut> apply(Profile &Of, std::optional<ColumnId> Shown = {}) const;
  /// Leaves in \p Of what is asked for, of all layers, and warns if that is nothing. An error is
  /// one of the command line.
  MaybeError applyToAllLayers(Profile &Of) const;

  // Globs, any of which may match; none: all.
  std::vector<std::string> Functions, Allocators, Types, SiteNames, FileNames, Modules;
  std::vector<std::string> Hidden;
  bool AllLayers = false;
  bool ShowsThrough = false; ///< leave out wrappers
  bool MarksCuts = true;     ///< see ViewSelection

private:
  Expected<Where> where() const;
  Error inOption(const Error &Failure) const;

  std::string Expression, MinBytes, MinCalls;
};

/// What is shown where a person does not say: bytes, or what there is in their place, as in a
/// profile that knows only what is in use.
Measure usualMeasure(const Profile &Of);

/// --measure, of a command that shows one measure.
class MeasureOption {
public:
  void addTo(CLI::App &To);
  /// The column, or an error that says which there are.
  Expected<ColumnId> column(const Profile &Of) const;

private:
  std::string Word; ///< empty: usualMeasure()
};

/// Of `allocsite run`, whose logs are gone when somebody reads what is made of them: their names
/// (PROCESS-NUMBER-PROGRAM.csv) tell the programs, and \p Command stands for the files.
class OfRunOption {
public:
  void addTo(CLI::App &To);
  void name(std::vector<Run> &Runs) const;

private:
  std::string Command; ///< empty: the files are named by a person
};

/// What a command that shows one measure begins with.
struct ProfileView {
  Profile Of;
  LeftOut Left;
  ColumnId Measure = 0;
};

/// Reads \p Files, as chosenFiles() has them, and leaves what is shown. They are summed; where
/// \p To.Of has two sides they have to be two, one a side. Where that fails, the code
/// to exit with: what is wrong was printed, as of \p Command.
std::optional<ExitCode> readView(const std::vector<std::string> &Files,
                                 const FilterOptions &Filter, const MeasureOption &Measure,
                                 const char *Command, ProfileView &To);

/// Files, or standard input where that is a profile, or else the newest log.
Expected<std::vector<std::string>> chosenFiles(const std::vector<std::string> &Named);

/// What was not shown, a sentence each.
std::vector<std::string> sentencesOn(const LeftOut &What, const NameTable &Names);

/// Prints \p Failure, a fault of the command line, and where to read about \p Command.
ExitCode failUsage(const Error &Failure, const char *Command);

} // namespace allocsite

#endif
