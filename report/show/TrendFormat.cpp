//===- TrendFormat.cpp - A series of logs as a sheet ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TrendFormat.h"

#include "LeftOutFormat.h"
#include "support/Sparkline.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

using namespace allocsite;

static constexpr size_t MostBars = 24;

static std::string lineOf(const std::vector<Quantity> &Series, bool Ascii) {
  std::vector<double> Numbers;
  for (const Quantity &Each : Series)
    Numbers.push_back(Each.Is == Known::Nothing ? NAN : double(Each.Value));
  return sparkline(Numbers, MostBars, Ascii);
}

/// The logs, with the sum of all rows.
static Sheet logsSheet(const Trend &Found, const Profile &Of, const TrendLogs &Logs) {
  Sheet Result;
  Result.Columns = {{"file", "", CellKind::Path},
                    {"time", "", CellKind::Count},
                    {"total", "", CellKind::Count}};
  size_t Next = 0;
  for (size_t I = 0; I != Of.Runs.size(); ++I) {
    SheetRow Row;
    Row.Cells = {Of.Runs[I].File, Logs.Times.empty() ? Cell() : Cell(int64_t(Logs.Times[I])),
                 Cell()};
    if (Next != Found.Sides.size() && Found.Sides[Next] == I)
      Row.Cells[2] = Found.Total[Next++];
    Result.Rows.push_back(std::move(Row));
  }
  return Result;
}

Sheet allocsite::trendSheet(const Trend &Found, const Profile &Of, const TrendLogs &Logs,
                            const LeftOut &Left, const TrendStyle &Style) {
  const Column &Measured = Of.columns()[Style.Measure];
  const CellKind Kind = kindOf(Measured);
  const CellKind Change = changeKind(Measured);
  Sheet Result;
  Result.Kind = "allocsite-trend";
  Result.Facts = {{{"by", "", CellKind::Word}, nounOf(Style.By)},
                  {{"measure", "", CellKind::Word}, Measured.Word},
                  {{"values", "", CellKind::Word},
                   std::string(Logs.AreIntervals ? "between logs" : "of logs")},
                  {{"by_chance", "", CellKind::Share}, Found.ByChance},
                  {{"row_count", "", CellKind::Count}, int64_t(Found.Rows.size())}};
  Result.Lists.emplace_back("logs", logsSheet(Found, Of, Logs));
  Result.Left = leftOutOf(Left, Of.Names);
  Result.Columns = {{"state", "state", CellKind::Word},
                    {"first", "first", Kind, 3},
                    {"last", "last", Kind},
                    {"growth", "growth", Change},
                    {"per_log", "per log", Change, 2},
                    {"per_hour", Logs.Times.empty() ? "" : "per hour", Change, 5},
                    {"falls", "falls", CellKind::Count, 4},
                    {"", "trend", CellKind::Word, 1},
                    {"values", "", Kind}};
  addNameColumns(Result, Style.By, false);

  Result.Left.Amount = int64_t(0);
  for (const TrendRow &Each : Found.Rows) {
    Result.Left.UnknownRows += !Each.isKnown();
    if (!Style.shows(Each.State == SeriesState::Same) ||
        (Style.Top && Result.Rows.size() == Style.Top)) {
      Result.Left.leave(Each.Series.back().Value);
      continue;
    }
    const bool IsKnown = Each.isKnown();
    auto ifKnown = [&](Cell Its) { return IsKnown ? Its : Cell(Quantity{0, Known::Nothing}); };
    SheetRow Row;
    Row.Cells = {std::string(stateWord(Each.State)),
                 Each.Series.front(),
                 Each.Series.back(),
                 ifKnown(Each.growth()),
                 ifKnown(Each.PerLog),
                 Each.PerHour ? Cell(*Each.PerHour) : Cell(),
                 ifKnown(int64_t(Each.Falls)),
                 lineOf(Each.Series, Style.Ascii),
                 Each.Series};
    addNames(Row, Each, Of, Style.By, false);
    Result.Rows.push_back(std::move(Row));
  }
  return Result;
}

/// "0:02:30"
static std::string durationText(uint64_t Seconds) {
  return fmt::format("{}:{:02}:{:02}", Seconds / 3600, Seconds / 60 % 60, Seconds % 60);
}

std::string allocsite::trendHead(const Trend &Found, const Profile &Of, const TrendLogs &Logs,
                                 const TrendStyle &Style, bool RawBytes) {
  const Column &Measured = Of.columns()[Style.Measure];
  auto number = [&](const Quantity &Its) {
    return quantityText(Its, kindOf(Measured), RawBytes);
  };
  std::string Time;
  if (!Logs.Times.empty())
    Time = " in " + durationText(Logs.Times.back() - Logs.Times.front());
  return fmt::format("{} logs{}, {}{}: {} … {}  {}\n", Of.sides(), Time, Measured.Word,
                     Logs.AreIntervals ? " from log to log" : "", number(Found.Total.front()),
                     number(Found.Total.back()), lineOf(Found.Total, Style.Ascii));
}

std::vector<std::string> allocsite::trendSentences(const Trend &Found, const Profile &Of,
                                                   const TrendLogs &Logs,
                                                   const TrendStyle &Style) {
  size_t Shown = 0, Same = 0, Growing = 0, Falling = 0;
  for (const TrendRow &Each : Found.Rows) {
    Shown += Style.shows(Each.State == SeriesState::Same);
    Same += Each.State == SeriesState::Same;
    Growing += Each.State == SeriesState::Grows;
    Falling += Each.State == SeriesState::Grows && Each.Falls;
  }
  std::vector<std::string> Sentences;
  if (Style.Top && Shown > Style.Top)
    Sentences.push_back(fmt::format("{} of {} {} shown; --top 0 shows all", Style.Top,
                                    groupedNumber(Shown), nounOf(Style.By)));
  if (Same && !Style.ShowsSame)
    Sentences.push_back(fmt::format("{} {} unchanged (--all shows {})", groupedNumber(Same),
                                    nounOf(Style.By, Same), Same == 1 ? "it" : "them"));
  Sentences.push_back(
      Growing
          ? fmt::format("{} of {} {} grow{}, {} without ever falling.", groupedNumber(Growing),
                        groupedNumber(Found.Rows.size()), nounOf(Style.By, Found.Rows.size()),
                        Growing == 1 ? "s" : "", groupedNumber(Growing - Falling))
          : fmt::format("No {} grows.", nounOf(Style.By, 1)));
  const std::set<size_t> Processes(Logs.Processes.begin(), Logs.Processes.end());
  if (Logs.AreIntervals)
    Sentences.push_back(fmt::format(
        "The logs are of {}, whose {} are added up: each value is what a log has more "
        "than the one before it{}.",
        Processes.size() > 1 ? fmt::format("{} processes", Processes.size()) : "one process",
        Of.columns()[Style.Measure].Word, Processes.size() > 1 ? " of its process" : ""));
  else if (Processes.size() > 1)
    Sentences.push_back(
        fmt::format("The logs are of {} processes: each value is compared with "
                    "those of its process.",
                    Processes.size()));
  constexpr double Worth = 0.1;
  if (Growing && Found.ByChance >= Worth)
    Sentences.push_back(fmt::format(
        "Of {} {} that change about {:.1f} would never fall by chance: more logs tell more.",
        groupedNumber(Found.Changing), nounOf(Style.By, Found.Changing), Found.ByChance));
  return Sentences;
}
