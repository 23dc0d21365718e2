//===- ArenaTable.h - Arenas as rows of text --------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   who made an arena (context, site) ─┐
//   what was counted of it (ArenaTally)┴▶ a row of LOG.arenas.csv, merged by its names
//
// The names are those of Csv.h. `allocator` is the function that made the arena, or where
// nobody was seen to make it, the one that allocated in it first.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_ARENATABLE_H
#define ALLOCSITE_PROFILE_ARENATABLE_H

#include "ArenaTally.h"
#include "Csv.h"

namespace allocsite {

/// Every bool is false where there was no memory.
class ArenaTable {
public:
  /// Names must be loaded before the first add, and stay.
  ArenaTable(Expander &Names, unsigned Level) : Names(Names, {false, false, Level, 0}) {}

  /// The same maker may come again.
  bool add(uint64_t Context, uint64_t Site, const ArenaTally &Counted);
  /// After the last add: the largest peak first, then by names.
  bool sort();
  size_t rows() const { return Rows.size(); }
  /// A column of names of a row, as it is shown. Rows are in the order of sort().
  TextRef name(size_t Row, unsigned Column) const;
  const ArenaTally &counted(size_t Row) const { return Rows[Order[Row]].Counted; }
  /// All rows together.
  ArenaTally sums() const;
  /// Returns 0 or an errno value.
  int write(int Descriptor) const;

private:
  struct Row {
    uint32_t Outline;
    ArenaTally Counted;
  };
  bool isBefore(const Row &A, const Row &B) const;

  CsvTable Names; // has no rows
  PageArray<Row> Rows;
  PageIndex RowsByOutline;
  PageArray<uint32_t> Order;
};

} // namespace allocsite

#endif
