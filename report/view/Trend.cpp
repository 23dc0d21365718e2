//===- Trend.cpp - The rows of a series of logs ---------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trend.h"

#include <algorithm>
#include <numeric>
#include <tuple>

using namespace allocsite;

bool allocsite::isCumulative(Measure Of) {
  switch (Of) {
  case Measure::Live:
  case Measure::LiveBytes:
  case Measure::PeakBytes:
  case Measure::Longest:
  case Measure::OwnPeak:
  case Measure::Resident:
  case Measure::Untouched:
    return false;
  default:
    return true;
  }
}

bool allocsite::neverFalls(const Profile &All, ColumnId Of) {
  bool Rises = false;
  for (RowId Row = 0; Row != All.rowCount(); ++Row)
    for (unsigned Side = 1; Side < All.sides(); ++Side) {
      const uint64_t Before = All.value(Row, Of, Side - 1), Now = All.value(Row, Of, Side);
      if (Now < Before)
        return false;
      Rises |= Now > Before;
    }
  return Rises;
}

/// The last side before \p Side of the same process.
static std::optional<unsigned> sideBefore(const TrendLogs &Logs, unsigned Side) {
  for (unsigned Before = Side; Before--;)
    if (Logs.processOf(Before) == Logs.processOf(Side))
      return Before;
  return std::nullopt;
}

std::vector<unsigned> TrendLogs::sides(unsigned Count) const {
  std::vector<unsigned> Sides;
  for (unsigned Side = 0; Side != Count; ++Side)
    if (!AreIntervals || sideBefore(*this, Side))
      Sides.push_back(Side);
  return Sides;
}

/// The values of a series. \p ValueOf gives that of a side.
template <typename Function>
static std::vector<Quantity> seriesOf(const std::vector<unsigned> &Sides,
                                      const TrendLogs &Logs, Function ValueOf) {
  std::vector<Quantity> Series;
  for (unsigned Side : Sides) {
    Quantity Value = ValueOf(Side);
    if (Logs.AreIntervals) {
      const Quantity Before = ValueOf(*sideBefore(Logs, Side));
      // The program may have reset its counts: then all is new.
      if (Value.Value >= Before.Value)
        Value.Value -= Before.Value;
      if (!Before.isWhole())
        Value.Is = Before.Is;
    }
    Series.push_back(Value);
  }
  return Series;
}

static std::vector<double> numbersOf(const std::vector<Quantity> &Series) {
  std::vector<double> Numbers;
  for (const Quantity &Each : Series)
    Numbers.push_back(double(Each.Value));
  return Numbers;
}

static bool isWhole(const std::vector<Quantity> &Series) {
  return std::all_of(Series.begin(), Series.end(),
                     [](const Quantity &Each) { return Each.isWhole(); });
}

/// Judges the rows with known values.
static void judge(Trend &Of, const TrendLogs &Logs) {
  std::vector<double> Places(Of.Sides.size()), Hours;
  std::iota(Places.begin(), Places.end(), 0.0);
  if (!Logs.AreIntervals) // an amount of an interval has no one time
    for (uint64_t Each : Logs.Times)
      Hours.push_back(double(Each - Logs.Times.front()) / 3600);
  std::vector<size_t> Processes;
  for (unsigned Side : Of.Sides)
    Processes.push_back(Logs.processOf(Side));
  for (TrendRow &Row : Of.Rows) {
    if (!isWhole(Row.Series))
      continue;
    const ValuesByRun Numbers = {numbersOf(Row.Series), Processes};
    Row.State = stateOf(Numbers, Of.Changing);
    Row.Falls = fallsIn(Numbers);
    Row.PerLog = medianSlope(Places, Numbers);
    if (!Hours.empty())
      Row.PerHour = medianSlope(Hours, Numbers);
  }
}

Trend allocsite::trendOf(const Profile &Of, RowBy By, ColumnId Measure, const TrendLogs &Logs,
                         TrendSort Sort) {
  const KnownOfColumns Is(Of.columns());
  Trend Result;
  Result.Sides = Logs.sides(Of.sides());
  Result.Total =
      seriesOf(Result.Sides, Logs, [&](unsigned Side) { return Of.quantity(Measure, Side); });
  for (SidedRow &Each : rowsBySide(Of, By, Measure)) {
    TrendRow Row(std::move(Each));
    Row.Series = seriesOf(Result.Sides, Logs,
                          [&](unsigned Side) { return Row.quantity(Is, Measure, Side); });
    const auto differs = [&](const Quantity &Value) {
      return Value.Value != Row.Series.front().Value;
    };
    Result.Changing +=
        isWhole(Row.Series) && std::any_of(Row.Series.begin(), Row.Series.end(), differs);
    Result.Rows.push_back(std::move(Row));
  }
  judge(Result, Logs);
  Result.ByChance = neverFallByChance(Result.Changing, Result.Total.size());

  auto rank = [](const TrendRow &Row) {
    return Row.State == SeriesState::Grows     ? Row.Falls > 0
           : Row.State == SeriesState::Settled ? 2
           : Row.isKnown()                     ? 3
                                               : 4;
  };
  auto size = [Sort](const TrendRow &Row) {
    return Sort == TrendSort::Growth  ? double(Row.growth())
           : Sort == TrendSort::Slope ? Row.PerLog
                                      : double(Row.Series.back().Value);
  };
  std::sort(Result.Rows.begin(), Result.Rows.end(), [&](const TrendRow &A, const TrendRow &B) {
    const auto KeyA = std::tuple(rank(A), -size(A)), KeyB = std::tuple(rank(B), -size(B));
    return KeyA != KeyB ? KeyA < KeyB : isBeforeByName(A, B, Of.Names);
  });
  return Result;
}
