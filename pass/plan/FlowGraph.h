//===- FlowGraph.h - The blocks of a function, by number --------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The blocks that can be reached, in reverse post-order: the entry is 0, and outside of
// loops a block comes behind those that lead to it. What is known of a block is then an
// entry of a vector.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_PLAN_FLOWGRAPH_H
#define ALLOCSITE_PASS_PLAN_FLOWGRAPH_H

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include <optional>
#include <vector>

namespace allocsite {

/// Of a function as it was when this was made: later blocks have no number.
class FlowGraph {
public:
  explicit FlowGraph(llvm::Function &F);

  unsigned size() const { return unsigned(Blocks.size()); }
  llvm::BasicBlock &block(unsigned Number) const { return *Blocks[Number]; }
  llvm::ArrayRef<unsigned> before(unsigned Number) const { return Before[Number]; }
  /// Nothing for a block that cannot be reached.
  std::optional<unsigned> numberOf(const llvm::BasicBlock &Block) const;

  /// The nearest of those through which every way to the block leads, itself not. Not
  /// of the entry.
  unsigned dominator(unsigned Number) const;
  /// The nearest through which every way to both leads, one of them perhaps.
  unsigned commonDominator(unsigned A, unsigned B) const;
  /// In a loop of whatever form.
  bool isRepeated(unsigned Number) const;
  /// Every way to it takes a turn that the source, or a profile, says to be unlikely.
  bool isCold(unsigned Number) const;

private:
  void findDominators() const;
  void findRepeated() const;
  void findWarm() const;

  llvm::Function &F;
  std::vector<llvm::BasicBlock *> Blocks;
  std::vector<llvm::SmallVector<unsigned, 2>> Before;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Numbers;
  // Found when they are first asked for.
  mutable std::vector<unsigned> Dominators;
  mutable llvm::BitVector Repeated, Warm;
};

/// Can a block be put on the edges from `From` to `Into`?
bool canSplit(const llvm::BasicBlock &From, const llvm::BasicBlock &Into);

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLAN_FLOWGRAPH_H
