//===- DiffCommand.cpp - allocsite diff: what has changed between two runs ---===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProfileOptions.h"
#include "SharedOptions.h"
#include "findings/Budget.h"
#include "show/DiffFormat.h"
#include "support/DisplayText.h"
#include "view/ByName.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

using namespace allocsite;

namespace {

struct DiffOptions {
  std::vector<std::string> Files;
  std::string By = "site";
  FilterOptions Filter;
  MeasureOption Measure;
  SheetOptions Format;
  SidedStyle Style;
  std::vector<std::string> FailOn;
};

/// The limits of --fail-on other than `new`, which is about rows.
Expected<std::vector<BudgetLine>> limitsOf(const DiffOptions &Options) {
  std::vector<BudgetLine> Lines;
  for (const std::string &Each : Options.FailOn) {
    if (Each == "new")
      continue;
    auto Line = parseGrowthLimit(Each);
    if (!Line)
      return Error{fmt::format("--fail-on \"{}\": {}", displayText(Each), Line.error().What)};
    Lines.push_back(std::move(*Line));
  }
  return Lines;
}

/// How much the selected rows use of each limit. As in a budget, includes all layers and
/// wrappers.
Expected<std::vector<BudgetUse>> usesOf(const std::vector<BudgetLine> &Lines,
                                        const Profile &Both, const FilterOptions &Filter) {
  std::vector<std::string> Misses;
  auto Asked = Filter.select(Both, Misses);
  if (!Asked)
    return Asked.error();
  return growthBetween(Lines, Both, *Asked);
}

/// Prints which limits are exceeded. \p Uses belong to the limits other than `new`, in order.
ExitCode judge(const DiffOptions &Options, const std::vector<BudgetUse> &Uses,
               const Diff &Found) {
  if (std::none_of(Found.Rows.begin(), Found.Rows.end(),
                   [](const DiffRow &Each) { return Each.IsOn[1]; })) {
    printError("--fail-on: nothing was counted in " + displayText(Options.Files[1]));
    return MissingData;
  }
  bool IsExceeded = false, IsMissing = false;
  auto Use = Uses.begin();
  for (const std::string &Limit : Options.FailOn) {
    auto say = [&](bool &Is, const std::string &What) {
      Is = true;
      printError(fmt::format("--fail-on \"{}\": {}", displayText(Limit), What));
    };
    if (Limit == "new") {
      const auto Count =
          std::count_if(Found.Rows.begin(), Found.Rows.end(),
                        [](const DiffRow &Each) { return Each.State == DiffState::New; });
      if (Count)
        say(IsExceeded, fmt::format("{} row{} new", Count, Count == 1 ? " is" : "s are"));
      continue;
    }
    const BudgetUse &Its = *Use++;
    if (!Its.IsFound)
      say(IsMissing, "no row belongs to it");
    else if (Its.IsExceeded)
      say(IsExceeded,
          fmt::format("{} before, {} now{}", *Its.Baseline, Its.Value,
                      Its.Site.empty() ? "" : ", most at " + displayText(Its.Site)));
    else if (!Its.Lacks.empty())
      say(IsMissing, "not known, " + Its.Lacks);
  }
  return IsExceeded ? InputProblem : IsMissing ? MissingData : Fine;
}

ExitCode runDiff(const DiffOptions &Options) {
  if (Options.Files.size() != 2)
    return failUsage({fmt::format("{} file{} where two are expected: before and after",
                                  Options.Files.size(), Options.Files.size() == 1 ? "" : "s")},
                     "diff");
  auto Limits = limitsOf(Options);
  if (!Limits)
    return failUsage(Limits.error(), "diff");
  SidedStyle Style = Options.Style;
  Style.By = RowByWords.at(Options.By);
  KeptKeys Kept = keysOf(Style.By);
  Kept.Type |= !Limits->empty(); // they may name a type
  Profile Both(2, Options.Filter.keys(Kept));
  for (unsigned Side = 0; Side != 2; ++Side)
    if (auto Failure = readProfiles({Options.Files[Side]}, Both, Side)) {
      const ExitCode Code = fail(*Failure);
      return Options.FailOn.empty() ? Code : UsageProblem;
    }
  auto Measure = Options.Measure.column(Both);
  if (!Measure)
    return failUsage(Measure.error(), "diff");
  std::vector<BudgetUse> Uses;
  if (!Limits->empty()) {
    auto Judged = usesOf(*Limits, Both, Options.Filter);
    if (!Judged)
      return failUsage(Judged.error(), "diff");
    Uses = std::move(*Judged);
  }
  if (Style.By == RowBy::Thread && !hasThreads(Both))
    return fail({displayText(Options.Files[0]) + ": " + NoThreads});
  auto Left = Options.Filter.applyBySide(Both, Style.By, *Measure);
  if (!Left)
    return failUsage(Left.error(), "diff");
  Style.Measure = *Measure;

  const Diff Found = diffOf(Both, Style.By, Style.Measure);
  std::string Text;
  if (!Options.Format.isTable()) {
    Text = Options.Format.text(diffSheet(Found, Both, *Left, Style));
  } else {
    SheetStyle Table = Options.Format.style();
    Table.IsNumbered = false;
    if (Style.By != RowBy::Allocator && Both.rowCount())
      Text = sheetTable(diffAllocators(Both, Style.Measure), Table) + '\n';
    const Sheet Rows = diffSheet(Found, Both, *Left, Style);
    Table.IsNumbered = true;
    if (!Both.rowCount())
      Text += Left->HadRows ? "no allocation matches\n" : "no allocations\n";
    else if (Rows.Rows.empty())
      Text += "nothing has changed\n";
    else
      Text += sheetTable(Rows, Table);
    for (const std::string &Each : sentencesOn(*Left, Both.Names))
      Text += wrapText(Each, std::min<size_t>(Table.Width, 96));
    if (Both.rowCount())
      Text += diffSummary(Found, Style);
  }
  if (auto Failure = writeAnswer(Text))
    return fail(*Failure);
  return Options.FailOn.empty() ? Fine : judge(Options, Uses, Found);
}

} // namespace

Command allocsite::addDiffCommand(CLI::App &To) {
  auto Options = std::make_shared<DiffOptions>();
  Options->Style.Top = 20;
  CLI::App &App =
      *To.add_subcommand("diff", "Print what has changed between two runs or builds");
  App.add_option("FILE", Options->Files,
                 "Before and after: logs or profiles; - is standard input")
      ->type_name(" ");
  addChoice(App, "--by", Options->By,
            "site|chain|function|type|allocator|through|file|process|thread",
            "What a row stands for (site)");
  Options->Measure.addTo(App);
  addNumber(App, "--top", Options->Style.Top, "Rows to print, 0 for all (20)");
  addList(App, "--fail-on", Options->FailOn, "LIMIT",
          "For CI: exit with 1 where this holds: \"bytes > 5%\" (has grown by\n"
          "more), 'function \"parse*\" calls > 0%', or new (a row is)");
  App.add_flag("--all", Options->Style.ShowsSame, "Show also what has not changed");
  Options->Filter.addTo(App);
  Options->Filter.addWrappersTo(App);
  Options->Filter.addDepthTo(App);
  Options->Format.addTo(App);
  App.footer("Examples:\n"
             "  allocsite diff before.csv after.csv\n"
             "  allocsite diff old.csv new.csv --by type --measure calls\n"
             "  allocsite diff old.csv new.csv --format markdown --top 10\n"
             "  allocsite diff main.csv branch.csv --fail-on 'bytes > 5%'\n\n"
             "Sites are the same by function, allocator, type and their order in these, so\n"
             "that lines may move. The largest change comes first. Exit status with\n"
             "--fail-on: 1 a limit is exceeded, 2 wrong input, 3 nothing to judge by.");
  return {&App, [Options] { return runDiff(*Options); }};
}
