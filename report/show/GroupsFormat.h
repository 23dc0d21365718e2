//===- GroupsFormat.h - The report by site, chain, type … -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   allocator          bytes    calls  sites
//   ObStack::alloc  30.5 MiB  400,000      5
//
//    #     bytes      %    calls  size  allocator       site
//    1  18.3 MiB  60.0%  200,000    96  ObStack::alloc  app.cpp:41:20
//       parsePhoto(char const*) ← parseList(char const*) ← main (+1 chain)
//
// The note beneath a row is its heaviest chain. There is no total over all
// allocators: see view/Groups.h.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_GROUPSFORMAT_H
#define ALLOCSITE_REPORT_SHOW_GROUPSFORMAT_H

#include "Sheet.h"
#include "view/Groups.h"

namespace allocsite {

/// The result of groupRows(), its arguments, and what belongs in its notes.
struct GroupsReport {
  const Profile &Of;
  const Groups &Found;
  const LeftOut &Left;
  GroupBy By;
  ColumnId Sort;
  std::vector<std::string> Lacks; ///< sentences that say what the logs do not record
};

/// The groups as rows, with units for people and exact numbers in other formats.
Sheet groupsSheet(const GroupsReport &Of, bool RawBytes);

/// Totals, groups, and sentences on what these do not show.
std::string groupsText(const GroupsReport &Of, const SheetStyle &Style);

} // namespace allocsite

#endif
