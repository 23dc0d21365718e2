//===- MergeCommand.cpp - allocsite merge: many profiles become one -------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files are read one after the other into one Profile, which merges equal rows. So memory
// depends on the number of distinct rows, not of files. Rows are written in the order of their
// names, so that merging is associative and the order of the files does not matter.
//
//===----------------------------------------------------------------------===//

#include "ProfileOptions.h"
#include "read/LogTables.h"
#include "read/NewestLog.h"
#include "read/RecordedProfile.h"
#include "show/LogFormat.h"
#include "support/DisplayText.h"
#include "support/Message.h"
#include "support/NewFile.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <set>
#include <unistd.h>

using namespace allocsite;

namespace {

struct MergeOptions {
  std::vector<std::string> Files;
  std::string Output;
  FilterOptions Filter;
};

/// Shows progress in one line of a terminal, which it overwrites. Prints nothing elsewhere.
class Progress {
public:
  explicit Progress(size_t Of) : Of(Of), IsShown(::isatty(STDERR_FILENO)) {}
  ~Progress() { clear(); }

  void at(size_t Done, const Profile &All) {
    const size_t Percent = Done * 100 / Of;
    if (!IsShown || Percent == Last)
      return;
    Last = Percent;
    std::fputs(fmt::format("\r\033[K{:3}%  {} of {} files, {} rows", Percent, Done, Of,
                           All.rowCount())
                   .c_str(),
               stderr);
  }
  void clear() {
    if (IsShown && Last != SIZE_MAX)
      std::fputs("\r\033[K", stderr);
    Last = SIZE_MAX;
  }

private:
  size_t Of;
  bool IsShown;
  size_t Last = SIZE_MAX;
};

/// A table that a run leaves with its log if an option requests it. If HasRows, one table may
/// hold the rows of several runs, since readers sum them. Other tables make sense for a single
/// run only; if HasNumbers, for its log only, of whose rows they have the numbers.
struct MergedTable {
  const char *Name, *What;
  bool HasRows;
  bool HasNumbers = false;
  bool IsNoted = true; ///< that it is left out
  std::string Text = {};
  size_t Found = 0;
  bool CanStand = true;

  void add(const std::string &More) {
    ++Found;
    if (!CanStand || More.empty()) // a killed run of an older version leaves an empty file
      return;
    const size_t Head = std::min(More.find('\n'), More.size() - 1) + 1;
    CanStand = Text.empty() || Text.compare(0, Head, More, 0, Head) == 0;
    if (!CanStand)
      return;
    Text.append(More, Text.empty() ? 0 : Head, Text.npos);
    if (Text.back() != '\n')
      Text += '\n'; // a header without rows, or an edited last line
  }
};

/// The frames of the result are others than those of a file: without the last column, if that has
/// them.
std::string withoutFrames(std::string_view Of) {
  constexpr std::string_view Title = ",frame";
  const size_t Head = Of.find('\n');
  if (Head == Of.npos || Head < Title.size() ||
      Of.substr(Head - Title.size(), Title.size()) != Title)
    return std::string(Of);
  std::string Left;
  bool IsQuoted = false; // a name may hold a line feed
  size_t Comma = 0;      // in Left: the last one of the line
  for (char Each : Of) {
    if (Each == '"')
      IsQuoted = !IsQuoted;
    else if (Each == ',' && !IsQuoted)
      Comma = Left.size();
    else if (Each == '\n' && !IsQuoted && Comma)
      Left.resize(Comma);
    if (Each == '\n' && !IsQuoted)
      Comma = 0;
    Left += Each;
  }
  return Left;
}

/// Merges the logs' tables; prints a note for each that cannot be merged.
Expected<NamedTables> mergeTables(const MergeOptions &Options,
                                  const std::vector<std::string> &Files) {
  MergedTable All[] = {{"threads", "threads", true},
                       {"arenas", "arenas", true},
                       {"frees", "who freed the blocks", true},
                       {"timeline", "timeline", false},
                       {"timeline-groups", "groups of the timeline", false},
                       {"changes", "changes of rows over time", false, true},
                       {"marks", "marks", false},
                       {"graph", "graph of objects", false},
                       {"generations", "generations", false, true},
                       {"run", "facts of the run", false, false, /*IsNoted=*/false}};
  const bool IsAll = Options.Filter.isEmpty();
  for (MergedTable &Each : All)
    Each.CanStand = IsAll && !Each.HasNumbers && (Each.HasRows || Files.size() == 1);
  for (const std::string &File : Files) {
    if (!endsIn(File, ".csv"))
      continue;
    LogTables Tables(File);
    for (MergedTable &Each : All) {
      if (Each.Found && !Each.CanStand)
        continue;
      auto Its = Tables.find(Each.Name);
      if (!Its)
        return Its.error();
      if (*Its)
        Each.add(withoutFrames((*Its)->Text));
    }
  }
  NamedTables Result;
  for (MergedTable &Each : All) {
    if (Each.Found && !Each.CanStand && Each.IsNoted)
      printNote(fmt::format("{}: not in the result: {}", Each.What,
                            !IsAll            ? "a filter chooses rows"
                            : Each.HasRows    ? "their columns differ"
                            : Each.HasNumbers ? "the rows of the log have other numbers"
                                              : "it is of one run"));
    else if (Each.CanStand && Each.Found && Each.Found < Files.size())
      printNote(
          fmt::format("{}: in {} of the {} files only", Each.What, Each.Found, Files.size()));
    if (Each.CanStand)
      Result.emplace_back(Each.Name, std::move(Each.Text));
  }
  return Result;
}

ExitCode runMerge(const MergeOptions &Options) {
  if (Options.Output.empty())
    return failUsage({"no output given (-o FILE)"}, "merge");
  if (Options.Files.empty())
    return failUsage({"no files given"}, "merge");
  auto Files = filesOrNewestLog(Options.Files);
  if (!Files)
    return fail(Files.error());
  Profile All(1, Options.Filter.keys());
  Progress Shown(Files->size());
  std::set<std::string> Lacks;
  bool HasThrough = false, HasThreads = false;
  for (size_t I = 0; I != Files->size(); ++I) {
    const std::string &File = (*Files)[I];
    if (auto Failure = readProfiles({File}, All, 0)) {
      Shown.clear();
      return fail(*Failure);
    }
    // A log does not hold properties of runs. Do not keep those of ten thousand files.
    for (Run &Each : All.Runs) {
      for (std::string &Lack : Each.Lacks)
        Lacks.insert(std::move(Lack));
      HasThrough |= Each.HasThrough;
      HasThreads |= Each.HasThreads;
    }
    All.Runs.clear();
    Shown.at(I + 1, All);
  }
  Shown.clear();
  Run &Sum = All.Runs.emplace_back(); // of which the sum is written as a log
  Sum.HasThrough = HasThrough;
  Sum.HasThreads = HasThreads;
  constexpr size_t MostLacks = 5;
  size_t Told = 0;
  for (const std::string &Each : Lacks)
    if (Told++ < MostLacks)
      printNote(displayText(Each));
  // Filter the sum of all files: the numbers of a site in a single file do not matter.
  if (auto Failure = Options.Filter.applyToAllLayers(All))
    return failUsage(*Failure, "merge");
  All.dropKeys({true, true}); // of a log
  auto write = [&All](int Descriptor) { return writeLog(All, Descriptor); };
  if (Options.Output == "-") {
    if (int Code = write(STDOUT_FILENO); Code && Code != EPIPE)
      return fail({std::string("standard output: ") + std::strerror(Code)});
    return Fine;
  }
  auto Tables = mergeTables(Options, *Files);
  if (!Tables)
    return fail(Tables.error());
  Tables->emplace_back("places", placesText(All));
  Tables->emplace_back("modules", modulesText(All));
  StackTables Stacks = stackTables(All);
  Tables->emplace_back("frames", std::move(Stacks.Frames));
  Tables->emplace_back("stacks", std::move(Stacks.Stacks));
  if (auto Failure = writeNewFile(Options.Output, write))
    return fail(*Failure);
  return finish(writeLogTables(Options.Output, {}, *Tables));
}

} // namespace

Command allocsite::addMergeCommand(CLI::App &To) {
  auto Options = std::make_shared<MergeOptions>();
  CLI::App &App = *To.add_subcommand("merge", "Write the sum of many profiles as one log");
  App.add_option("FILE", Options->Files, "Logs or profiles; - is standard input")
      ->type_name(" ");
  App.add_option("-o,--output", Options->Output, "The log to write; - is standard output")
      ->type_name("FILE");
  Options->Filter.addNamesTo(App);
  App.footer("Examples:\n"
             "  allocsite merge -o all.csv run*.csv\n"
             "  allocsite merge -o - monday.csv tuesday.csv | allocsite report -\n\n"
             "Rows that agree in frames, allocator, type, site and size become one. It does\n"
             "not matter in which order files are merged, or how many at a time. Threads,\n"
             "arenas and frees are merged as well; a timeline, marks and a graph are kept\n"
             "only if there is a single file.");
  return {&App, [Options] { return runMerge(*Options); }};
}
