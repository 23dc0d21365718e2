//===- GroupsFormat.h - The groups of a report, for pages and programs ----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_GROUPSFORMAT_H
#define ALLOCSITE_REPORT_SHOW_GROUPSFORMAT_H

#include "Sheet.h"
#include "TableFormat.h"

namespace allocsite {

/// The rows of the table with exact numbers, for CSV and JSON.
Sheet groupsSheet(const GroupedProfile &Of, const NameTable &Names, const TableStyle &Style);

/// Three columns: calls, bytes, and the frames of the heaviest chain, each on a line, in which
/// the allocator comes first.
std::string groupsMarkdown(const GroupedProfile &Of, const NameTable &Names);

/// A line with the number of rows, then a line each: calls, bytes, allocator, frames.
std::string groupsTsv(const GroupedProfile &Of, const NameTable &Names);

} // namespace allocsite

#endif
