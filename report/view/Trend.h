//===- Trend.h - The rows of a series of logs -----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   side 0   side 1   side 2                  values       growth  per log  state
//   leak 1   leak 2   leak 3   ──▶  leak      1 2 3            +2       +1  grows
//   pool 8   pool 3   pool 9        pool      8 3 9            +1     +0.5  varies
//
// A profile with a side for each log, in order, is read and selected as one, so that wrappers
// and folded layers are the same in all logs; rows are matched as in a diff (RowsBySide.h). The
// price is memory for each number of each row and log.
//
// Counts such as bytes never fall while a process runs, so the numbers themselves would show
// growth everywhere. Of dumps of one process, the values are therefore the differences from log
// to log, and there is one fewer. Of logs of several processes, such as of builds, they are the
// numbers. Levels such as live bytes are always taken as they are.
//
// A process that starts again begins with little: of several processes, of which one has three logs
// or more, each value is compared with those of its own process alone (Series.h).
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_VIEW_TREND_H
#define ALLOCSITE_REPORT_VIEW_TREND_H

#include "RowsBySide.h"
#include "Series.h"

#include <optional>

namespace allocsite {

/// True for measures that count all since the start of a process, false for levels.
bool isCumulative(Measure Of);

/// True if no row has less of \p Of than on the side before, and some have more. So it is in
/// dumps of one process, and hardly ever in logs of several.
bool neverFalls(const Profile &All, ColumnId Of);

struct TrendRow : SidedRow {
  using SidedRow::SidedRow;
  explicit TrendRow(SidedRow Of) : SidedRow(std::move(Of)) {}

  std::vector<Quantity> Series; ///< by log, or by interval between logs (Trend::Sides)
  SeriesState State = SeriesState::Unknown;
  size_t Falls = 0;  ///< how often the value is below the one before it
  double PerLog = 0; ///< slope; 0 if the state is Unknown
  std::optional<double> PerHour;

  bool isKnown() const { return State != SeriesState::Unknown; }
  int64_t growth() const {
    return int64_t(Series.back().Value) - int64_t(Series.front().Value);
  }
};

struct TrendLogs {
  bool AreIntervals = false;   ///< values are differences from log to log
  std::vector<uint64_t> Times; ///< by side, seconds after 1970, rising; empty: not known
  /// By side, a number of its process, if values of several are to be judged apart; else empty.
  std::vector<size_t> Processes;

  size_t processOf(unsigned Side) const { return Processes.empty() ? 0 : Processes[Side]; }
  /// The sides that a series has values of: of intervals, those with a log of the process before.
  std::vector<unsigned> sides(unsigned Count) const;
};

enum class TrendSort { Growth, Slope, Last };

struct Trend {
  std::vector<TrendRow> Rows;  ///< those that grow first, and of these those that never fall
  std::vector<Quantity> Total; ///< of all rows, as TrendRow::Series
  std::vector<unsigned> Sides; ///< of the values of a series
  size_t Changing = 0;         ///< rows with different values
  /// How many of these would never fall if their values were noise.
  double ByChance = 0;
};

/// \p Of has a side for each log, two or more.
Trend trendOf(const Profile &Of, RowBy By, ColumnId Measure, const TrendLogs &Logs,
              TrendSort Sort);

} // namespace allocsite

#endif
