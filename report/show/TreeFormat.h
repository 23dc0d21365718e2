//===- TreeFormat.h - A tree of calls, for people and programs ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_TREEFORMAT_H
#define ALLOCSITE_REPORT_SHOW_TREEFORMAT_H

#include "Sheet.h"
#include "view/CallTree.h"

namespace allocsite {

struct TreeStyle {
  SheetStyle Table;
  double LeastShare = 0.01; ///< of the whole; nodes with less are folded
  size_t MostDepth = 0;     ///< levels, 0 is all that can be shown
  bool Ascii = false;       ///< lines of a tree by `|` and `-`
};

/// Deeper levels are folded: nobody can read them, and a file may have any number.
constexpr size_t MostTreeDepth = 200;

std::string treeText(const CallTree &Of, const NameTable &Names, const Column &Measured,
                     const TreeStyle &Style);

/// A row for each node, each behind its parent, with its depth. Nothing is folded but what
/// \p Style says.
Sheet treeSheet(const CallTree &Of, const NameTable &Names, const Column &Measured,
                const TreeStyle &Style);

} // namespace allocsite

#endif
