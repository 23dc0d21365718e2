//===- Rates.h - Allocation rates of a process ------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   reading at 1.0 s   parse 100 calls   load 5 calls
//   reading at 3.0 s   parse 180 calls   load 5 calls   ──▶  parse 180, 40 a second; load 5, 0
//
// Compares two readings of the profile of one process. Rows are matched by name.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_FINDINGS_RATES_H
#define ALLOCSITE_REPORT_FINDINGS_RATES_H

#include "view/Diff.h"

#include <memory>

namespace allocsite {

/// The counts at one moment, on side 1 of a profile with two sides.
struct Reading {
  std::unique_ptr<Profile> Of;
  double Seconds = 0; ///< of a steady clock
};

struct RatedRow {
  std::string Allocator, Type, Function, Site; ///< `-` if not known
  std::vector<uint64_t> Values;                ///< by column of the profile
  std::vector<double> Rates; ///< per second; negative if live memory has shrunk
};

/// The rows of \p Now, unsorted. If \p Before is empty, all rates are 0.
std::vector<RatedRow> ratedRows(const Reading &Before, const Reading &Now, DiffBy By);

} // namespace allocsite

#endif
