//===- TadFormat.h - A Tad workspace that opens a log already pivoted -----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_REPORT_SHOW_TADFORMAT_H
#define ALLOCSITE_REPORT_SHOW_TADFORMAT_H

#include "read/AllocationLog.h"

#include <string>

namespace allocsite {

/// The JSON text in the format of Tad 0.14: pivoted by pc0 … pc3, largest total bytes first.
/// \p CsvPath must be absolute and UTF-8. \p HasTypes: some row has a type.
std::string tadWorkspace(const std::string &CsvPath, const LogShape &Shape, bool HasTypes);

} // namespace allocsite

#endif
