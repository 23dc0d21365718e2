//===- Budget.h - Limits on what a program allocates ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   # of all, and of a part
//   total bytes <= 30M
//   function "parse*" calls <= 10k
//   type "Node" bytes growth <= 5%        against a baseline
//
// A line names what is counted (total, or function, type, allocator, site or file with a
// glob), a measure and a limit. A function counts all that is allocated below it. All except
// allocator leave out memory that one allocator takes from another (view/Layers.h).
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_FINDINGS_BUDGET_H
#define ALLOCSITE_REPORT_FINDINGS_BUDGET_H

#include "model/Profile.h"
#include "profile/Expected.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace allocsite {

struct BudgetLine {
  uint32_t Line = 0;   ///< in the file, from 1
  std::string Of;      ///< total, or a field of a condition
  std::string Glob;    ///< empty for total
  std::string Measure; ///< a word
  bool IsGrowth = false;
  uint64_t Limit = 0;      ///< bytes or a count
  double MostGrowth = 0;   ///< 0.05 is 5 %
  bool IsOptional = false; ///< may have no rows
};

/// Parses a budget. An error names the line, what was expected there, and what was found.
Expected<std::vector<BudgetLine>> parseBudget(std::string_view Text);

/// Parses a limit that fails, `bytes > 5%` or `function "parse*" calls > 5%`, into the budget
/// line that allows up to that growth.
Expected<BudgetLine> parseGrowthLimit(std::string_view Text);

/// A line of a budget and how much of it is used.
struct BudgetUse {
  const BudgetLine *Of;
  uint64_t Value = 0;
  std::optional<uint64_t> Baseline; ///< set for a line about growth
  MeasureUnit Unit = MeasureUnit::Count;
  bool IsExceeded = false;
  std::string Lacks;    ///< why the budget cannot be judged; empty: it can
  bool IsFound = false; ///< Does any row belong to it?
  std::string Site;     ///< the largest site that is counted, as in the profile; or empty
};

/// The use of each of \p Lines, which are all about growth, from the first side of \p Both to
/// the second. Counts only the rows in \p Among.
Expected<std::vector<BudgetUse>> growthBetween(const std::vector<BudgetLine> &Lines,
                                               const Profile &Both,
                                               const std::vector<bool> &Among);

/// The use of each of \p Lines. Except for allocators, rows below others do not count.
/// \p Baseline may be null.
Expected<std::vector<BudgetUse>> useOf(const std::vector<BudgetLine> &Lines, const Profile &Of,
                                       const Profile *Baseline);

/// Writes a budget whose limits are the use of \p Of plus \p Slack (0.1 is 10 %). Removes rows
/// below others from \p Of.
Expected<std::string> budgetFor(Profile &Of, double Slack);

} // namespace allocsite

#endif
