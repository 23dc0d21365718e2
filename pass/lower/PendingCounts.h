//===- PendingCounts.h - Counts that wait before they are added -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each addition to a slot waits for the one before it, some five cycles, which slows down a
// tight loop. So allocations of one key are added together, in three ways.
//
// Unrolling copies a loop's allocation. If nothing between the copies can call, exit or
// throw, one addition after the last counts them all: no reader can see a difference.
//
//     take(32); … take(32); …      ──▶      take(32); … take(32); slot->count += 2
//
// An innermost loop that allocates under one key in each iteration counts in a register, and
// flushes the pending count from time to time:
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
// LLVM keeps coverage counters in registers for the same reason ("counter promotion"), for
// the duration of a loop. Here a signal may end the process, or jump out of the loop, at any
// time, and other threads may write the profile meanwhile: the profile then lacks fewer
// allocations than the bound. Pending counts are flushed before each call that may allocate
// or not return, and at the exits of the loop. So nothing is pending when a call does not
// return, forks, throws, or wakes another thread. Loops that make such a call in each
// iteration would gain nothing and are not changed.
//
// A copy for recursion (Prepare.h) runs under one context, at any depth. If its only
// allocation has a constant size, all have one key. Then the copy takes the pending count as
// an argument, adds its own, and returns the sum:
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
// The bound on what the profile lacks is the same, and the same calls flush. A copy that can
// make such a call in a run that does not allocate, as at the leaves of a tree, is not
// changed: it would flush as often as it counts. All callers of the copy but itself call the
// function that flushes.
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

/// Merges allocations that can be counted with one addition. `All` are those of a function,
/// in the order of its instructions.
void countTogether(llvm::SmallVectorImpl<Counted> &All);

/// The loops of one function that count in a register.
class LoopCounts {
public:
  /// Removes from `All`, the function's allocations, those that loops count. Makes preheaders
  /// and dedicated exits for the loops, and hoists the sizes. `MayStayAway`: may the call not
  /// return?
  LoopCounts(llvm::Function &F, CallTest MayStayAway, llvm::SmallVectorImpl<Counted> &All);

  /// Emits the code that counts them. `Address` is that of the thread's words.
  void emit(ThreadState &Thread, llvm::Value *Address);

private:
  /// The count is flushed before each of these.
  using Places = llvm::SmallVector<llvm::Instruction *, 4>;
  struct Promoted {
    Counted What;
    Places Calls;  ///< Calls in the loop, on unlikely paths.
    Places Behind; ///< The exits of the loop.
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

  /// The calls before which `F`, whose only allocation is in `Site`, would have to flush;
  /// nothing if `F` is no copy that can count in a register, or would not gain.
  static std::optional<Places> flushedBefore(llvm::Function &F, const llvm::BasicBlock &Site,
                                             CallTest MayStayAway);

  /// Lets `F` count `What` in a register, and emits the flushes before `Calls`. Call before
  /// the contexts are emitted, so that a flush uses the context from before the call's own
  /// push or leave. `FindsContext`: use the thread's context, which `F` does not change.
  void flush(ThreadState &Thread, llvm::Function &F, const Counted &What,
             llvm::ArrayRef<llvm::Instruction *> Calls, bool FindsContext);

  /// Emits the counting of the last flush(). Call after the contexts are emitted.
  void count(ThreadState &Thread);

  /// Adds the parameters and results, which replaces the functions.
  void emit(ThreadState &Thread);

private:
  struct Promoted {
    Counted What;
    llvm::AllocaInst *Pending;
    llvm::WeakTrackingVH Context; ///< The unused context, to delete.
  };

  std::vector<Promoted> Chosen;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_LOWER_PENDINGCOUNTS_H
