//===- TopTree.h - The tree of callers on the screen of allocsite top ------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     bytes▼       %       self  function
//   28.5 MiB  100.0%        0 B  ▾ main
//   21.3 MiB   74.7%   18.3 MiB    ▾ parse      a node that is open
//    3.0 MiB   10.4%    3.0 MiB      ▸ copy     and one that Enter opens
//
// Each reading makes another tree. A node is known by the functions above it, so that it stays
// open; a node that is its parent's only one is open at first.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_TOPTREE_H
#define ALLOCSITE_REPORT_SHOW_TOPTREE_H

#include "TopFormat.h"
#include "view/CallTree.h"

#include <set>

namespace allocsite {

class TopTree {
public:
  struct Line {
    std::string Path; ///< the functions from the root on, with line ends between
    std::string Function;
    size_t Depth = 0;
    bool IsOpen = false, HasChildren = false;
    Quantity Inclusive, Self;
    uint64_t Base = 0; ///< what Inclusive was in the baseline
  };

  /// Makes the lines of \p Now; \p Base may be empty. Shows only nodes with \p Filter in their
  /// name, those above and those below.
  void make(const Reading &Now, const Reading &Base, ColumnId Measure, CallTree::Direction Way,
            const std::string &Filter);
  /// Opens or closes the line with the cursor.
  void toggle();
  /// Moves the cursor by \p Lines, and keeps it among \p OnScreen lines.
  void move(long Lines, size_t OnScreen);

  std::vector<ScreenLine> lines(const std::vector<Column> &Columns,
                                const TopStyle &Style) const;

private:
  std::vector<Line> Lines;
  std::set<std::string> Toggled; ///< paths of nodes that are not as they are at first
  ColumnId Measure = 0;
  CallTree::Direction Way = CallTree::TopDown;
  Quantity Total;
  size_t Cursor = 0, First = 0;
};

} // namespace allocsite

#endif
