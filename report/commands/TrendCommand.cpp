//===- TrendCommand.cpp - allocsite trend: what grows from log to log ------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   logs ──▶ in order (LogOrder) ──▶ a side each of one Profile ──▶ view ──▶ Trend ──▶ sheet
//
//===----------------------------------------------------------------------===//

#include "ProfileOptions.h"
#include "SharedOptions.h"
#include "read/LogOrder.h"
#include "read/NewestLog.h"
#include "show/TrendFormat.h"
#include "support/DisplayText.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <memory>

using namespace allocsite;

namespace {

struct TrendOptions {
  std::vector<std::string> Files;
  std::string By = "site";
  TrendSort Sort = TrendSort::Growth;
  bool IsAsGiven = false;
  FilterOptions Filter;
  MeasureOption Measure;
  SheetOptions Format;
  TrendStyle Style;
};

/// The logs, oldest first.
Expected<std::vector<LogOrigin>> logsOf(const TrendOptions &Options) {
  auto Files = filesOrNewestLog(Options.Files, "a series of");
  if (!Files)
    return Files.error();
  std::vector<LogOrigin> Logs;
  for (const std::string &File : *Files)
    Logs.push_back(originOf(File));
  if (!Options.IsAsGiven) {
    const LogOrder How = sortLogs(Logs);
    if (How == LogOrder::AsGiven && Logs.size() > 1)
      printNote("the logs tell no times: their order is as given");
  }
  return Logs;
}

/// The times of \p Logs in seconds, if they are known and rise.
std::vector<uint64_t> timesOf(const std::vector<LogOrigin> &Logs) {
  std::vector<uint64_t> Times;
  for (const LogOrigin &Each : Logs)
    Times.push_back(Each.Time / 1000);
  if (!Times.front() || Times.front() == Times.back() ||
      !std::is_sorted(Times.begin(), Times.end()))
    Times.clear();
  return Times;
}

/// A number for the process of each log, if they are known and one has three logs or more, as
/// dumps do; of builds each is one run.
std::vector<size_t> processesOf(const std::vector<LogOrigin> &Logs) {
  std::map<std::array<uint64_t, 4>, std::pair<size_t, size_t>> Known; // its number, its logs
  std::vector<size_t> Numbers;
  size_t Most = 0;
  for (const LogOrigin &Each : Logs) {
    auto &[Number, Count] =
        Known.try_emplace(Each.Process, Known.size(), size_t(0)).first->second;
    Numbers.push_back(Number);
    Most = std::max(Most, ++Count);
    if (!Each.Process[0])
      return {};
  }
  return Most > 2 ? Numbers : std::vector<size_t>();
}

/// Whether each process of \p Logs, the sides of \p All, has a series of logs. Their companions
/// tell; without them, that no number has fallen.
bool areSeries(const std::vector<LogOrigin> &Logs, const std::vector<size_t> &Processes,
               const Profile &All, ColumnId Of) {
  const auto isKnown = [](const LogOrigin &Each) { return Each.Process[0] != 0; };
  if (std::any_of(Logs.begin(), Logs.end(), isKnown))
    return !Processes.empty();
  if (!neverFalls(All, Of))
    return false;
  printNote("no number falls: the logs are taken as of one process");
  return true;
}

/// Reads each log into a side, and finds the measure: live bytes if all logs have them.
Expected<ColumnId> readLogs(const std::vector<LogOrigin> &Logs, const TrendOptions &Options,
                            Profile &To) {
  MeasureSet InAll, Any;
  InAll.set();
  std::string Without;
  for (size_t I = 0; I != Logs.size(); ++I) {
    MeasureSet Its;
    Its.set();
    if (auto Failure = readProfiles({Logs[I].File}, To, unsigned(I), &Its))
      return *Failure;
    InAll &= Its;
    Any |= Its;
    if (Without.empty() && !Its[unsigned(Measure::LiveBytes)])
      Without = displayText(Logs[I].File);
  }
  const bool HasLive = InAll[unsigned(Measure::LiveBytes)];
  auto Found =
      Options.Measure.column(To, HasLive ? std::optional(Measure::LiveBytes) : std::nullopt);
  if (!Found)
    return Found;
  const unsigned Its = unsigned(To.columns()[*Found].Is);
  if (Its < MeasureCount && Any[Its] && !InAll[Its])
    return Error{fmt::format("--measure {}: not all logs have a column \"{}\"",
                             To.columns()[*Found].Word, MeasureColumns[Its].Title)};
  if (!HasLive && Any[unsigned(Measure::LiveBytes)] && !Options.Measure.isGiven())
    printNote(fmt::format("{}: no live memory: {} are shown (ALLOCSITE_OPTIONS=live=1)",
                          Without, To.columns()[*Found].Word));
  return Found;
}

ExitCode runTrend(TrendOptions Options) {
  if (Options.Files.empty())
    return failUsage({"trend: name the logs, or a directory of logs"}, "trend");
  auto Logs = logsOf(Options);
  if (!Logs)
    return fail(Logs.error());
  if (Logs->size() < 2)
    return failUsage({"trend: 1 log where several are expected, oldest first"}, "trend");
  if (Logs->size() == 2)
    printNote("two logs: allocsite diff shows more of them");
  TrendStyle Style = Options.Style;
  Style.By = RowByWords.at(Options.By);
  Profile All(unsigned(Logs->size()), Options.Filter.keys(keysOf(Style.By)));
  auto Measure = readLogs(*Logs, Options, All);
  if (!Measure)
    return fail(Measure.error());
  const std::vector<size_t> Processes = processesOf(*Logs);
  const bool AreAddedUp = isCumulative(All.columns()[*Measure].Is) && Logs->size() > 2 &&
                          areSeries(*Logs, Processes, All, *Measure);
  auto Left = Options.Filter.applyBySide(All, Style.By, *Measure);
  if (!Left)
    return failUsage(Left.error(), "trend");
  Style.Measure = *Measure;

  const TrendLogs Series = {AreAddedUp, timesOf(*Logs), Processes};
  const Trend Found = trendOf(All, Style.By, Style.Measure, Series, Options.Sort);
  const Sheet Rows = trendSheet(Found, All, Series, *Left, Style);
  if (!Options.Format.isTable())
    return finish(writeAnswer(Options.Format.text(Rows)));
  const SheetStyle Table = Options.Format.style();
  std::string Text;
  if (!All.rowCount())
    Text = Left->HadRows ? "no allocation matches\n" : "no allocations\n";
  else
    Text = trendHead(Found, All, Series, Style, Options.Format.RawBytes) + '\n' +
           (Rows.Rows.empty() ? "nothing has changed\n" : sheetTable(Rows, Table));
  std::vector<std::string> Sentences = sentencesOn(*Left, All.Names);
  if (All.rowCount())
    for (std::string &Each : trendSentences(Found, All, Series, Style))
      Sentences.push_back(std::move(Each));
  for (const std::string &Each : Sentences)
    Text += wrapText(Each, std::min<size_t>(Table.Width, 96));
  return finish(writeAnswer(Text));
}

} // namespace

Command allocsite::addTrendCommand(CLI::App &To) {
  auto Options = std::make_shared<TrendOptions>();
  Options->Style.Top = 20;
  CLI::App &App =
      *To.add_subcommand("trend", "Print what grows in a series of logs, for slow leaks");
  App.add_option("FILE", Options->Files,
                 "Logs or profiles, or directories of logs: dumps of a process\n"
                 "(ALLOCSITE_OPTIONS=dump=60s), or the logs of one build after another")
      ->type_name(" ");
  addChoice(App, "--by", Options->By, "site|chain|function|type|allocator|through|file",
            "What a row stands for (site)");
  Options->Measure.addTo(App);
  addChoice(App, "--sort", Options->Sort,
            std::map<std::string, TrendSort>{{"growth", TrendSort::Growth},
                                             {"slope", TrendSort::Slope},
                                             {"last", TrendSort::Last}},
            "What comes first, of rows that grow and of the others (growth)");
  addNumber(App, "--top", Options->Style.Top, "Rows to print, 0 for all (20)");
  App.add_flag("--all", Options->Style.ShowsSame, "Show also what has not changed");
  App.add_flag("--as-given", Options->IsAsGiven,
               "Take the logs in the order of the command line, not of their times");
  App.add_flag("--ascii", Options->Style.Ascii, "Draw with ASCII characters");
  Options->Filter.addTo(App);
  Options->Filter.addWrappersTo(App);
  Options->Filter.addDepthTo(App);
  Options->Format.addTo(App);
  App.footer("Examples:\n"
             "  allocsite trend dumps/\n"
             "  allocsite trend app-*.csv --by type --measure live\n"
             "  allocsite trend v1.csv v2.csv v3.csv --as-given --measure calls\n\n"
             "Live bytes are shown if all logs have them. A row grows if it never falls and\n"
             "still rises in the second half, or if it rises far more than its scatter\n"
             "explains. The slope is the median of all pairs of logs.");
  return {&App, [Options] { return runTrend(*Options); }};
}
