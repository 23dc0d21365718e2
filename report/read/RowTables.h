//===- RowTables.h - Tables that say more of the rows of a log --*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   changes      row,frame,point,allocated,freed          when the blocks of a row came and went
//   generations  row,frame,generation,mark,seconds,…      behind which mark live blocks were
//                                                         allocated
//
// Both name rows by their number in the log and the frame that their stack begins with. Profile
// keeps which rows it has made of them (KeptKeys::Origins).
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_ROWTABLES_H
#define ALLOCSITE_REPORT_READ_ROWTABLES_H

#include "LogTables.h"
#include "model/Profile.h"

#include <string>
#include <vector>

namespace allocsite {

/// Blocks of a row that came and went in the interval that ends at a point of the timeline.
struct RowChange {
  RowId Row;
  uint32_t Point; ///< index from 0
  uint64_t Allocated, Freed;
};

/// What of a row is live and was allocated behind a mark.
struct RowGeneration {
  RowId Row;
  uint32_t Generation; ///< index in Generations::Marks
  uint64_t Live;       ///< blocks
};

struct Generations {
  std::vector<std::string> Marks; ///< that begin them; the first is empty: the start
  std::vector<RowGeneration> Rows;
};

/// Of the log of \p Side of \p Of, whose timeline has \p Points; of rows that \p Of still has.
/// Empty where there is no table, or it is damaged, which a warning says.
std::vector<RowChange> readChanges(LogTables &Tables, const Profile &Of, unsigned Side,
                                   size_t Points);

/// The same of the table `generations`.
Generations readGenerations(LogTables &Tables, const Profile &Of, unsigned Side);

} // namespace allocsite

#endif
