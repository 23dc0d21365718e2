//===- ReportCommand.cpp - allocsite report: read, merge, render ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   files ──▶ Profile ──▶ View ─┬─▶ groups: a row for each site, chain, type …  (--by site …)
//                               └─▶ sums by name: self and inclusive numbers    (--by function …)
//   --leaks, --advice, --timeline ──▶ LiveViews
//   --arenas ──▶ ArenasView
//   --table ──▶ the text of it, as it is
//
// The profile keeps types and sizes only if the view or a filter needs them, to save memory.
//
//===----------------------------------------------------------------------===//

#include "LiveViews.h"
#include "read/LogTables.h"
#include "read/MarkRange.h"
#include "read/ProfileSource.h"
#include "read/RecordedProfile.h"
#include "show/ByNameFormat.h"
#include "show/GroupsFormat.h"
#include "show/Sheet.h"
#include "support/DisplayText.h"
#include "support/FunctionName.h"
#include "support/Message.h"
#include "support/NewFile.h"
#include "view/View.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unistd.h>

using namespace allocsite;

namespace {

struct WrapperRules {
  std::string Text; ///< a configuration of the pass
  size_t Count;     ///< number of rules in it; the rest is comments
};

constexpr char Head[] =
    "# Functions that `allocsite report` left out: with these rules the next build has their\n"
    "# callers as sites, with file and line (ALLOCSITE_PASS_OPTIONS=config=FILE).\n"
    "#\n"
    "# A function that keeps freed blocks and hands them out again is counted only when it "
    "asks\n"
    "# for new ones. To count all its calls, write alloc: with the parameter that is the "
    "size\n"
    "# in place of wrapper:, as alloc:NAME size=0.\n";

/// A `wrapper:` rule for each function that was found to be a wrapper or hidden by --hide.
/// Leaves out allocators, which would no longer be counted, and functions that a rule cannot
/// name.
WrapperRules wrapperRules(const LeftOut &Of, const Profile &In) {
  std::set<std::string> Functions(Of.Hidden.begin(), Of.Hidden.end());
  for (const Wrapper &Each : Of.Wrappers)
    Functions.insert(Each.Function);
  std::set<NameId> Ids;
  for (RowId Row = 0; Row != In.rowCount(); ++Row)
    Ids.insert(In.row(Row).Allocator);
  std::set<std::string> Allocators;
  for (NameId Allocator : Ids)
    Allocators.insert(bareFunctionName(In.Names[Allocator]));

  WrapperRules Rules{Head, 0};
  for (const std::string &Function : Functions) {
    const char *Refused = Allocators.count(Function) ? "is an allocator itself"
                          : isRuleName(Function)     ? nullptr
                                                     : "cannot be named by a rule as it is";
    if (Refused) {
      Rules.Text += fmt::format("# {} {}\n", displayText(Function), Refused);
      continue;
    }
    Rules.Text += fmt::format("wrapper:{}\n", Function);
    ++Rules.Count;
  }
  return Rules;
}

struct ReportOptions {
  std::vector<std::string> Files;
  MarkRange Marks;
  std::string By = "site";
  std::optional<Measure> Sort; ///< none: usualMeasure()
  size_t Top = 20;             ///< 0: all
  FilterOptions Filter;
  SheetOptions Format;
  std::string SavedRules; ///< a file, or empty
  std::string Table;      ///< one of LogTableKinds, or empty
  LiveViews Live;
  bool Arenas = false;
};

const std::map<std::string, GroupBy> GroupsBy = {
    {"site", GroupBy::Site},   {"pc0", GroupBy::Pc0},
    {"chain", GroupBy::Chain}, {"allocator", GroupBy::Allocator},
    {"type", GroupBy::Type},   {"through", GroupBy::Through},
    {"size", GroupBy::Size}};

void commentOn(const LogShape &Shape, const std::string &File, const ReportOptions &Options) {
  for (const std::string &Column : Shape.UnknownColumns)
    printWarning(fmt::format("{}: column \"{}\" is not known to this version",
                             displayText(File), shortenMiddle(displayText(Column), 40)));
  if (!Shape.HasSite && Options.By == "site")
    printNote(
        fmt::format("{}: no column \"site\": each chain counts as a site", displayText(File)));
  if (!Shape.HasType && (Options.By == "type" || !Options.Filter.Types.empty()))
    printNote(fmt::format("{}: no column \"type\": no type is known", displayText(File)));
  if (!Shape.HasThrough && Options.By == "through")
    printNote(fmt::format("{}: no column \"through\": what libraries allocate is not known",
                          displayText(File)));
}

MaybeError saveRules(const std::string &File, const LeftOut &Of, const Profile &In) {
  WrapperRules Rules = wrapperRules(Of, In);
  if (auto Failure = writeNewFile(File, Rules.Text))
    return Failure;
  printNote(fmt::format("{}: {} rule{}", displayText(File), Rules.Count,
                        Rules.Count == 1 ? "" : "s"));
  return {};
}

/// Reads \p Files into \p To; adds the measures they have columns for to \p Measures.
MaybeError readAll(const std::vector<std::string> &Files, const ReportOptions &Options,
                   Profile &To, MeasureSet &Measures) {
  for (const std::string &File : Files) {
    auto Shape = readProfile(File, To);
    if (!Shape)
      return Shape.error();
    commentOn(*Shape, File, Options);
    Measures |= Shape->Measures;
  }
  return {};
}

/// The sentences on what the files do not record, each once, with the files if it is not of all.
std::vector<std::string> lacksOf(const Profile &Of) {
  std::vector<std::pair<std::string, std::vector<std::string>>> FilesOf;
  for (const Run &Each : Of.Runs)
    for (const std::string &Lack : Each.Lacks) {
      auto At = std::find_if(FilesOf.begin(), FilesOf.end(),
                             [&](const auto &Known) { return Known.first == Lack; });
      if (At == FilesOf.end())
        At = FilesOf.insert(At, {Lack, {}});
      At->second.push_back(Each.File);
    }
  std::vector<std::string> Lacks;
  for (const auto &[Lack, Files] : FilesOf)
    Lacks.push_back(Files.size() == Of.Runs.size() ? Lack
                    : Files.size() == 1 ? fmt::format("{} ({})", Lack, Files.front())
                                        : fmt::format("{} ({} of {} files)", Lack,
                                                      Files.size(), Of.Runs.size()));
  return Lacks;
}

/// The parts of row keys that the view and the filters need.
KeptKeys keysOf(const ReportOptions &Options) {
  return Options.Filter.keys({Options.By == "type", Options.By == "size",
                              Options.By == "process", Options.By == "thread"});
}

/// The column by which rows are sorted. \p Measures are those that the files have.
Expected<ColumnId> sortColumn(const Profile &Of, const MeasureSet &Measures,
                              const ReportOptions &Options) {
  const Measure Sort = Options.Sort ? *Options.Sort : usualMeasure(Of);
  if (hasMeasure(Measures, Sort))
    return columnNamed(Of, Sort);
  return Error{fmt::format("--sort {}: no log has a column \"{}\"", columnOf(Sort).Word,
                           columnOf(Sort).Title)};
}

ExitCode reportGroups(Profile &All, ColumnId Sort, const ReportOptions &Options) {
  auto Rows = Options.Filter.view(All, Sort);
  if (!Rows)
    return failUsage(Rows.error(), "report");
  if (!Options.SavedRules.empty())
    if (auto Failure = saveRules(Options.SavedRules, Rows->Left, All))
      return fail(*Failure);
  const GroupBy By = GroupsBy.at(Options.By);
  const Groups Found = groupRows(All, *Rows, By, Sort, Options.Top);
  const GroupsReport Report{All, Found, Rows->Left, By, Sort, lacksOf(All)};
  if (Options.Format.isTable())
    return finish(writeAnswer(groupsText(Report, Options.Format.style())));
  return finish(
      writeAnswer(Options.Format.text(groupsSheet(Report, Options.Format.RawBytes))));
}

ExitCode reportByName(Profile &All, ColumnId Sort, const ReportOptions &Options) {
  if (Options.By == "module" && !hasModules(All))
    return failUsage({"--by module: no profile that was read tells modules: logs do of "
                      "programs of which more "
                      "than one object is compiled with the pass, and profiles of pprof"},
                     "report");
  if (Options.By == "thread" && !hasThreads(All))
    return fail({displayText(All.Runs[0].File) + ": " + NoThreads});
  FilterOptions Filter = Options.Filter;
  Filter.MostFrames = 0; // what is allocated below a function is so at any depth
  if (Options.By == "process" || Options.By == "thread")
    Filter.ShowsThrough = false; // these have no frames
  auto Left = Filter.apply(All, Sort);
  if (!Left)
    return failUsage(Left.error(), "report");
  const std::vector<NamedSum> Sums =
      Options.By == "function"  ? byFunction(All, 0, Sort)
      : Options.By == "module"  ? byModule(All, 0, Sort)
      : Options.By == "process" ? byKey(All, 0, Sort, &RowKey::Process)
      : Options.By == "thread"  ? byKey(All, 0, Sort, &RowKey::Thread)
                                : byFile(All, 0, Sort);
  const std::vector<std::string> Sentences = sentencesOn(*Left, All.Names);
  Sheet Rows = byNameSheet(Sums, All.columns(), Sort, All.quantity(Sort, 0), Options.By,
                           Options.Top, !Sentences.empty());
  addNamesTo(Rows.Left, leftOutOf(*Left, All.Names));
  if (!Options.Format.isTable())
    return finish(writeAnswer(Options.Format.text(Rows)));
  std::string Text = Sums.empty() ? "no allocation matches\n" : Options.Format.text(Rows);
  if (Rows.Rows.size() < Sums.size())
    Text += fmt::format("{} of {} {} shown; --top 0 shows all\n", Rows.Rows.size(),
                        groupedNumber(Sums.size()),
                        Options.By == "process" ? "processes" : Options.By + "s");
  for (const std::string &Each : Sentences)
    Text += wrapText(Each, std::min<size_t>(Options.Format.Width.columns(), 96));
  return finish(writeAnswer(Text));
}

/// A table that belongs to a log, as it is.
ExitCode reportTable(const std::vector<std::string> &Files, const std::string &Name) {
  if (Files.size() != 1)
    return failUsage({"--table: one file is expected"}, "report");
  auto Its = LogTables(Files[0]).find(Name);
  if (!Its)
    return fail(Its.error());
  if (!*Its)
    return fail({fmt::format("{}: no table \"{}\"", displayText(Files[0]), Name)});
  return finish(writeAnswer((*Its)->Text));
}

ExitCode runReport(ReportOptions Options) {
  auto Files = chosenFiles(Options.Files);
  if (!Files)
    return Options.Live.failed(Files.error());
  if (!Options.Table.empty())
    return reportTable(*Files, Options.Table);
  for (std::string &File : *Files)
    File = withMarks(File, Options.Marks);
  if (Options.Live.isWanted())
    return Options.Live.run(*Files, Options.Filter, Options.Format, Options.Top);
  if (Options.Arenas)
    return reportArenas(*Files, Options.Format, Options.Top);
  if (Options.By == "allocator") // rows of this view are not added up
    Options.Filter.AllLayers = true;

  Profile All(1, keysOf(Options));
  MeasureSet Measures;
  if (auto Failure = readAll(*Files, Options, All, Measures))
    return fail(*Failure);
  auto Sort = sortColumn(All, Measures, Options);
  if (!Sort)
    return fail(Sort.error());
  return GroupsBy.count(Options.By) ? reportGroups(All, *Sort, Options)
                                    : reportByName(All, *Sort, Options);
}

} // namespace

Command allocsite::addReportCommand(CLI::App &To) {
  auto Options = std::make_shared<ReportOptions>();

  CLI::App &App = *To.add_subcommand("report", "Print the sites that allocate most");
  App.add_option("FILE", Options->Files,
                 "Logs or profiles, or directories of logs, which are summed; - is\n"
                 "standard input. None: standard input where that is a file or a pipe\n"
                 "with a log, else your newest skip-alloc-log-*.csv in $TMPDIR or /tmp")
      ->type_name(" ");
  App.add_option("--from", Options->Marks.From,
                 "Only what was counted from a mark of the program on: its name,\n"
                 "or NAME#3 for the third of that name")
      ->type_name("MARK");
  App.add_option("--to", Options->Marks.To, "Only what was counted up to a mark")
      ->type_name("MARK");
  addNumber(App, "--top", Options->Top, "Rows to print, 0 for all (20)");
  const std::set<std::string> Views(std::begin(ReportViews), std::end(ReportViews));
  CLI::Option *By =
      addChoice(App, "--by", Options->By, choicesOf(Views),
                "What a row stands for (site). Of a function and a file, with what\n"
                "is allocated below. With --timeline: allocator or size, a line for\n"
                "each, of sizes for each power of two");
  std::map<std::string, Measure> Sorts;
  for (unsigned I = 0; I != MeasureCount; ++I)
    if (MeasureColumns[I].Merge != MeasureMerge::Range)
      Sorts.emplace(MeasureColumns[I].Word, Measure(I));
  Sorts.emplace("leaked", Measure::LiveBytes);
  CLI::Option *Sort = addChoice(App, "--sort,--measure", Options->Sort, Sorts,
                                "What comes first, and what % is of (bytes)");
  Options->Filter.addTo(App);
  Options->Filter.addWrappersTo(App);
  Options->Filter.addDepthTo(App);
  App.add_option("--save-rules", Options->SavedRules,
                 "Write what is left out, by itself or by --hide, as wrapper: rules\n"
                 "for the next build")
      ->type_name("FILE");
  std::set<std::string> Tables;
  for (const LogTableKind &Each : LogTableKinds)
    Tables.insert(Each.Name);
  addChoice(App, "--table", Options->Table, choicesOf(Tables),
            "Print a table that the program has left with its log, as CSV\n"
            "(coverage: JSON)");
  CLI::Option *Arenas = App.add_flag("--arenas", Options->Arenas,
                                     "What arenas held, by who made them\n"
                                     "(ALLOCSITE_OPTIONS=live=arenas)")
                            ->excludes(By)
                            ->excludes(Sort);
  Options->Live.addTo(App, *By, {Sort, Arenas});
  Options->Format.addTo(App);
  App.footer("Examples:\n"
             "  allocsite report --top 10\n"
             "  allocsite report run1.csv run2.csv --by pc0 --sort calls\n"
             "  allocsite report app.csv --allocator 'ObStack::*' --function "
             "'parse*'\n\n"
             "In a GLOB, * is any run of characters and ? any one. Percentages are of "
             "a\nrow's own allocator: allocators may nest, and a total over all would "
             "count\nbytes twice.");
  return {&App, [Options] { return runReport(*Options); }};
}
