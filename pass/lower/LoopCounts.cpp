//===- LoopCounts.cpp - Loops count in a register ---------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopCounts.h"
#include "support/Compat.h"
#include "support/Mechanisms.h"
#include "support/Tuning.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace allocsite {

LoopCounts::LoopCounts(Function &F, CallTest MayStayAway,
                       SmallVectorImpl<Counted> &All)
    : F(F), MayStayAway(MayStayAway) {
  // A jump back to a setjmp may bring registers of another time.
  if (without(Mechanism::LoopCounts) || All.empty() || F.hasOptNone() || F.callsFunctionThatReturnsTwice())
    return;
  Dominators.recalculate(F);
  Loops.analyze(Dominators);
  erase_if(All, [&](const Counted &Each) {
    // What may fail is counted by whether it has; but not where the allocator is of this
    // file, and a look at its result would cost four times what the count does.
    const Function *Callee = Each.Result ? directCallee(*Each.Result) : nullptr;
    const bool IsLookedAt = Each.Result && (!Callee || Callee->isDeclaration());
    Loop *L = IsLookedAt ? nullptr : loopOf(Each);
    std::optional<Places> Calls = L ? callsIn(*L) : std::nullopt;
    if (!Calls || !prepare(Each, *L, Calls->size()))
      return false;
    Promoted New = {Each, std::move(*Calls), {}, L->getLoopPreheader()};
    New.What.Result = nullptr;
    SmallVector<BasicBlock *, 4> Exits;
    L->getUniqueExitBlocks(Exits);
    for (BasicBlock *Exit : Exits)
      New.Behind.push_back(&*Exit->getFirstInsertionPt());
    Chosen.push_back(std::move(New));
    applied(Mechanism::LoopCounts, F);
    return true;
  });
}

bool LoopCounts::isInEachRound(const BasicBlock *Block, const Loop &L) const {
  SmallVector<BasicBlock *, 4> Latches;
  L.getLoopLatches(Latches);
  return all_of(Latches, [&](const BasicBlock *Latch) {
    return Dominators.dominates(Block, Latch);
  });
}

/// The loop that may count, or null.
Loop *LoopCounts::loopOf(const Counted &Allocation) const {
  const BasicBlock *Block = Allocation.Before->getParent();
  Loop *L = Loops.getLoopFor(Block);
  if (!L || !L->getSubLoops().empty() || L->getHeader()->isEHPad() ||
      !isInEachRound(Block, *L))
    return nullptr;
  return L->isLoopInvariant(Allocation.Context) &&
                 L->isLoopInvariant(Allocation.Site)
             ? L
             : nullptr;
}

/// The calls behind which anything may happen, or nothing where one of them is made in
/// each round or there are too many.
std::optional<LoopCounts::Places> LoopCounts::callsIn(const Loop &L) const {
  Places Found;
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call || isa<IntrinsicInst>(Call))
        continue;
      auto *Asm = dyn_cast<InlineAsm>(Call->getCalledOperand());
      if (Asm ? Asm->getAsmString().empty()
              : !MayStayAway(*Call))
        continue;
      if (Found.size() == tuning::MostFlushesOfLoop || isInEachRound(Block, L))
        return std::nullopt;
      Found.push_back(Call);
    }
  return Found;
}

/// Makes room before the loop and behind it, and brings the size there. Returns false
/// where that cannot be, or with the `Calls` would be too many places.
bool LoopCounts::prepare(const Counted &Allocation, Loop &L, size_t Calls) {
  SmallVector<BasicBlock *, 4> Exits;
  L.getUniqueExitBlocks(Exits);
  if (Exits.size() + Calls > tuning::MostFlushesOfLoop ||
      any_of(Exits, [](const BasicBlock *Exit) { return Exit->isEHPad(); }))
    return false;
  // The freeze of a size, and what makes it 64 bits wide, can go before the loop.
  bool Changed = false;
  if (!(L.getLoopPreheader() ||
        InsertPreheaderForLoop(&L, &Dominators, &Loops, nullptr,
                               /*PreserveLCSSA=*/false)) ||
      !L.makeLoopInvariant(Allocation.Size, Changed))
    return false;
  formDedicatedExitBlocks(&L, &Dominators, &Loops, nullptr,
                          /*PreserveLCSSA=*/false);
  return L.hasDedicatedExits();
}

void LoopCounts::emit(ThreadState &Thread, Value *Address) {
  SmallVector<AllocaInst *, 4> Variables;
  for (const Promoted &Each : Chosen) {
    IRBuilder<> Builder(&F.getEntryBlock(), F.getEntryBlock().begin());
    Builder.SetCurrentDebugLocation(DebugLoc());
    AllocaInst *Pending = Builder.CreateAlloca(Builder.getInt64Ty());
    Variables.push_back(Pending);
    Builder.SetInsertPoint(Each.Preheader->getTerminator());
    Builder.CreateStore(Builder.getInt64(0), Pending);
    emitPending(Thread, Each.What, *Pending);
    for (Instruction *Call : Each.Calls)
      emitSettleInside(Thread, Each.What, *Pending, Call);
    for (Instruction *Place : Each.Behind)
      emitSettle(Thread, Each.What, Address, *Pending, Place);
  }
  if (Variables.empty())
    return;
  Dominators.recalculate(F);
  PromoteMemToReg(Variables, Dominators);
}

} // namespace allocsite
