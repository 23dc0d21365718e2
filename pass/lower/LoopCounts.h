//===- LoopCounts.h - Loops count in a register -----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where each round of an innermost loop allocates under one key, a register counts,
// and the slot gets what it holds from time to time:
//
//     pending = 0
//     loop:
//       if (++pending >= 64)         settle: while (pending)
//         call settle, pending = 0             if (slot->tag == tag)
//       if (full) {                              slot->count += pending, pending = 0
//         call settle, pending = 0             else
//         refill()                               miss(…), --pending
//       }
//     settle
//
// A loop that adds to a slot waits in each round for the addition of the round before
// (some five cycles). Code coverage keeps counters in registers for the same reason
// ("counter promotion" in LLVM), for as long as a loop lasts. Here a signal may end the
// process, or jump out of the loop, at any time, and other threads may write the profile
// meanwhile: what is then not counted yet is less than the bound.
//
// Settled is before each call that is no leaf, and where the loop is left. So nothing is
// pending where a call does not return, forks, throws, or lets another thread go on.
// Loops that make such a call in each round are left alone: they would gain nothing.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_LOWER_LOOPCOUNTS_H
#define ALLOCSITE_PASS_LOWER_LOOPCOUNTS_H

#include "Counter.h"
#include "support/Calls.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include <optional>
#include <vector>

namespace allocsite {

/// The loops of one function.
class LoopCounts {
public:
  /// Takes out of `All`, the function's allocations, those that loops count. Makes room
  /// before the loops and behind them, and brings sizes there. `MayStayAway` is asked of
  /// calls whether they may not come back.
  LoopCounts(llvm::Function &F, CallTest MayStayAway,
             llvm::SmallVectorImpl<Counted> &All);

  /// Emits what counts them; `Address` is where the thread's words lie.
  void emit(ThreadState &Thread, llvm::Value *Address);

private:
  /// Before these is settled.
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

} // namespace allocsite

#endif // ALLOCSITE_PASS_LOWER_LOOPCOUNTS_H
