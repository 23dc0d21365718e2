//===- PendingCounts.h - Counts that wait before they are added -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each addition to a slot waits for the one before it, some five cycles, which a tight loop
// notices. So allocations of one key are added together, in three ways.
//
// Unrolling makes several of a loop's. Where nothing between them can call, leave or throw,
// they are one addition: whoever reads the counters when the last was made finds all of them.
//
//     take(32); … take(32); …      ──▶      take(32); … take(32); slot->count += 2
//
// An innermost loop that allocates under one key in each round counts in a register, and
// flushes what is pending from time to time:
//
//     pending = 0
//     loop:
//       if (++pending >= 64)         flush: while (pending)
//         call flush, pending = 0             if (slot->tag == tag)
//       if (full) {                             slot->count += pending, pending = 0
//         call flush, pending = 0             else
//         refill()                              miss(…), --pending
//       }
//     flush
//
// Code coverage keeps counters in registers for the same reason ("counter promotion" in LLVM),
// for as long as a loop lasts. Here a signal may end the process, or jump out of the loop, at
// any time, and other threads may write the profile meanwhile: what is then not counted yet is
// less than the bound. Pending counts are flushed before each call that may allocate or not
// come back, and where the loop is left. So nothing is pending where a call does not return,
// forks, throws, or lets another thread go on. Loops that make such a call in each round are
// left alone: they would gain nothing.
//
// A copy for recursion (RecursiveCopies.h) runs under one context, however deep it is. Where
// its one allocation has one size as well, all are of one key. Then it is passed how many are
// pending, adds its own, and returns how many there are:
//
//     build.specialized.1(n, pending):         allocsite.settle.build.specialized.1(n):
//       node = alloc(16)                         {node, pending} =
//       if (++pending >= 64)                         build.specialized.1(n, 0)
//         call flush, pending = 0                flush
//       {left, pending} =                        return node
//           build.specialized.1(n - 1, pending)
//       …
//       return {node, pending}
//
// The same is lost, and the same calls flush. Not where such a call can be made in a run that
// does not allocate, as at the bottom of a tree: that would flush as often as it counts. The
// function that flushes has the copy's callers but the copy.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_LOWER_PENDINGCOUNTS_H
#define ALLOCSITE_PASS_LOWER_PENDINGCOUNTS_H

#include "Counter.h"
#include "support/Calls.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/ValueHandle.h"
#include <optional>
#include <vector>

namespace allocsite {

/// Makes one of those that can be counted together. `All` are a function's, in the
/// order of its instructions.
void countTogether(llvm::SmallVectorImpl<Counted> &All);

/// The loops of one function.
class LoopCounts {
public:
  /// Takes out of `All`, the function's allocations, those that loops count. Makes room
  /// before the loops and behind them, and brings sizes there. `MayStayAway` is asked of
  /// calls whether they may not come back.
  LoopCounts(llvm::Function &F, CallTest MayStayAway, llvm::SmallVectorImpl<Counted> &All);

  /// Emits what counts them; `Address` is where the thread's contexts lie.
  void emit(ThreadState &Thread, llvm::Value *Address);

private:
  /// Before these the count is flushed.
  using Places = llvm::SmallVector<llvm::Instruction *, 4>;
  struct Promoted {
    Counted What;
    Places Calls;  ///< Seldom made.
    Places Behind; ///< Where the loop has been left.
    llvm::BasicBlock *Preheader;
  };

  bool isInEachRound(const llvm::BasicBlock *Block, const llvm::Loop &L) const;
  llvm::Loop *loopOf(const Counted &Allocation) const;
  std::optional<Places> callsIn(const llvm::Loop &L) const;
  bool prepare(const Counted &Allocation, llvm::Loop &L, size_t Calls);

  llvm::Function &F;
  const CallTest MayStayAway;
  llvm::DominatorTree Dominators;
  llvm::LoopInfo Loops;
  std::vector<Promoted> Chosen;
};

/// The copies of one module that count in a register.
class RecursionCounts {
public:
  using Places = llvm::SmallVector<llvm::Instruction *, 4>;

  /// Before what `F`, whose one allocation is in `Site`, would have to flush; nothing where
  /// it is no copy that can count so, or would not gain.
  static std::optional<Places> flushedBefore(llvm::Function &F, const llvm::BasicBlock &Site,
                                             CallTest MayStayAway);

  /// Will count `What` in `F`, and emits what flushes before `Calls`: before the contexts are
  /// emitted, that of a call that throws too. `FindsContext`: the context is the thread's,
  /// which nothing in `F` changes otherwise.
  void flush(ThreadState &Thread, llvm::Function &F, const Counted &What,
             llvm::ArrayRef<llvm::Instruction *> Calls, bool FindsContext);

  /// Emits what counts that, when the contexts have been.
  void count(ThreadState &Thread);

  /// Gives the functions their parameters and results. They are others than before.
  void emit(ThreadState &Thread);

private:
  struct Promoted {
    Counted What;
    llvm::AllocaInst *Pending;
    llvm::WeakTrackingVH Context; ///< That the count does not need.
  };

  std::vector<Promoted> Chosen;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_LOWER_PENDINGCOUNTS_H
