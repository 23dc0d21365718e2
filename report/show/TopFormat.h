//===- TopFormat.h - The screen of allocsite top --------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//    photo_sizes [4711]   running for 0:00:12   every 1.0 s       the process
//   21.9 MiB │  ▂▃▅▆▇███                                          the last minutes
//   live-bytes │▇█████████
//   21.9 MiB in 274,001 calls   4.1 MiB/s, 52,340 calls/s         totals of the rows
//        bytes▼  bytes/s    calls  calls/s  allocator  …          rows, by the column with the mark
//   ...
//   q: quit  v: by site  …                                        keys, or a text that is typed
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_TOPFORMAT_H
#define ALLOCSITE_REPORT_SHOW_TOPFORMAT_H

#include "Sheet.h"
#include "support/FullScreen.h"
#include "view/Diff.h"

#include <memory>
#include <string>
#include <vector>

namespace allocsite {

///   reading at 1.0 s   parse 100 calls   load 5 calls
///   reading at 3.0 s   parse 180 calls   load 5 calls   ──▶  parse 180, 40 a second; load 5, 0
///
/// Compares two readings of the profile of one process. Rows are matched by name.
///
/// The counts at one moment, on side 1 of a profile with two sides.
struct Reading {
  std::shared_ptr<Profile> Of;
  double Seconds = 0; ///< of a steady clock
};

struct RatedRow {
  std::string Allocator, Type, Function, Site; ///< `-` if not known
  std::vector<uint64_t> Values;                ///< by column of the profile
  std::vector<uint64_t> Base;                  ///< of the baseline; empty: there is none
  std::vector<double> Rates; ///< per second; negative if live memory has shrunk
};

/// The rows of \p Now, unsorted. If \p Before is empty, all rates are 0; \p Base may be empty.
std::vector<RatedRow> ratedRows(const Reading &Before, const Reading &Now, const Reading &Base,
                                RowBy By);

/// True if \p Text is in a name of the row, in upper or lower case.
bool hasText(const RatedRow &Of, const std::string &Text);
/// The same for one name.
bool hasText(std::string_view Name, const std::string &Text);

/// A column of numbers: a measure, or its growth per second.
struct TopColumn {
  ColumnId Of;
  bool IsRate;
};

/// The columns that are shown of a profile with \p Columns.
std::vector<TopColumn> topColumns(const std::vector<Column> &Columns);

struct TopStyle {
  RowBy By = RowBy::Site;
  size_t Sort = 0;  ///< index into topColumns()
  size_t First = 0; ///< number of rows scrolled off the top
  std::string Title;
  std::vector<std::string> Sentences; ///< below the rows
  bool RawBytes = false;
  bool IsGrowth = false; ///< numbers are the growth since the baseline
  bool Ascii = false;
  size_t Sideways =
      0; ///< 0: what fits; else the whole table, so many half screens to the right
  bool IsTyping = false;
  std::string Filter;        ///< rows without this text are not among the rows
  std::vector<double> Chart; ///< the last readings; empty: none
  std::string ChartTitle;
  CellKind ChartKind = CellKind::Bytes;
  size_t Width = 80, Height = 24;
};

/// What a screen says that has no rows.
inline constexpr char NothingThere[] = "nothing is allocated that is asked for";

/// A screen: the title, the chart, \p Table, whose first line is its head, the sentences and
/// \p Keys. Names what is typed in place of the keys.
std::vector<ScreenLine> topScreen(const std::string &Totals, std::vector<std::string> Table,
                                  const std::string &Keys, const TopStyle &Style);

/// Largest first, by the column that \p Style sorts by.
void sortRows(std::vector<RatedRow> &Rows, const std::vector<Column> &Columns,
              const TopStyle &Style);

/// The whole screen. \p Rows must be sorted.
std::vector<ScreenLine> topLines(const std::vector<RatedRow> &Rows,
                                 const std::vector<Column> &Columns, const TopStyle &Style);

/// Only the title and as many rows as topLines() has room for.
std::string topText(const std::vector<RatedRow> &Rows, const std::vector<Column> &Columns,
                    const TopStyle &Style);

/// How many rows topLines() has room for.
size_t rowsOnScreen(const TopStyle &Style);

} // namespace allocsite

#endif
