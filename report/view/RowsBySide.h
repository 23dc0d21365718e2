//===- RowsBySide.h - The rows of all sides of a profile, matched ---------===//
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
// sizes agree, so that a renamed function is found. Of more than two sides, each is matched
// with all before it. Rows other than sites match by name.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_VIEW_ROWSBYSIDE_H
#define ALLOCSITE_REPORT_VIEW_ROWSBYSIDE_H

#include "model/Profile.h"

#include <string>
#include <vector>

namespace allocsite {

/// What a row stands for.
enum class RowBy { Site, Chain, Function, Type, Allocator, File, Through, Process, Thread };

const char *viewWord(RowBy By);
/// What \p Count rows are called: 1 site, 2 sites.
std::string nounOf(RowBy By, size_t Count = 0);

/// One row. Names that do not apply to its RowBy are NoName.
struct SidedRow {
  NameId Allocator = NoName, Type = NoName, Function = NoName;
  std::vector<NameId> Sites; ///< by side; NoName where the row is not on that side
  std::string File;          ///< where rows are files
  /// Where rows are processes or threads: without their numbers, which differ in two runs.
  std::string Named;
  NameId Through = NoName;      ///< where rows are libraries
  ChainId Heaviest = NoChain;   ///< of the measure, on the side with most
  size_t ChainCount = 0;        ///< on that side
  std::vector<bool> IsOn;       ///< by side
  std::vector<uint64_t> Values; ///< of column and side, as in a Profile

  uint64_t value(ColumnId Column, unsigned Side) const {
    return Values[Column * IsOn.size() + Side];
  }
  Quantity quantity(const KnownOfColumns &Is, ColumnId Column, unsigned Side) const {
    return Is.quantity(Column, [&](ColumnId Each) { return value(Each, Side); }, Side);
  }
  /// The place on the last side that has the row.
  NameId lastSite() const;
};

/// The rows of \p Of, in no order.
std::vector<SidedRow> rowsBySide(const Profile &Of, RowBy By, ColumnId Measure);

/// Orders rows by their names, and then by their values.
bool isBeforeByName(const SidedRow &A, const SidedRow &B, const NameTable &Names);

} // namespace allocsite

#endif
