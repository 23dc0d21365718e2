//===- TableFormat.h - The report as a table for people -------------------===//
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
// allocators: see Grouping.h.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_TABLEFORMAT_H
#define ALLOCSITE_REPORT_SHOW_TABLEFORMAT_H

#include "view/Grouping.h"

namespace allocsite {

struct TableStyle {
  GroupBy By = GroupBy::Site;
  Measure Sort = Measure::Bytes;
  MeasureSet Measures;   ///< that the logs have
  bool RawBytes = false; ///< digits alone instead of "48.2 MiB" and "1,234"
  size_t Width = 100;    ///< columns; SIZE_MAX prints every name whole
  bool Colour = false;
  std::vector<std::string> Lacks; ///< what the logs say that they do not show
};

std::string tableText(const GroupedProfile &Profile, const NameTable &Names,
                      const TableStyle &Style);

} // namespace allocsite

#endif
