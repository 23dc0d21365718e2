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
// Of a function's paths the one that is taken most often is the one that finds what it
// looks for, and calls nothing. It is not to pay for what the others need: that is
// computed where their region begins, which is all that needs it, and the paths from there
// to what needs it again. Who comes into the region over an edge has not been there, or
// has put back what was changed there, and does not come over the edge again:
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
// More than two places take more room than they save time, and more than six where it is
// needed in cold blocks alone: then those that have a common dominator below the one place
// that all have become one.
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

/// In a block, or on edges into it.
struct Place {
  unsigned Block;
  llvm::SmallVector<unsigned, 2> From; ///< Where the edges begin. None: in the block.
};

/// Where something is computed: above, or instead at each of those below.
struct Places {
  /// The one block where it can be for all.
  unsigned Above;
  /// Where it is better, a few, or none.
  llvm::SmallVector<Place, 2> Below;
};

/// The places for what is needed in the blocks `Needing`, of which there is one at least:
/// those below where a path leads around all of them to a return. None is in a loop.
/// `CanStand` says of a block whether its top will do, and so its end if nothing in it
/// needs it; that of the entry does. `Stays`: what it is computed from is known
/// everywhere, so that it is computed behind another place as well, rather than kept.
Places findPlaces(const FlowGraph &Graph, llvm::ArrayRef<unsigned> Needing, bool Stays,
                  llvm::function_ref<bool(unsigned)> CanStand);

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLACE_FLOWGRAPH_H
