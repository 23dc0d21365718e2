//===- FlowGraph.h - The blocks of a function, by number --------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reachable blocks, in reverse post-order: the entry is 0, and outside of loops a block
// comes after its predecessors. So a vector can hold a property of each block.
//
// A function's most frequent path is often the one that finds what it looks for and calls
// nothing. It should not pay for a value that only other paths need. So the value is
// computed where control enters the region that needs it: the blocks that use the value,
// and the paths between such blocks. A path enters the region once, or has restored what it
// changed there before it enters again:
//
//            switch                               switch
//           /   |   \                            /   |   \
//          /  number |                          /  load   load
//       find   push…  |                      find  push…    |
//         |      |   /        ->               |     |     /
//         |      other                         |     other
//         |      push…                         |     push…
//         |     /                              |    /
//        return                               return
//
// More than two places (six if only cold blocks need the value) cost more code than they
// save time. Then places that have a common dominator, below the single place that
// dominates all, are merged into it.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_PLACE_FLOWGRAPH_H
#define ALLOCSITE_PASS_PLACE_FLOWGRAPH_H

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include <optional>
#include <vector>

namespace allocsite {

/// A snapshot of a function's blocks: those made later have no number.
class FlowGraph {
public:
  explicit FlowGraph(llvm::Function &F);

  unsigned size() const { return unsigned(Blocks.size()); }
  llvm::BasicBlock &block(unsigned Number) const { return *Blocks[Number]; }
  llvm::ArrayRef<unsigned> before(unsigned Number) const { return Before[Number]; }
  /// Nothing for an unreachable block.
  std::optional<unsigned> numberOf(const llvm::BasicBlock &Block) const;

  /// The immediate dominator. `Number` must not be the entry.
  unsigned dominator(unsigned Number) const;
  /// The nearest common dominator, which may be `A` or `B` itself.
  unsigned commonDominator(unsigned A, unsigned B) const;
  /// True in a cycle, also an irreducible one.
  bool isRepeated(unsigned Number) const;
  /// True if every path to the block takes an edge that the source, or a profile, marks
  /// unlikely.
  bool isCold(unsigned Number) const;

private:
  void findDominators() const;
  void findRepeated() const;
  void findWarm() const;

  llvm::Function &F;
  std::vector<llvm::BasicBlock *> Blocks;
  std::vector<llvm::SmallVector<unsigned, 2>> Before;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Numbers;
  // Computed on first use.
  mutable std::vector<unsigned> Dominators;
  mutable llvm::BitVector Repeated, Warm;
};

/// True if the edges from `From` to `Into` can be split.
bool canSplit(const llvm::BasicBlock &From, const llvm::BasicBlock &Into);

/// A place for code: in a block, or on edges into it.
struct Place {
  unsigned Block;
  llvm::SmallVector<unsigned, 2> From; ///< The sources of the edges; none: in the block.
};

/// Where a value is computed: at `Above`, or instead at each of `Below`.
struct Places {
  /// A block that dominates all uses.
  unsigned Above;
  /// A few better places, or none.
  llvm::SmallVector<Place, 2> Below;
};

/// Finds places to compute a value that the blocks `Needing` (at least one) use. Sets `Below`
/// only if some path to a return avoids all those places. No place is in a loop.
/// `CanStand`: may the value be computed at the top of this block (and so at its end, if
/// nothing in the block uses it)? The entry always may. `Stays`: the operands are available
/// everywhere, so that a path may recompute the value rather than keep it.
Places findPlaces(const FlowGraph &Graph, llvm::ArrayRef<unsigned> Needing, bool Stays,
                  llvm::function_ref<bool(unsigned)> CanStand);

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLACE_FLOWGRAPH_H
