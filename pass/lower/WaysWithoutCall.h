//===- WaysWithoutCall.h - What runs of a function may do without a call -----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function that takes from an arena, and calls another one only to refill it, has a way
// from its beginning to its end without a call:
//
//     p = top; top += n; if (top > end) refill(); p->left = left; return p;
//
// One that goes on to parse what is left of `p` in any case has none. Of a loop it is the
// way from the beginning of a round to that of the next one. A function's calls of itself
// are rounds as well. Intrinsics and inline assembly are no calls.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_LOWER_WAYSWITHOUTCALL_H
#define ALLOCSITE_PASS_LOWER_WAYSWITHOUTCALL_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/LoopInfo.h"

namespace allocsite {

/// Of one function, whose blocks must stay as they are from the first question to the
/// last. All questions together take time by its blocks, once for each depth of loops.
class WaysWithoutCall {
public:
  explicit WaysWithoutCall(const llvm::Function &F) : F(F) {}

  /// True where such a way of the function leads through `Block`, or of a round of
  /// `Around`, a loop that holds it, if that is given.
  bool leadThrough(const llvm::BasicBlock &Block, const llvm::Loop *Around);

private:
  using Blocks = llvm::DenseSet<const llvm::BasicBlock *>;
  struct Ways {
    Blocks FromStart; ///< What can be come to.
    Blocks ToEnd;     ///< From where the end can be come to.
  };

  Ways find(const llvm::Loop *Around) const;

  const llvm::Function &F;
  llvm::DenseMap<const llvm::Loop *, Ways> Found;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_LOWER_WAYSWITHOUTCALL_H
