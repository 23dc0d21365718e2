//===- InlineHits.h - Which hits are worth their bytes inline ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An inline hit takes some 110 bytes and runs thirteen instructions; a call of the runtime
// takes some 20 bytes and runs 20 to 24 instructions. The difference does not matter next to
// `malloc`, but does next to an arena that only moves a pointer:
//
//     p = malloc(n)          p = top, top += n        if (top + n > end) refill()
//     call count             count inline             p = top, top += n
//                                                     count inline
//
// So a hit is inline if the allocator was inlined and some path through the function, or
// through an iteration of the loop, passes the site without a call (PathsWithoutCall): a
// path with a call costs much more than seven instructions anyway. Large programs have many
// such sites, and most of them run rarely. So the site must also be in a loop; or in a short
// function; or in a longer one of which at least every second run allocates; or stand for
// several allocations that are added at once (lower/PendingCounts.h).
//
// A function that takes from an arena, and calls another one only to refill it, has a path
// from its entry to its end without a call:
//
//     p = top; top += n; if (top > end) refill(); p->left = left; return p;
//
// A function that then always calls a parser has none. In a loop, the path leads from the
// beginning of an iteration to that of the next. Calls of the function itself count as
// iterations; intrinsics and inline assembly are not calls.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_PLAN_INLINEHITS_H
#define ALLOCSITE_PASS_PLAN_INLINEHITS_H

#include "support/Frequencies.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/LoopInfo.h"

namespace allocsite {

/// The paths of one function that make no call. Its blocks must not change between the first
/// query and the last. All queries together take time linear in its blocks, times the depth
/// of loops.
class PathsWithoutCall {
public:
  explicit PathsWithoutCall(const llvm::Function &F) : F(F) {}

  /// True if such a path leads through `Block`: a path of an iteration of `Around`, a loop
  /// that contains the block, or if that is null, of the function.
  bool leadThrough(const llvm::BasicBlock &Block, const llvm::Loop *Around);

private:
  using Blocks = llvm::DenseSet<const llvm::BasicBlock *>;
  struct Paths {
    Blocks FromStart; ///< The blocks that the start reaches.
    Blocks ToEnd;     ///< The blocks that reach the end.
  };

  Paths find(const llvm::Loop *Around) const;

  const llvm::Function &F;
  llvm::DenseMap<const llvm::Loop *, Paths> Found;
};

/// Decides which hits of one function are inline. Its blocks must not change between the
/// first query and the last.
class InlineHits {
public:
  explicit InlineHits(llvm::Function &F);

  /// True if the counting of `Times` allocations before `Place` should be inline.
  bool isWorth(const llvm::Instruction &Place, unsigned Times);

private:
  bool isOften(const llvm::BasicBlock &Block);

  const llvm::Function &F;
  const bool ForSpeed; ///< Not optimised for size.
  const size_t Length;
  Frequencies Often;
  PathsWithoutCall Paths;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLAN_INLINEHITS_H
