//===- DiffFormat.h - The differences of two profiles as a sheet ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_DIFFFORMAT_H
#define ALLOCSITE_REPORT_SHOW_DIFFFORMAT_H

#include "Sheet.h"
#include "view/Diff.h"
#include "view/View.h"

namespace allocsite {

struct DiffStyle {
  RowBy By = RowBy::Site;
  ColumnId Measure = 0;
  size_t Top = 0; ///< number of rows; 0: all
  bool ShowsSame = false;
};

/// The rows of \p Found, a diff of \p Of.
Sheet diffSheet(const Diff &Found, const Profile &Of, const LeftOut &Left,
                const DiffStyle &Style);

/// The totals of each allocator before and after.
Sheet diffAllocators(const Profile &Of, ColumnId Measure);

/// The sentences below the table: how much was matched, and what is not shown.
std::string diffSummary(const Diff &Found, const DiffStyle &Style);

} // namespace allocsite

#endif
