//===- ReportCommand.cpp - allocsite report: read, merge, render ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   files ──▶ Profile ─┬─▶ Grouping ──▶ a row for each site, chain, type …  (--by site …)
//                      └─▶ sums by name ──▶ self and inclusive numbers      (--by function …)
//   logs that nothing is selected of ──▶ Grouping
//   --leaks, --advice, --timeline ──▶ LiveViews
//   --arenas ──▶ ArenasView
//   --table ──▶ the text of it, as it is
//
//===----------------------------------------------------------------------===//

#include "ArenasView.h"
#include "LiveViews.h"
#include "merge/Grouping.h"
#include "read/CallPlaces.h"
#include "read/CoverageLine.h"
#include "read/MarkRange.h"
#include "read/ProfileSource.h"
#include "read/RecordedProfile.h"
#include "render/ByNameFormat.h"
#include "render/GroupsFormat.h"
#include "render/Quantity.h"
#include "render/WrapperRules.h"
#include "support/BesideLog.h"
#include "support/DisplayText.h"
#include "support/NewFile.h"
#include "support/Terminal.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <tuple>
#include <unistd.h>

using namespace allocsite;

namespace {

struct ReportOptions {
  std::vector<std::string> Files;
  MarkRange Marks;
  std::string By = "site";
  Selection Wanted;
  CLI::Option *SortOption = nullptr; ///< whether Wanted.Sort was given
  FilterOptions Filter;              ///< what Wanted does not have
  SheetOptions Format;
  std::string SavedRules; ///< a file, or empty
  std::string Table;      ///< one of LogTableKinds, or empty
  LiveViews Live;
  ArenasView Arenas;
};

const std::map<std::string, GroupBy> Groups = {
    {"site", GroupBy::Site},           {"pc0", GroupBy::Pc0},   {"chain", GroupBy::Chain},
    {"allocator", GroupBy::Allocator}, {"type", GroupBy::Type}, {"size", GroupBy::Size}};

bool isByName(const std::string &By) {
  return By == "function" || By == "file" || By == "module" || By == "thread";
}

/// A row of the model as the log has it.
LogRow logRow(const Profile &Of, RowId Row) {
  const RowKey &Key = Of.row(Row);
  LogRow Result;
  Result.Chain.fill(NoName);
  ChainId Chain = Key.Chain;
  for (size_t I = 0; I != Result.Chain.size() && Chain != NoChain; ++I) {
    Result.Chain[I] = Of.frame(Of.link(Chain).At).Function;
    Chain = Of.link(Chain).Caller;
  }
  Result.Allocator = Key.Allocator;
  Result.Type = Key.Type;
  Result.Site = Key.Site;
  Result.Size = Key.size();
  return Result;
}

/// Which measure each column of \p Of is.
std::vector<std::optional<Measure>> measuresOf(const Profile &Of) {
  std::vector<std::optional<Measure>> Measures(Of.columns().size());
  for (ColumnId Column = 0; Column != Measures.size(); ++Column)
    for (unsigned I = 0; I != MeasureCount; ++I)
      if (Of.columns()[Column].Word == MeasureColumns[I].Word)
        Measures[Column] = Measure(I);
  return Measures;
}

void commentOn(const LogShape &Shape, const std::string &File, const ReportOptions &Options) {
  const Selection &Wanted = Options.Wanted;
  for (const std::string &Column : Shape.UnknownColumns)
    printWarning(fmt::format("{}: column \"{}\" is not known to this version",
                             displayText(File), shortenMiddle(displayText(Column), 40)));
  if (!Shape.HasSite && Options.By == "site")
    printNote(
        fmt::format("{}: no column \"site\": each chain counts as a site", displayText(File)));
  if (!Shape.HasType && (Options.By == "type" || !Wanted.Types.empty()))
    printNote(fmt::format("{}: no column \"type\": no type is known", displayText(File)));
}

MaybeError saveRules(const std::string &File, const GroupedProfile &Profile,
                     const NameTable &Names) {
  WrapperRules Rules = wrapperRules(Profile, Names);
  if (auto Failure = writeNewFile(File, Rules.Text))
    return Failure;
  printNote(fmt::format("{}: {} rule{}", displayText(File), Rules.Count,
                        Rules.Count == 1 ? "" : "s"));
  return {};
}

/// Reads \p Files into \p To; \p Measures get what they have columns for.
MaybeError readAll(const std::vector<std::string> &Files, const ReportOptions &Options,
                   Profile &To, MeasureSet &Measures) {
  for (const std::string &File : Files) {
    auto Shape = Options.By == "thread" ? readThreads(File, To) : readProfile(File, To);
    if (!Shape)
      return Shape.error();
    commentOn(*Shape, File, Options);
    Measures |= Shape->Measures;
  }
  return {};
}

/// What files do not have, each sentence once.
std::vector<std::string> lacksOf(const Profile &Of) {
  std::vector<std::string> Lacks;
  for (const Run &Each : Of.Runs)
    for (const std::string &Lack : Each.Lacks)
      if (std::find(Lacks.begin(), Lacks.end(), Lack) == Lacks.end())
        Lacks.push_back(Lack);
  return Lacks;
}

ExitCode answer(const std::string &Text) {
  if (auto Failure = writeAnswer(Text))
    return fail(*Failure);
  return Fine;
}

Selection selectionOf(const ReportOptions &Options) {
  Selection Wanted = Options.Wanted;
  Wanted.By = Groups.at(Options.By);
  return Wanted;
}

MaybeError checkSort(const MeasureSet &Measures, const ReportOptions &Options) {
  const MeasureColumn &Sorted = columnOf(Options.Wanted.Sort);
  if (hasMeasure(Measures, Options.Wanted.Sort))
    return {};
  return Error{
      fmt::format("--sort {}: no log has a column \"{}\"", Sorted.Word, Sorted.Title)};
}

ExitCode answerGroups(const GroupedProfile &Found, const NameTable &Names,
                      const MeasureSet &Measures, std::vector<std::string> Lacks,
                      const ReportOptions &Options) {
  TableStyle Style;
  Style.Measures = Measures;
  Style.By = Groups.at(Options.By);
  Style.Sort = Options.Wanted.Sort;
  Style.RawBytes = Options.Format.RawBytes;
  Style.Colour = wantsColour(STDOUT_FILENO);
  Style.Width = Options.Format.Width.columns();
  Style.Lacks = std::move(Lacks);
  if (!Options.SavedRules.empty())
    if (auto Failure = saveRules(Options.SavedRules, Found, Names))
      return fail(*Failure);
  const std::string &Format = Options.Format.Format;
  return answer(Format == "markdown" ? groupsMarkdown(Found, Names)
                : Format == "tsv"    ? groupsTsv(Found, Names)
                : Format == "table"  ? tableText(Found, Names, Style)
                                     : Options.Format.text(groupsSheet(Found, Names, Style)));
}

ExitCode reportGroups(Profile &All, const MeasureSet &Measures, const ReportOptions &Options) {
  std::vector<std::string> Misses;
  auto Selected = Options.Filter.select(All, Misses);
  if (!Selected)
    return failUsage(Selected.error(), "report");

  Grouping Grouped(All.Names, selectionOf(Options), All.Places);
  const std::vector<std::optional<Measure>> MeasureOf = measuresOf(All);
  for (RowId Row = 0; Row != All.rowCount(); ++Row) {
    LogRow Each = logRow(All, Row);
    for (ColumnId Column = 0; Column != MeasureOf.size(); ++Column)
      if (MeasureOf[Column])
        Each[*MeasureOf[Column]] = All.value(Row, Column, 0);
    if (auto Failure = Grouped.add(Each, (*Selected)[Row]))
      return fail(*Failure);
  }
  GroupedProfile Found = Grouped.finish();
  for (std::string &Miss : Misses)
    Found.Misses.push_back(std::move(Miss));
  return answerGroups(Found, All.Names, Measures, lacksOf(All), Options);
}

/// True of what the rows of a log tell by themselves.
bool isOfLogs(const std::string &File) {
  const auto [Its, Range] = splitMarks(File);
  return Range.isEmpty() && !oldTableNamed(Its) && isPlainLog(File);
}

/// Logs alone are grouped while they are read: with a Profile of all their rows, five million
/// take 1.7 times as long.
ExitCode reportLogs(const std::vector<std::string> &Files, const ReportOptions &Options) {
  NameTable Names;
  CallPlaces Places;
  std::vector<std::string> Lacks;
  for (const std::string &File : Files) {
    LogTables Tables(File);
    readCallPlaces(Tables, Names, Places);
    if (std::string Line = coverageLine(Tables);
        !Line.empty() && std::find(Lacks.begin(), Lacks.end(), Line) == Lacks.end())
      Lacks.push_back(std::move(Line));
  }
  Grouping Grouped(Names, selectionOf(Options), Places);
  MeasureSet Measures;
  for (const std::string &File : Files) {
    auto Input = InputFile::open(File);
    if (!Input)
      return fail(Input.error());
    auto Shape = readAllocationLog(*Input, File == "-" ? "<stdin>" : File, Names,
                                   [&](const LogRow &Row) { return Grouped.add(Row); });
    if (!Shape)
      return fail(Shape.error());
    commentOn(*Shape, File, Options);
    Measures |= Shape->Measures;
  }
  if (auto Failure = checkSort(Measures, Options))
    return fail(*Failure);
  return answerGroups(Grouped.finish(), Names, Measures, std::move(Lacks), Options);
}

/// The rest of the answer: all that stands below the rows in a table.
ExitCode reportSums(const std::vector<NamedSum> &Sums, const std::vector<Column> &Columns,
                    ColumnId Sort, const Quantity &Total,
                    const std::vector<std::string> &Sentences, const ReportOptions &Options) {
  const Sheet Rows = byNameSheet(Sums, Columns, Sort, Total, Options.By, Options.Wanted.Top,
                                 !Sentences.empty());
  if (!Options.Format.isTable())
    return answer(Options.Format.text(Rows));
  std::string Text = Sums.empty() ? "no allocation matches\n" : Options.Format.text(Rows);
  if (Rows.Rows.size() < Sums.size())
    Text += fmt::format("{} of {} {} shown; --top 0 shows all\n", Rows.Rows.size(),
                        groupedNumber(Sums.size()),
                        Options.By == "process" ? "processes" : Options.By + "s");
  for (const std::string &Each : Sentences)
    Text += wrapText(Each, std::min<size_t>(Options.Format.Width.columns(), 96));
  return answer(Text);
}

/// The filters of both kinds, for a view of the model.
FilterOptions allFilters(const ReportOptions &Options) {
  FilterOptions Filter = Options.Filter;
  Filter.Functions = Options.Wanted.Functions;
  Filter.Allocators = Options.Wanted.Allocators;
  Filter.Types = Options.Wanted.Types;
  Filter.Hidden = Options.Wanted.Hidden;
  Filter.AllLayers = Options.Wanted.AllLayers;
  Filter.ShowsThrough = !Options.Wanted.ShowsWrappers && Options.By != "process" &&
                        Options.By != "thread"; // these have no frames
  return Filter;
}

ExitCode reportByName(Profile &All, const ReportOptions &Options) {
  if (Options.By == "module" && !hasModules(All))
    return failUsage({"--by module: no profile that was read tells modules: logs do of "
                      "programs of which more "
                      "than one object is compiled with the pass, and profiles of pprof"},
                     "report");
  auto Sort = columnNamed(All, columnOf(Options.Wanted.Sort).Word);
  if (!Sort)
    return fail(Sort.error());
  auto Left = allFilters(Options).apply(All, *Sort);
  if (!Left)
    return failUsage(Left.error(), "report");
  const std::vector<NamedSum> Sums = Options.By == "function" ? byFunction(All, 0, *Sort)
                                     : Options.By == "module" ? byModule(All, 0, *Sort)
                                     : Options.By == "thread" ? byThread(All, 0, *Sort)
                                                              : byFile(All, 0, *Sort);
  return reportSums(Sums, All.columns(), *Sort, All.quantity(*Sort, 0),
                    sentencesOn(*Left, All.Names), Options);
}

/// A profile for each file, as a profile does not keep apart what it has read.
ExitCode reportByProcess(const std::vector<std::string> &Files, const ReportOptions &Options) {
  std::vector<NamedSum> Sums;
  std::vector<Column> Columns;
  std::vector<std::string> Sentences;
  ColumnId Sort = 0;
  uint64_t Total = 0;
  KnownOfRows Is;
  for (const std::string &File : Files) {
    Profile One;
    MeasureSet Measures;
    if (auto Failure = readAll({File}, Options, One, Measures))
      return fail(*Failure);
    if (!One.Runs[0].Process)
      return fail({fmt::format("{}: a log does not tell its process (the .asprof does)",
                               displayText(File))});
    auto Found = columnNamed(One, columnOf(Options.Wanted.Sort).Word);
    if (!Found)
      return fail(Found.error());
    auto Left = allFilters(Options).apply(One, *Found);
    if (!Left)
      return failUsage(Left.error(), "report");
    if (!Columns.empty() && Columns.size() != One.columns().size())
      return fail({fmt::format("{}: other measures than {} has", displayText(File),
                               displayText(Files[0]))});
    Columns = One.columns();
    Sort = *Found;
    NamedSum Sum{fmt::format("{} [{}]", One.Runs[0].Program, One.Runs[0].Process), {}, {}};
    for (ColumnId I = 0; I != Columns.size(); ++I)
      Sum.Self.push_back(One.total(I, 0));
    Sum.Inclusive = Sum.Self;
    Total = merged(Columns[Sort].Merge, Total, Sum.Self[Sort]);
    Is += KnownOfColumns(Columns).of([&](ColumnId I) { return Sum.Self[I]; });
    Sums.push_back(std::move(Sum));
    for (std::string &Each : sentencesOn(*Left, One.Names))
      Sentences.push_back(displayText(File) + ": " + Each);
  }
  std::sort(Sums.begin(), Sums.end(), [Sort](const NamedSum &A, const NamedSum &B) {
    return std::tie(B.Self[Sort], A.Name) < std::tie(A.Self[Sort], B.Name);
  });
  const Known Its = Columns[Sort].OfBlocks ? Is.known() : Known::Whole;
  return reportSums(Sums, Columns, Sort, {Total, Its}, Sentences, Options);
}

/// What comes first where --sort does not say.
Measure usualSort(const Profile &Of) {
  for (unsigned I = 0; I != MeasureCount; ++I)
    if (usualMeasure(Of) == MeasureColumns[I].Word)
      return Measure(I);
  return Measure::Bytes;
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
  return answer((*Its)->Text);
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
    return Options.Live.run(*Files, allFilters(Options), Options.Format, Options.Wanted.Top);
  if (Options.Arenas.isWanted())
    return Options.Arenas.run(*Files, Options.Format, Options.Wanted.Top);
  if (Options.By == "process")
    return reportByProcess(*Files, Options);

  if (!isByName(Options.By) && Options.Filter.isEmpty() &&
      std::all_of(Files->begin(), Files->end(), isOfLogs))
    return reportLogs(*Files, Options);

  Profile All;
  MeasureSet Measures;
  if (auto Failure = readAll(*Files, Options, All, Measures))
    return fail(*Failure);
  if (!Options.SortOption->count())
    Options.Wanted.Sort = usualSort(All);
  if (auto Failure = checkSort(Measures, Options))
    return fail(*Failure);
  return isByName(Options.By) ? reportByName(All, Options)
                              : reportGroups(All, Measures, Options);
}

/// Declares an option whose value is one of \p Words.
template <typename T>
CLI::Option *addChoice(CLI::App &App, const char *Name, T &To,
                       const std::map<std::string, T> &Words, const char *Help) {
  std::string Choices;
  for (const auto &Word : Words)
    Choices += (Choices.empty() ? "" : "|") + Word.first;
  return App
      .add_option_function<std::string>(
          Name, [&To, Words](const std::string &Word) { To = Words.at(Word); }, Help)
      ->check([Words, Choices](const std::string &Word) {
        return Words.count(Word)
                   ? ""
                   : fmt::format("\"{}\" is none of {}", displayText(Word), Choices);
      })
      ->type_name(Choices);
}

} // namespace

Command allocsite::addReportCommand(CLI::App &To) {
  auto Options = std::make_shared<ReportOptions>();
  Options->Wanted.Top = 20;

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
  App.add_option("--top", Options->Wanted.Top, "Rows to print, 0 for all (20)")
      ->type_name("N")
      ->check(isWholeNumber);
  std::map<std::string, std::string> Views;
  for (const char *Each : ReportViews)
    Views.emplace(Each, Each);
  CLI::Option *By =
      addChoice(App, "--by", Options->By, Views,
                "What a row stands for (site). Of a function and a file, with what\n"
                "is allocated below. With --timeline: allocator or size, a line for\n"
                "each, of sizes for each power of two");
  std::map<std::string, Measure> Sorts;
  for (Measure Each : MeasureOrder(Options->Wanted.Sort))
    Sorts.emplace(columnOf(Each).Word, Each);
  Sorts.emplace("leaked", Measure::LiveBytes);
  CLI::Option *Sort = Options->SortOption =
      addChoice(App, "--sort,--measure", Options->Wanted.Sort, Sorts,
                "What comes first, and what % is of (bytes)");
  App.add_option("--allocator", Options->Wanted.Allocators,
                 "Only allocators that match; may be given more than once")
      ->type_name("GLOB")
      ->allow_extra_args(false);
  App.add_option("--type", Options->Wanted.Types,
                 "Only types that match; may be given more than once")
      ->type_name("GLOB")
      ->allow_extra_args(false);
  App.add_option("--function", Options->Wanted.Functions,
                 "Only chains with a function that matches, with or without its\n"
                 "template arguments and parameters; may be given more than once")
      ->type_name("GLOB")
      ->allow_extra_args(false);
  App.add_option("--hide", Options->Wanted.Hidden,
                 "Leave out functions that match: their callers stand in their\n"
                 "place; may be given more than once")
      ->type_name("GLOB")
      ->allow_extra_args(false);
  App.add_flag("--no-hide", Options->Wanted.ShowsWrappers,
               "Show wrappers such as xmalloc too, which are else left out as by\n"
               "--hide; also with --leaks and --by function");
  App.add_option("--save-rules", Options->SavedRules,
                 "Write what is left out, by itself or by --hide, as wrapper: rules\n"
                 "for the next build")
      ->type_name("FILE");
  App.add_flag("--all-layers", Options->Wanted.AllLayers,
               "Show also what an allocator takes from another, as an arena its\n"
               "chunks from malloc");
  std::map<std::string, std::string> Tables;
  for (const LogTableKind &Each : LogTableKinds)
    Tables.emplace(Each.Name, Each.Name);
  addChoice(App, "--table", Options->Table, Tables,
            "Print a table that the program has left with its log, as CSV\n"
            "(coverage: JSON)");
  CLI::Option *Arenas = Options->Arenas.addTo(App)->excludes(By)->excludes(Sort);
  Options->Live.addTo(App, *By, {Sort, Arenas});
  Options->Filter.addFurtherTo(App);
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
