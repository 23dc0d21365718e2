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

/// One row for each of the first \p Top sums; 0: all. \p Noun is what a row stands for:
/// function, file, module, process or thread; the last two have no self numbers. Shares are
/// parts of \p Total, the total of \p Sort. \p HasFolded: rows were left out that would count
/// \p Sort twice, although other measures may be known from them alone.
Sheet byNameSheet(const std::vector<NamedSum> &Sums, const std::vector<Column> &Columns,
                  ColumnId Sort, const Quantity &Total, const std::string &Noun, size_t Top,
                  bool HasFolded);

} // namespace allocsite

#endif
