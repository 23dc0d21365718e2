//===- ReportCommand.cpp - allocsite report: read, merge, render ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Choice.h"
#include "Command.h"
#include "WidthOption.h"
#include "merge/Grouping.h"
#include "read/CoverageLine.h"
#include "read/NewestLog.h"
#include "read/StandardInput.h"
#include "render/TableFormat.h"
#include "render/WrapperRules.h"
#include "support/DisplayText.h"
#include "support/NewFile.h"
#include "support/Terminal.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <unistd.h>

using namespace allocsite;

namespace {

struct ReportOptions {
  std::vector<std::string> Files;
  Selection Wanted;
  TableStyle Style;
  WidthOption Width;
  std::string SavedRules; ///< a file, or empty
};

Expected<LogShape> readInto(Grouping &Groups, const std::string &File,
                            NameTable &Names) {
  auto Input = InputFile::open(File);
  if (!Input)
    return Input.error();
  return readAllocationLog(*Input, File == "-" ? "<stdin>" : File, Names,
                           [&](const LogRow &Row) { return Groups.add(Row); });
}

void commentOn(const LogShape &Shape, const std::string &File,
               const Selection &Wanted) {
  for (const std::string &Column : Shape.UnknownColumns)
    printWarning(fmt::format("{}: column \"{}\" is not known to this version",
                             displayText(File),
                             shortenMiddle(displayText(Column), 40)));
  if (!Shape.HasSite && Wanted.By == GroupBy::Site)
    printNote(fmt::format("{}: no column \"site\": each chain counts as a site",
                          displayText(File)));
  if (!Shape.HasType && (Wanted.By == GroupBy::Type || !Wanted.Types.empty()))
    printNote(fmt::format("{}: no column \"type\": no type is known",
                          displayText(File)));
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

ExitCode runReport(const ReportOptions &Options) {
  bool ReadsInput = Options.Files.empty() && standardInputIsGiven();
  auto Files = filesOrNewestLog(ReadsInput ? std::vector<std::string>{"-"} : Options.Files);
  if (!Files)
    return fail(Files.error());

  NameTable Names;
  Grouping Groups(Names, Options.Wanted);
  TableStyle Style = Options.Style;
  for (const std::string &File : *Files) {
    auto Shape = readInto(Groups, File, Names);
    if (!Shape)
      return fail(Shape.error());
    commentOn(*Shape, File, Options.Wanted);
    Style.Measures |= Shape->Measures;
  }
  if (const MeasureColumn &Sorted = columnOf(Options.Wanted.Sort);
      !hasMeasure(Style.Measures, Options.Wanted.Sort))
    return fail({fmt::format("--sort {}: no log has a column \"{}\"", Sorted.Word,
                             Sorted.Title)});

  for (const std::string &File : *Files)
    if (std::string Line = coverageLine(File);
        !Line.empty() && std::find(Style.Lacks.begin(), Style.Lacks.end(), Line) ==
                             Style.Lacks.end())
      Style.Lacks.push_back(std::move(Line));
  Style.By = Options.Wanted.By;
  Style.Sort = Options.Wanted.Sort;
  Style.Colour = wantsColour(STDOUT_FILENO);
  Style.Width = Options.Width.columns();
  GroupedProfile Profile = Groups.finish();
  if (!Options.SavedRules.empty())
    if (auto Failure = saveRules(Options.SavedRules, Profile, Names))
      return fail(*Failure);
  if (auto Failure = writeAnswer(tableText(Profile, Names, Style)))
    return fail(*Failure);
  return Fine;
}

/// Declares an option whose value is one of \p Words.
template <typename T>
CLI::Option *addChoice(CLI::App &App, const char *Name, T &To,
                       const std::map<std::string, T> &Words,
                       const char *Help) {
  std::string Choices;
  for (const auto &Word : Words)
    Choices += (Choices.empty() ? "" : "|") + Word.first;
  return App
      .add_option_function<std::string>(
          Name, [&To, Words](const std::string &Word) { To = Words.at(Word); },
          Help)
      ->check([Words, Choices](const std::string &Word) {
        return Words.count(Word) ? ""
                                 : fmt::format("\"{}\" is none of {}",
                                               displayText(Word), Choices);
      })
      ->type_name(Choices);
}

} // namespace

Command allocsite::addReportCommand(CLI::App &To) {
  auto Options = std::make_shared<ReportOptions>();
  Options->Wanted.Top = 20;

  CLI::App &App =
      *To.add_subcommand("report", "Print the sites that allocate most");
  App.add_option(
         "FILE", Options->Files,
         "Logs, which are summed; - is standard input. None: standard input\n"
         "where that is a file or a pipe with a log, else your newest\n"
         "skip-alloc-log-*.csv in $TMPDIR or /tmp")
      ->type_name(" ");
  App.add_option("--top", Options->Wanted.Top, "Rows to print, 0 for all (20)")
      ->type_name("N")
      ->check(isWholeNumber);
  addChoice<GroupBy>(App, "--by", Options->Wanted.By,
                     {{"site", GroupBy::Site},
                      {"pc0", GroupBy::Pc0},
                      {"chain", GroupBy::Chain},
                      {"allocator", GroupBy::Allocator},
                      {"type", GroupBy::Type},
                      {"size", GroupBy::Size}},
                     "What a row stands for (site)");
  std::map<std::string, Measure> Sorts;
  for (Measure Each : MeasureOrder(Options->Wanted.Sort))
    Sorts.emplace(columnOf(Each).Word, Each);
  addChoice(App, "--sort", Options->Wanted.Sort, Sorts,
            "What comes first, and what % is of (bytes)");
  App.add_option("--allocator", Options->Wanted.Allocators,
                 "Only allocators that match; may be given more than once")
      ->type_name("GLOB")
      ->allow_extra_args(false);
  App.add_option("--type", Options->Wanted.Types,
                 "Only types that match; may be given more than once")
      ->type_name("GLOB")
      ->allow_extra_args(false);
  App.add_option(
         "--function", Options->Wanted.Functions,
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
               "--hide");
  App.add_option("--save-rules", Options->SavedRules,
                 "Write what is left out, by itself or by --hide, as wrapper: rules\n"
                 "for the next build")
      ->type_name("FILE");
  App.add_flag("--all-layers", Options->Wanted.AllLayers,
               "Show also what an allocator takes from another, as an arena its\n"
               "chunks from malloc");
  App.add_flag("--raw-bytes", Options->Style.RawBytes,
               "Exact numbers, digits only");
  Options->Width.addTo(App);
  App.footer(
      "Examples:\n"
      "  allocsite report --top 10\n"
      "  allocsite report run1.csv run2.csv --by pc0 --sort calls\n"
      "  allocsite report app.csv --allocator 'ObStack::*' --function "
      "'parse*'\n\n"
      "In a GLOB, * is any run of characters and ? any one. Percentages are of "
      "a\nrow's own allocator: allocators may nest, and a total over all would "
      "count\nbytes twice.");
  return {&App, [Options] { return runReport(*Options); }};
}
