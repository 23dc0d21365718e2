//===- LoopSlots.h - Slots whose address a loop keeps -----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where each round of an innermost loop allocates under one key, the slot is found
// before the loop:
//
//     slot = slots + ((tag >> 42) & slots[-1])
//     loop:
//       if (slot->tag == tag) slot->count += 1
//       else { miss(…); slot = slots + … }
//       if (full) { refill(); slot = slots + … }
//
// A kept address is right as long as this thread alone writes there:
//   * An outgrown table is the thread's still, and what it holds counts.
//   * In a forked child, zeros lie where the parent's tables were; the dummy holds
//     zeros as well. They match no tag, and behind the miss the address is anew.
//   * Another thread may go on with this code only behind a call (fibers), and a
//     table goes to another thread when this one ends.
//
// So behind each call that is no leaf the address is computed again. Loops that make
// such a call in each round are left alone, since they would gain nothing.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_LOOPSLOTS_H
#define ALLOCSITE_PASS_LOOPSLOTS_H

#include "Callees.h"
#include "Counter.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include <optional>

namespace allocsite {

/// The loops of one function.
class LoopSlots {
public:
  /// Emits what is to be done before and in the loops around `All`, the function's
  /// allocations; `Address` is where the thread's words lie.
  LoopSlots(llvm::Function &F, ThreadState &Thread, const Callees &Reach,
            llvm::Value *Address, llvm::ArrayRef<Counted> All);

  /// Null where no loop keeps it. Valid until finish().
  const KeptSlot *find(const Counted &Allocation) const;

  /// Brings the addresses into registers, when all counters have been emitted.
  void finish();

private:
  using Calls = llvm::SmallVector<llvm::CallInst *, 4>;
  bool isInEachRound(const llvm::BasicBlock *Block, const llvm::Loop &L) const;
  std::optional<Calls> callsIn(const llvm::Loop &L) const;
  llvm::Loop *loopOf(const Counted &Allocation) const;
  bool prepare(const Counted &Allocation, llvm::Loop &L);
  KeptSlot keep(const Counted &Allocation, llvm::Loop &L, const Calls &Found);

  llvm::Function &F;
  ThreadState &Thread;
  const Callees &Reach;
  llvm::Value *Address;
  llvm::DominatorTree Dominators;
  llvm::LoopInfo Loops;
  llvm::DenseMap<const llvm::Instruction *, KeptSlot> Kept; ///< By Before.
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_LOOPSLOTS_H
