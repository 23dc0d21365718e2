//===- RecursionCounts.h - Recursions count in a register -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A copy for recursion (RecursiveCopies.h) runs under one word, however deep it is. Where
// its one allocation has one size as well, all are of one key. Then it is passed how many
// are not counted yet, adds its own, and returns how many there are:
//
//     build.specialized.1(n, pending):         allocsite.settle.build.specialized.1(n):
//       node = alloc(16)                         {node, pending} =
//       if (++pending >= 64)                         build.specialized.1(n, 0)
//         call settle, pending = 0               settle
//       {left, pending} =                        return node
//           build.specialized.1(n - 1, pending)
//       …
//       return {node, pending}
//
// That is what loops do (LoopCounts.h, which says why, and what can be lost): also here is
// settled before each call that is no leaf. Not where such a call can be made in a run that
// does not allocate, as at the leaves of a tree: that would settle as often as it counts.
// The function that settles has the copy's callers but the copy.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_LOWER_RECURSIONCOUNTS_H
#define ALLOCSITE_PASS_LOWER_RECURSIONCOUNTS_H

#include "Counter.h"
#include "support/Calls.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/ValueHandle.h"
#include <optional>
#include <vector>

namespace allocsite {

/// The copies of one module that count so.
class RecursionCounts {
public:
  using Places = llvm::SmallVector<llvm::Instruction *, 4>;

  /// Before what `F`, whose one allocation is in `Site`, would have to settle; nothing where
  /// it is no copy that can count so, or would not gain.
  static std::optional<Places> settledBefore(llvm::Function &F,
                                             const llvm::BasicBlock &Site,
                                             CallTest MayStayAway);

  /// Will count `What` in `F`, and emits what settles before `Calls`: before the words are
  /// emitted, that of a call that throws too. `FindsWord`: the context is the thread's word,
  /// which nothing in `F` changes otherwise.
  void settle(ThreadState &Thread, llvm::Function &F, const Counted &What,
              llvm::ArrayRef<llvm::Instruction *> Calls, bool FindsWord);

  /// Emits what counts that, when the words have been.
  void count(ThreadState &Thread);

  /// Gives the functions their parameters and results. They are others than before.
  void emit(ThreadState &Thread);

private:
  struct Promoted {
    Counted What;
    llvm::AllocaInst *Pending;
    llvm::WeakTrackingVH Word; ///< That the count does not need.
  };

  std::vector<Promoted> Chosen;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_LOWER_RECURSIONCOUNTS_H
