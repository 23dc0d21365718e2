//===- LoopSlots.cpp - Slots whose address a loop keeps ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopSlots.h"
#include "Compat.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace allocsite {

/// Of a loop that is worth it: each has code to find the slot again.
static constexpr unsigned MostCalls = 4;

LoopSlots::LoopSlots(Function &F, ThreadState &Thread,
                     const Callees &Reach, Value *Address,
                     ArrayRef<Counted> All)
    : F(F), Thread(Thread), Reach(Reach), Address(Address) {
  // A jump back to a setjmp may bring registers of another time.
  if (All.empty() || F.hasOptNone() || F.callsFunctionThatReturnsTwice())
    return;
  Dominators.recalculate(F);
  Loops.analyze(Dominators);
  // Decided for all before anything is emitted: what is emitted are no calls of the
  // loop's.
  SmallVector<std::tuple<const Counted *, Loop *, Calls>, 4> Chosen;
  for (const Counted &Each : All)
    if (Loop *L = loopOf(Each))
      if (std::optional<Calls> Found = callsIn(*L); Found && prepare(Each, *L))
        Chosen.push_back({&Each, L, *Found});
  for (auto &[Each, L, Found] : Chosen)
    Kept[Each->Before] = keep(*Each, *L, Found);
}

bool LoopSlots::isInEachRound(const BasicBlock *Block, const Loop &L) const {
  SmallVector<BasicBlock *, 4> Latches;
  L.getLoopLatches(Latches);
  return all_of(Latches, [&](const BasicBlock *Latch) {
    return Dominators.dominates(Block, Latch);
  });
}

/// The loop that may keep the slot, or null.
Loop *LoopSlots::loopOf(const Counted &Allocation) const {
  const BasicBlock *Block = Allocation.Before->getParent();
  Loop *L = Loops.getLoopFor(Block);
  if (!L || !L->getSubLoops().empty() || L->getHeader()->isEHPad() ||
      !isInEachRound(Block, *L))
    return nullptr;
  for (Value *Each : {Allocation.Context, Allocation.Site, Address})
    if (!L->isLoopInvariant(Each))
      return nullptr;
  return L;
}

/// Makes room before the loop, and brings the size there.
bool LoopSlots::prepare(const Counted &Allocation, Loop &L) {
  // The freeze of a size, and what makes it 64 bits wide, can go before the loop.
  bool Changed = false;
  return (L.getLoopPreheader() ||
          InsertPreheaderForLoop(&L, &Dominators, &Loops, nullptr,
                                 /*PreserveLCSSA=*/false)) &&
         L.makeLoopInvariant(Allocation.Size, Changed);
}

/// The calls behind which another thread may go on, or nothing where one of them is
/// made in each round or there are too many.
std::optional<LoopSlots::Calls> LoopSlots::callsIn(const Loop &L) const {
  Calls Found;
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call || isa<IntrinsicInst>(Call))
        continue;
      auto *Asm = dyn_cast<InlineAsm>(Call->getCalledOperand());
      if (Asm ? Asm->getAsmString().empty() : !Reach.mayAllocate(*Call))
        continue;
      if (!isa<CallInst>(Call) || Found.size() == MostCalls ||
          isInEachRound(Block, L))
        return std::nullopt;
      Found.push_back(cast<CallInst>(Call));
    }
  return Found;
}

KeptSlot LoopSlots::keep(const Counted &Allocation, Loop &L,
                         const Calls &Found) {
  IRBuilder<> Builder(&F.getEntryBlock(), F.getEntryBlock().begin());
  Builder.SetCurrentDebugLocation(DebugLoc());
  KeptSlot New;
  New.Slot = Builder.CreateAlloca(pointerType(F.getContext()));
  Builder.SetInsertPoint(L.getLoopPreheader()->getTerminator());
  New.Tag = emitTag(Thread, Builder, Allocation);
  emitKeptSlot(Thread, Builder, Address, New);
  for (CallInst *Call : Found) {
    Builder.SetInsertPoint(Call->getNextNode());
    if (!isa<UnreachableInst>(Call->getNextNode()))
      emitKeptSlot(Thread, Builder, Address, New);
  }
  return New;
}

const KeptSlot *LoopSlots::find(const Counted &Allocation) const {
  auto Found = Kept.find(Allocation.Before);
  return Found == Kept.end() ? nullptr : &Found->second;
}

void LoopSlots::finish() {
  if (Kept.empty())
    return;
  SmallVector<AllocaInst *, 4> Variables;
  // In the order of the function: that of a map by address would differ from run to run.
  for (Instruction &I : F.getEntryBlock())
    if (auto *Variable = dyn_cast<AllocaInst>(&I))
      for (const auto &Each : Kept)
        if (Each.second.Slot == Variable)
          Variables.push_back(Variable);
  Dominators.recalculate(F);
  PromoteMemToReg(Variables, Dominators);
}

} // namespace allocsite
