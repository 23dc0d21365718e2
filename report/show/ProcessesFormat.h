//===- ProcessesFormat.h - The totals of processes, for people and monitors =//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   a profile of each process ──▶ ProcessTotals ─┬─▶ a sheet
//                                                ├─▶ the text that Prometheus scrapes
//                                                └─▶ a page that links to that of each process
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_PROCESSESFORMAT_H
#define ALLOCSITE_REPORT_SHOW_PROCESSESFORMAT_H

#include "Sheet.h"
#include "model/Profile.h"

#include <string>
#include <vector>

namespace allocsite {

/// A number of a process or a site, and whether it is known.
struct MeasuredTotal {
  Column Of;
  Quantity Value;
};

struct SiteTotals {
  std::string Function, Site, Allocator; ///< as they were read; `-` if not known
  std::vector<MeasuredTotal> Measures;
};

struct ProcessTotals {
  uint64_t Process = 0;
  Run Of;
  bool WasKilled = false;
  std::string Problem; ///< why its profile could not be read; empty: it was read
  /// Sums of all rows that are not below another allocator, for the measures of Measures.inc that
  /// can be summed.
  std::vector<MeasuredTotal> Measures;
  std::vector<SiteTotals> Sites; ///< those with most live bytes, or bytes
};

/// The totals of \p Of, a profile of one process, and of its \p MostSites largest sites. Drops rows
/// of \p Of that are below another allocator.
Expected<ProcessTotals> totalsOf(Profile &Of, size_t MostSites);

Sheet processesSheet(const std::vector<ProcessTotals> &Of);

/// Prometheus' text format, version 0.0.4.
std::string processesMetrics(const std::vector<ProcessTotals> &Of);

/// A page for a browser. Its links are those of `allocsite serve`.
std::string processesPage(const std::vector<ProcessTotals> &Of, size_t Unreadable);

} // namespace allocsite

#endif
