//===- Rates.h - What a process allocates, and how fast ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   reading at 1.0 s   parse 100 calls   load 5 calls
//   reading at 3.0 s   parse 180 calls   load 5 calls   ──▶  parse 180, 40 a second; load 5, 0
//
// Two readings of the profile of one process. Their rows are matched by their names.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_FINDINGS_RATES_H
#define ALLOCSITE_REPORT_FINDINGS_RATES_H

#include "view/Diff.h"

#include <memory>

namespace allocsite {

/// What was counted at a moment, on side 1 of a profile of two sides.
struct Reading {
  std::unique_ptr<Profile> Of;
  double Seconds = 0; ///< of a steady clock
};

struct RatedRow {
  std::string Allocator, Type, Function, Site; ///< `-` where rows do not tell
  std::vector<uint64_t> Values;                ///< by column of the profile
  std::vector<double> Rates; ///< a second; below 0 where less is alive than was
};

/// The rows of \p Now, in no order; \p Before may be empty: all rates are then 0.
std::vector<RatedRow> ratedRows(const Reading &Before, const Reading &Now, DiffBy By);

} // namespace allocsite

#endif
