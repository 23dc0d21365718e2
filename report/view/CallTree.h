//===- CallTree.h - Chains as a tree --------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   chains                    top-down                  bottom-up
//   leaf ← parse ← main  7    main 10                   leaf 7
//   parse ← main         3    └ parse 10, self 3        └ parse 7
//                               └ leaf 7, self 7          └ main 7
//                                                       parse 3
//                                                       └ main 3
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_VIEW_CALLTREE_H
#define ALLOCSITE_REPORT_VIEW_CALLTREE_H

#include "model/Profile.h"

#include <vector>

namespace allocsite {

struct TreeNode {
  NameId Function = NoName;
  uint32_t Parent = 0;
  std::vector<uint32_t> Children; ///< the largest first, then by name
  uint64_t Inclusive = 0;         ///< of all chains through it
  uint64_t Self = 0;              ///< of the chains that end in it
  KnownOfRows InclusiveIs, SelfIs;
};

class CallTree {
public:
  enum Direction { TopDown, BottomUp };

  /// Builds the tree of \p Of's chains, weighted by the measure \p Column on \p Side.
  CallTree(const Profile &Of, ColumnId Column, unsigned Side, Direction Way);

  /// Node 0 is the root, which holds the total.
  const TreeNode &operator[](uint32_t Node) const { return Nodes[Node]; }
  size_t size() const { return Nodes.size(); }

private:
  struct Edge {
    uint32_t Parent, Function;
  };

  std::vector<TreeNode> Nodes;
};

} // namespace allocsite

#endif
