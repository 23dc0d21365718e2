//===- ByNameFormat.h - Self and inclusive numbers as rows ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_BYNAMEFORMAT_H
#define ALLOCSITE_REPORT_SHOW_BYNAMEFORMAT_H

#include "Sheet.h"
#include "view/ByName.h"

namespace allocsite {

/// \p Noun is what a row stands for: function, file or process. Shares are of \p Sort's total
/// over all rows of \p Of, \p Top rows are made, 0 is all. \p HasFolded: rows are left out that
/// would count \p Sort twice, though they may be all that is known of another measure.
Sheet byNameSheet(const std::vector<NamedSum> &Sums, const std::vector<Column> &Columns,
                  ColumnId Sort, const Quantity &Total, const std::string &Noun, size_t Top,
                  bool HasFolded);

} // namespace allocsite

#endif
