//===- DiffFormat.h - The differences of two profiles as a sheet ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_DIFFFORMAT_H
#define ALLOCSITE_REPORT_SHOW_DIFFFORMAT_H

#include "SidedNames.h"
#include "view/Diff.h"
#include "view/View.h"

namespace allocsite {

/// The rows of \p Found, a diff of \p Of.
Sheet diffSheet(const Diff &Found, const Profile &Of, const LeftOut &Left,
                const SidedStyle &Style);

/// The totals of each allocator before and after.
Sheet diffAllocators(const Profile &Of, ColumnId Measure);

/// The sentences below the table: how much was matched, and what is not shown.
std::string diffSummary(const Diff &Found, const SidedStyle &Style);

} // namespace allocsite

#endif
