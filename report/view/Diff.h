//===- Diff.h - Two sides of a profile, row by row ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What has changed from the first side to the second, by matched rows (RowsBySide.h).
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_VIEW_DIFF_H
#define ALLOCSITE_REPORT_VIEW_DIFF_H

#include "RowsBySide.h"

namespace allocsite {

enum class DiffState { New, Gone, Grown, Shrunk, Same, Unknown };

const char *stateWord(DiffState State);

struct DiffRow : SidedRow {
  DiffState State = DiffState::Same; ///< by the measure

  explicit DiffRow(SidedRow Of, DiffState State) : SidedRow(std::move(Of)), State(State) {}
  int64_t change(ColumnId Column) const {
    return int64_t(value(Column, 1)) - int64_t(value(Column, 0));
  }
};

struct Diff {
  std::vector<DiffRow> Rows; ///< the largest change first
  /// Matched rows' share of all bytes of both sides, 0–1; of the measure if there are no
  /// bytes. 1 if nothing was counted.
  double MatchedShare = 1;
  size_t MatchedCount = 0;
};

/// Compares the two sides of \p Of. Equal changes are ordered by the names.
Diff diffOf(const Profile &Of, RowBy By, ColumnId Measure);

} // namespace allocsite

#endif
