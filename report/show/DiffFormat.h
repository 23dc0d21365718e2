//===- DiffFormat.h - What has changed between two profiles ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_DIFFFORMAT_H
#define ALLOCSITE_REPORT_SHOW_DIFFFORMAT_H

#include "Sheet.h"
#include "view/Diff.h"

namespace allocsite {

struct DiffStyle {
  DiffBy By = DiffBy::Site;
  ColumnId Measure = 0;
  size_t Top = 0; ///< most rows, 0 is all
  bool ShowsSame = false;
};

/// The rows of \p Found, which is of \p Of.
Sheet diffSheet(const Diff &Found, const Profile &Of, const DiffStyle &Style);

/// Before and after of each allocator.
Sheet diffAllocators(const Profile &Of, ColumnId Measure);

/// What stands below the table: how much was matched, and what is not shown.
std::string diffSummary(const Diff &Found, const DiffStyle &Style);

} // namespace allocsite

#endif
