//===- Budget.h - What a program may allocate -----------------------------===//
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
// A line is: what is counted (total, or function, type, allocator, site or file and a glob), a
// measure, and a limit. A function has what is allocated below it. All but allocators are
// without what one allocator takes from another (Shown.h).
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
  std::string Glob;    ///< empty of total
  std::string Measure; ///< a word
  bool IsGrowth = false;
  uint64_t Limit = 0;      ///< bytes or a count
  double MostGrowth = 0;   ///< 0.05 is 5 %
  bool IsOptional = false; ///< may have no rows
};

/// An error names the line, what was expected in it, and what was found.
Expected<std::vector<BudgetLine>> parseBudget(std::string_view Text);

/// `bytes > 5%`, or `function "parse*" calls > 5%`: the line of a budget that allows less.
Expected<BudgetLine> parseGrowthLimit(std::string_view Text);

/// What a line allows and what there is.
struct BudgetUse {
  const BudgetLine *Of;
  uint64_t Value = 0;
  std::optional<uint64_t> Baseline; ///< of a line about growth
  MeasureUnit Unit = MeasureUnit::Count;
  bool IsExceeded = false;
  std::string Lacks;    ///< why it is not known whether it is kept; empty: it is
  bool IsFound = false; ///< Does any row belong to it?
  std::string Site;     ///< the largest of those that are counted, as in the profile; or empty
};

/// From the first side of \p Both to the second, of each of \p Lines, which are about growth, in
/// the rows of \p Among.
Expected<std::vector<BudgetUse>> growthBetween(const std::vector<BudgetLine> &Lines,
                                               const Profile &Both,
                                               const std::vector<bool> &Among);

/// Of each of \p Lines, but of allocators without rows that lie below others. \p Baseline is
/// null where there is none.
Expected<std::vector<BudgetUse>> useOf(const std::vector<BudgetLine> &Lines, const Profile &Of,
                                       const Profile *Baseline);

/// A budget that \p Of keeps, with so much more: 0.1 is 10 %. Rows that lie below others are
/// removed from \p Of.
Expected<std::string> budgetFor(Profile &Of, double Slack);

} // namespace allocsite

#endif
