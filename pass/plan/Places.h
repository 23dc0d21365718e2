//===- Places.h - Where something is computed that some blocks need ---------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a function's ways the one that is taken most often is the one that finds what it
// looks for, and calls nothing. It is not to pay for what the others need: that is
// computed where their region begins, which is all that needs it, and the ways from there
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

#ifndef ALLOCSITE_PASS_PLAN_PLACES_H
#define ALLOCSITE_PASS_PLAN_PLACES_H

#include "FlowGraph.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace allocsite {

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
/// those below where a way leads around all of them to a return. None is in a loop.
/// `CanStand` says of a block whether its top will do, and so its end if nothing in it
/// needs it; that of the entry does. `Stays`: what it is computed from is known
/// everywhere, so that it is computed behind another place as well, rather than kept.
Places findPlaces(const FlowGraph &Graph, llvm::ArrayRef<unsigned> Needing, bool Stays,
                  llvm::function_ref<bool(unsigned)> CanStand);

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLAN_PLACES_H
