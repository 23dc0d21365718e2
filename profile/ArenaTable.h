//===- ArenaTable.h - Arenas as rows of text --------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   who made an arena (context, site) ─┐
//   what was counted of it (ArenaTally)┴▶ a row of the table `arenas`, merged by its names
//
// The names are those of Csv.h. `allocator` is the function that made the arena; if its
// creation was not seen, the function that allocated in it first.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_ARENATABLE_H
#define ALLOCSITE_PROFILE_ARENATABLE_H

#include "ArenaTally.h"
#include "Csv.h"

namespace allocsite {

/// Every bool is false if memory is short.
class ArenaTable {
public:
  /// Names must be loaded before the first add, and stay.
  ArenaTable(Expander &Names, unsigned Level) : Names(Names, {false, false, Level, 0}) {}

  /// Merges into the row of equal names: the same maker may be added again.
  bool add(uint64_t Context, uint64_t Site, const ArenaTally &Counted);
  /// Call after the last add. Sorts by peak, largest first, then by names.
  bool sort();
  size_t rows() const { return Rows.size(); }
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

  CsvTable Names; // for its outlines; has no rows
  PageArray<Row> Rows;
  PageIndex RowsByOutline;
  PageArray<uint32_t> Order;
};

} // namespace allocsite

#endif
