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
// Two sites match if they agree in function, allocator and type, and in their order among the
// sites that do. If one build has more such sites than the other, the pairs are chosen that
// keep the order and agree most in file, sizes, column and line. The remaining sites match by
// function without its arguments, whatever their type; then by file name, if most of their
// sizes agree, so that a renamed function is found.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_VIEW_DIFF_H
#define ALLOCSITE_REPORT_VIEW_DIFF_H

#include "model/Profile.h"

#include <string>
#include <vector>

namespace allocsite {

enum class DiffBy { Site, Chain, Function, Type, Allocator, File, Through, Process, Thread };
enum class DiffState { New, Gone, Grown, Shrunk, Same, Unknown };

const char *viewWord(DiffBy By);
const char *stateWord(DiffState State);

/// One row of a diff. Names that do not apply to its DiffBy are NoName.
struct DiffRow {
  NameId Allocator = NoName, Type = NoName, Function = NoName;
  NameId Sites[2] = {NoName, NoName}; ///< by side
  std::string File;                   ///< where rows are files
  /// Where rows are processes or threads: without their numbers, which differ in two runs.
  std::string Named;
  NameId Through = NoName;    ///< where rows are libraries
  ChainId Heaviest = NoChain; ///< of the measure, on the side with more
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
  /// Matched rows' share of all bytes of both sides, 0–1; of the measure if there are no
  /// bytes. 1 if nothing was counted.
  double MatchedShare = 1;
  size_t MatchedCount = 0;
};

/// Compares the two sides of \p Of.
Diff diffOf(const Profile &Of, DiffBy By, ColumnId Measure);

} // namespace allocsite

#endif
