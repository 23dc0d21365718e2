//===- SidedNames.h - What the rows of a diff or a trend are called -------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row behind its numbers: the allocator, and what the view is by. Both views have the same
// columns.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_SIDEDNAMES_H
#define ALLOCSITE_REPORT_SHOW_SIDEDNAMES_H

#include "Sheet.h"
#include "view/RowsBySide.h"

namespace allocsite {

struct SidedStyle {
  RowBy By = RowBy::Site;
  ColumnId Measure = 0;
  size_t Top = 0; ///< number of rows; 0: all
  bool ShowsSame = false;

  /// Whether a row is shown that has not changed, or has.
  bool shows(bool IsSame) const { return ShowsSame || !IsSame; }
};

/// The columns of names; with \p HasSiteBefore also where a site was on the first side.
void addNameColumns(Sheet &To, RowBy By, bool HasSiteBefore);

/// Their cells for a row of \p Of, its frames, and how many chains it has.
void addNames(SheetRow &To, const SidedRow &Row, const Profile &Of, RowBy By,
              bool HasSiteBefore);

} // namespace allocsite

#endif
