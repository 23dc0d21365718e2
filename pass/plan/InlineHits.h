//===- InlineHits.h - Which hits are worth their bytes inline ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A hit inline is some 110 bytes and thirteen instructions; one that calls the runtime
// is some 20 bytes and 20 to 24 instructions. Beside what `malloc` does seven more are
// little, beside an arena's bump of a pointer they are not:
//
//     p = malloc(n)          p = top, top += n        if (top + n > end) refill()
//     call count             count inline             p = top, top += n
//                                                     count inline
//
// So a hit is inline where the allocator was inlined and a whole run of the function, or
// round of the loop, may come by without a call (PathsWithoutCall): what calls anyway has
// more to do than seven instructions. Of such there are many in large programs, and most of
// them run rarely: the site has to be in a loop, or in a function that does little else, or
// in one that does not much more and comes by at least every second time, or stand for
// several that are one addition (lower/PendingCounts.h).
//
// A function that takes from an arena, and calls another one only to refill it, has a path
// from its beginning to its end without a call:
//
//     p = top; top += n; if (top > end) refill(); p->left = left; return p;
//
// One that goes on to parse what is left of `p` in any case has none. Of a loop it is the
// path from the beginning of a round to that of the next one. A function's calls of itself
// are rounds as well. Intrinsics and inline assembly are no calls.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_PLAN_INLINEHITS_H
#define ALLOCSITE_PASS_PLAN_INLINEHITS_H

#include "support/Frequencies.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/LoopInfo.h"

namespace allocsite {

/// Of one function, whose blocks must stay as they are from the first question to the
/// last. All questions together take time by its blocks, once for each depth of loops.
class PathsWithoutCall {
public:
  explicit PathsWithoutCall(const llvm::Function &F) : F(F) {}

  /// True where such a path of the function leads through `Block`, or of a round of
  /// `Around`, a loop that holds it, if that is given.
  bool leadThrough(const llvm::BasicBlock &Block, const llvm::Loop *Around);

private:
  using Blocks = llvm::DenseSet<const llvm::BasicBlock *>;
  struct Paths {
    Blocks FromStart; ///< What can be come to.
    Blocks ToEnd;     ///< From where the end can be come to.
  };

  Paths find(const llvm::Loop *Around) const;

  const llvm::Function &F;
  llvm::DenseMap<const llvm::Loop *, Paths> Found;
};

/// Of one function, whose blocks must stay as they are from the first question to the
/// last.
class InlineHits {
public:
  explicit InlineHits(llvm::Function &F);

  /// `Times` allocations are counted before `Place`.
  bool isWorth(const llvm::Instruction &Place, unsigned Times);

private:
  bool isOften(const llvm::BasicBlock &Block);

  const llvm::Function &F;
  const bool ForSpeed; ///< Bytes may be spent.
  const size_t Length;
  Frequencies Often;
  PathsWithoutCall Paths;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLAN_INLINEHITS_H
