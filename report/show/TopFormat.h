//===- TopFormat.h - The screen of allocsite top --------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//    photo_sizes [4711]   running for 0:00:12   every 1.0 s       what is looked at
//   21.9 MiB in 274,001 calls   4.1 MiB/s, 52,340 calls/s         all that is shown
//        bytes▼  bytes/s    calls  calls/s  allocator  …          rows, by the column with the mark
//   ...
//   q: quit  v: by site  …                                        keys
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_TOPFORMAT_H
#define ALLOCSITE_REPORT_SHOW_TOPFORMAT_H

#include "findings/Rates.h"
#include "support/FullScreen.h"

#include <string>
#include <vector>

namespace allocsite {

/// A column of numbers: a measure, or what it grows by in a second.
struct TopColumn {
  ColumnId Of;
  bool IsRate;
};

/// Those that are shown of a profile with \p Columns.
std::vector<TopColumn> topColumns(const std::vector<Column> &Columns);

struct TopStyle {
  DiffBy By = DiffBy::Site;
  size_t Sort = 0;  ///< which of topColumns()
  size_t First = 0; ///< rows above the first that is drawn
  std::string Title;
  std::vector<std::string> Sentences; ///< below the rows
  bool RawBytes = false;
  size_t Width = 80, Height = 24;
};

const char *viewWord(DiffBy By);

/// Largest first, by the column that \p Style sorts by.
void sortRows(std::vector<RatedRow> &Rows, const std::vector<Column> &Columns,
              const TopStyle &Style);

/// \p Rows are sorted.
std::vector<ScreenLine> topLines(const std::vector<RatedRow> &Rows,
                                 const std::vector<Column> &Columns, const TopStyle &Style);

/// The title and the rows alone, as many as topLines() has room for.
std::string topText(const std::vector<RatedRow> &Rows, const std::vector<Column> &Columns,
                    const TopStyle &Style);

/// How many rows topLines() has room for.
size_t rowsOnScreen(const TopStyle &Style);

} // namespace allocsite

#endif
