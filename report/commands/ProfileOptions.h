//===- ProfileOptions.h - Files and filters, on the command line ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared by all commands that show a profile, so that they take the same files and filters.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_COMMANDS_PROFILEOPTIONS_H
#define ALLOCSITE_REPORT_COMMANDS_PROFILEOPTIONS_H

#include "Command.h"
#include "read/AllocationLog.h"
#include "show/LeftOutFormat.h"
#include "view/RowsBySide.h"
#include "view/View.h"

#include <CLI/CLI.hpp>
#include <map>

namespace allocsite {

/// Adds the counts of \p Files to a side of \p To, and warns about missing data. Removes from
/// \p InAll, if it is not null, the measures that not all files have.
MaybeError readProfiles(const std::vector<std::string> &Files, Profile &To, unsigned Side,
                        MeasureSet *InAll = nullptr);

/// The same for files that must record live memory. If one does not, sets \p IsMissing and
/// returns an error that names it.
MaybeError readLiveProfiles(const std::vector<std::string> &Files, Profile &To,
                            bool &IsMissing);

/// The values of --by of `report`.
constexpr const char *ReportViews[] = {"site",    "pc0",    "chain",    "allocator",
                                       "type",    "size",   "function", "file",
                                       "process", "thread", "module",   "through"};

/// The values of --by of `diff`; `trend` has all but process and thread.
extern const std::map<std::string, RowBy> RowByWords;

/// The parts of row keys by which these match rows: sites by type and sizes, too.
KeptKeys keysOf(RowBy By);

/// The options that select the rows to show.
class FilterOptions {
public:
  /// Declares all filter options. This must outlive \p To.
  void addTo(CLI::App &To);
  /// Declares all but --all-layers, for commands that use rows of all layers.
  void addNamesTo(CLI::App &To);
  /// Declares --no-hide, for commands that leave out wrappers.
  void addWrappersTo(CLI::App &To);
  /// Declares --depth, for commands that print chains on lines; sets MostFrames to its default.
  void addDepthTo(CLI::App &To);

  /// True if no option restricts the rows.
  bool isEmpty() const {
    return Functions.empty() && Allocators.empty() && Types.empty() && SiteNames.empty() &&
           FileNames.empty() && Modules.empty() && Processes.empty() && Threads.empty() &&
           Expression.empty() && MinBytes.empty() && MinCalls.empty() && !Repeated;
  }

  /// The parts of row keys that a profile has to keep for these options, and \p More. If the
  /// command line is wrong, select() and others say so.
  KeptKeys keys(KeptKeys More = {}) const;
  /// For each row, whether the options other than --hide and --all-layers select it. Fails if
  /// the command line is wrong. Adds to \p Misses a sentence for each name that no row has.
  Expected<std::vector<bool>> select(const Profile &Of,
                                     std::vector<std::string> &Misses) const;
  /// An error if --repeated was given, and \p Of does not tell how many blocks are live.
  MaybeError checkRepeated(const Profile &Of) const;
  /// All options as a ViewSelection. Fails if the command line is wrong.
  Expected<ViewSelection> selection() const;
  /// The view of \p Of that shows the measure \p Shown. Fails if the command line is wrong.
  Expected<View> view(Profile &Of, ColumnId Shown) const;
  /// Keeps only the rows of \p Of that a view of the measure \p Shown shows. Fails if
  /// the command line is wrong.
  Expected<LeftOut> apply(Profile &Of, std::optional<ColumnId> Shown = {}) const;
  /// The same for a view of rows by side: chains are as long as all sources know them, and
  /// wrappers are left out where the view shows functions.
  Expected<LeftOut> applyBySide(Profile &Of, RowBy By, ColumnId Shown) const;
  /// Keeps only the selected rows of \p Of, in all layers, and warns if there are none.
  /// Fails if the command line is wrong.
  MaybeError applyToAllLayers(Profile &Of) const;

  // Globs: a row matches if any does; empty: all rows match.
  std::vector<std::string> Functions, Allocators, Types, SiteNames, FileNames, Modules,
      Processes, Threads;
  std::vector<std::string> Hidden;
  bool AllLayers = false;
  bool ShowsThrough = false; ///< leave out wrappers
  bool MarksCuts = true;     ///< see ViewSelection
  size_t MostFrames = 0;     ///< see ViewSelection
  uint64_t Repeated = 0;     ///< see ViewSelection

private:
  Expected<Where> where() const;
  Error inOption(const Error &Failure) const;

  std::string Expression, MinBytes, MinCalls;
};

/// The measure shown by default: bytes, or a substitute if the profile has none, such as
/// live-bytes in a profile of memory in use.
Measure usualMeasure(const Profile &Of);

/// The option --measure, for commands that show one measure.
class MeasureOption {
public:
  void addTo(CLI::App &To);
  bool isGiven() const { return !Word.empty(); }
  /// The chosen column, or else that of \p Usual, or of usualMeasure(). An error lists the
  /// columns.
  Expected<ColumnId> column(const Profile &Of, std::optional<Measure> Usual = {}) const;

private:
  std::string Word; ///< empty: usualMeasure()
};

/// The option --of-run, which `allocsite run` passes. Its logs are temporary: the output names
/// the run's command in place of the files, and programs by the names of their logs
/// (PROCESS-NUMBER-PROGRAM.csv).
class OfRunOption {
public:
  void addTo(CLI::App &To);
  void name(std::vector<Run> &Runs) const;

private:
  std::string Command; ///< empty: a user has named the files
};

/// The input of a command that shows one measure.
struct ProfileView {
  Profile Of;
  LeftOut Left;
  ColumnId Measure = 0;
  bool HasLines = false; ///< of calls (addCallLines())
  /// Side 0, if it is not the first of two files.
  std::optional<std::vector<std::string>> Before = {};
  std::optional<allocsite::Measure> Usual =
      {};          ///< is shown if it is there and the user names none
  double Wait = 0; ///< seconds between the sides; not 0: side 0 are the files themselves
};

/// Reads \p Files, as chosenFiles() returns them, and keeps the rows that are shown. Sums the
/// files; if \p To.Of has two sides, there must be two files, one for each side. On failure
/// prints the error, on behalf of \p Command, and returns the exit code.
std::optional<ExitCode> readView(const std::vector<std::string> &Files,
                                 const FilterOptions &Filter, const MeasureOption &Measure,
                                 const char *Command, ProfileView &To);

/// The files \p Named; or else standard input, if a profile comes from there; or the newest
/// log.
Expected<std::vector<std::string>> chosenFiles(const std::vector<std::string> &Named);

/// Prints \p Failure, a fault of the command line, and refers to the help of \p Command.
ExitCode failUsage(const Error &Failure, const char *Command);

} // namespace allocsite

#endif
