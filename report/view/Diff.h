//===- Diff.h - Two sides of a profile, row by row ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   before                       after
//   parse  malloc  a.c:10:3  ─┐  parse  malloc  a.c:14:3      lines were added above: the
//   parse  malloc  a.c:22:8   └▶ parse  malloc  a.c:26:8      first is the first, the second
//   load   malloc  a.c:40:8      (gone)                       the second
//
// A site of one build is the site of another that has the same function, allocator, type and
// place in the order of these. Where one build has more of them than the other, the pairs are
// chosen that keep the order and agree most in file, sizes, column and line. Sites that are
// left are matched by the function without its arguments, whatever their type; and then, where
// most of their sizes agree, by the name of the file, as functions get other names.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_VIEW_DIFF_H
#define ALLOCSITE_REPORT_VIEW_DIFF_H

#include "model/Profile.h"

#include <string>
#include <vector>

namespace allocsite {

enum class DiffBy { Site, Chain, Function, Type, Allocator, File };
enum class DiffState { New, Gone, Grown, Shrunk, Same, Unknown };

const char *stateWord(DiffState State);

/// Of what a row stands for, the names that it has; NoName of others.
struct DiffRow {
  NameId Allocator = NoName, Type = NoName, Function = NoName;
  NameId Sites[2] = {NoName, NoName}; ///< by side
  std::string File;                   ///< where rows are files
  ChainId Heaviest = NoChain;         ///< of the measure, on the side with more
  size_t ChainCount = 0;
  bool IsOn[2] = {false, false};
  std::vector<uint64_t> Values;      ///< of column and side, as in a Profile
  DiffState State = DiffState::Same; ///< by the measure

  uint64_t value(ColumnId Column, unsigned Side) const { return Values[Column * 2 + Side]; }
  Quantity quantity(const KnownOfColumns &Is, ColumnId Column, unsigned Side) const {
    return Is.quantity(Column, [&](ColumnId Each) { return value(Each, Side); });
  }
  int64_t change(ColumnId Column) const {
    return int64_t(value(Column, 1)) - int64_t(value(Column, 0));
  }
};

struct Diff {
  std::vector<DiffRow> Rows; ///< the largest change first
  /// Of the rows that are on both sides, their share of bytes of both, or of the measure where
  /// there are no bytes; from 0 to 1. 1 where nothing was counted.
  double MatchedShare = 1;
  size_t MatchedCount = 0;
};

/// \p Of has two sides.
Diff diffOf(const Profile &Of, DiffBy By, ColumnId Measure);

} // namespace allocsite

#endif
