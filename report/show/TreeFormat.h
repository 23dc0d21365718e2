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
  double LeastShare = 0.01; ///< of the whole; smaller nodes are folded
  size_t MostDepth = 0;     ///< number of levels; 0: up to MostTreeDepth
  bool Ascii = false;       ///< draw the tree with `|` and `-`
};

/// Deeper levels are folded: our own stacks have 513 at most, and a file may have any number.
constexpr size_t MostTreeDepth = 1024;

std::string treeText(const CallTree &Of, const NameTable &Names, const Column &Measured,
                     const TreeStyle &Style);

/// A row for each node, with its depth; children follow their parent. Folds only what \p Style
/// says.
Sheet treeSheet(const CallTree &Of, const NameTable &Names, const Column &Measured,
                const TreeStyle &Style);

} // namespace allocsite

#endif
