//===- KeptContext.cpp - Keeps a context across calls -----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeptContext.h"
#include "support/Mechanisms.h"
#include "support/Tuning.h"
#include "thread/ThreadState.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

using namespace llvm;

namespace allocsite {

/// The paths from the stores of the context to its loads.
struct KeptContext::Paths {
  /// The calls of one block that needs the context after them.
  struct Calls {
    Instruction *First = nullptr, *Last = nullptr;
    bool IsNeededBelow = false;   ///< The context is needed at the end of the block.
    Instruction *Again = nullptr; ///< The load after the calls.
  };
  /// The stores to the slot, at most one in a block.
  MapVector<BasicBlock *, StoreInst *> StoreIn;
  /// Stores from which no path leads to a load.
  SmallVector<StoreInst *, 2> Unread;
  /// By block, in the order of the function.
  MapVector<BasicBlock *, Calls> CallsIn;
  /// True if one of the calls is a terminator.
  bool HasInvoke = false;
};

/// True if `I` may clobber a caller-saved register.
static bool isCall(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call || Call->isInlineAsm() || Call->getCallingConv() == CallingConv::PreserveMost ||
      Call->getCallingConv() == CallingConv::PreserveAll)
    return false;
  if (auto *Memory = dyn_cast<MemIntrinsic>(Call)) {
    auto *Length = dyn_cast<ConstantInt>(Memory->getLength());
    return !Length || Length->getValue().ugt(tuning::MostBytesInPlace);
  }
  // Floating-point intrinsics may become calls of the mathematical library.
  return !isa<IntrinsicInst>(Call) || Call->getType()->isFPOrFPVectorTy();
}

Value *KeptContext::load(Value &Context, IRBuilder<> &Builder) {
  if (!Slot) {
    BasicBlock &Entry = Builder.GetInsertBlock()->getParent()->getEntryBlock();
    IRBuilder<> Allocas(&Entry, Entry.begin());
    Slot = Allocas.CreateAlloca(Context.getType());
    applied(Mechanism::StackSlots, *Entry.getParent());
    IRBuilder<> Behind(cast<Instruction>(Context).getNextNode());
    Behind.SetCurrentDebugLocation(DebugLoc());
    exempt(Behind.CreateStore(&Context, Slot));
  }
  Loads.push_back(Builder.CreateLoad(Context.getType(), Slot));
  return exempt(Loads.back());
}

/// The store that `Load` reads, if it is in the same block and no call lies between.
static StoreInst *storedBefore(LoadInst &Load) {
  for (Instruction *I = Load.getPrevNode(); I && !isCall(*I); I = I->getPrevNode())
    if (auto *Store = dyn_cast<StoreInst>(I);
        Store && Store->getPointerOperand() == Load.getPointerOperand())
      return Store;
  return nullptr;
}

/// Replaces loads whose store is in the same block, without a call between, by the value.
void KeptContext::takeStored() {
  erase_if(Loads, [](LoadInst *Each) {
    StoreInst *Store = storedBefore(*Each);
    if (!Store)
      return false;
    Each->replaceAllUsesWith(Store->getValueOperand());
    Each->eraseFromParent();
    return true;
  });
}

KeptContext::Paths KeptContext::findPaths() const {
  Paths Found;
  for (User *Each : Slot->users()) {
    auto *Store = dyn_cast<StoreInst>(Each);
    if (Store)
      Found.StoreIn[Store->getParent()] = Store;
    assert((Store || is_contained(Loads, Each)) && "a load was copied");
  }

  SmallPtrSet<const BasicBlock *, 16> AtTop, AtEnd;
  SmallVector<BasicBlock *, 16> Work;
  DenseMap<const BasicBlock *, LoadInst *> LastIn;
  for (LoadInst *Each : Loads) {
    BasicBlock *Block = Each->getParent();
    LoadInst *&Last = LastIn[Block];
    if (!Last || Last->comesBefore(Each))
      Last = Each;
    if (!Found.StoreIn.count(Block) && AtTop.insert(Block).second)
      Work.push_back(Block);
  }
  while (!Work.empty())
    for (BasicBlock *Before : predecessors(Work.pop_back_val()))
      if (AtEnd.insert(Before).second && !Found.StoreIn.count(Before) &&
          AtTop.insert(Before).second)
        Work.push_back(Before);
  // Loads in a store's block are after the store, as the context dominates its loads.
  for (auto [Block, Store] : Found.StoreIn)
    if (!AtEnd.count(Block) && !LastIn.count(Block))
      Found.Unread.push_back(Store);

  for (BasicBlock &Block : *Slot->getFunction()) {
    bool IsNeededBelow = AtEnd.count(&Block);
    const Instruction *End = IsNeededBelow ? nullptr : LastIn.lookup(&Block);
    if (!IsNeededBelow && !End)
      continue;
    Instruction *Begin = Found.StoreIn.lookup(&Block);
    for (Instruction *I = Begin ? Begin : &Block.front(); I != End; I = I->getNextNode())
      if (isCall(*I)) {
        auto &In = Found.CallsIn[&Block];
        In.First = In.First ? In.First : I;
        In.Last = I;
        In.IsNeededBelow = IsNeededBelow;
        Found.HasInvoke |= I->isTerminator();
      }
  }
  return Found;
}

void KeptContext::dropUnread(Paths &Found) {
  for (StoreInst *Each : Found.Unread) {
    Found.StoreIn.erase(Each->getParent());
    Each->eraseFromParent();
  }
}

bool KeptContext::saves(const Paths &Found, Frequencies &Often) const {
  double Before = 0, Since = 0;
  for (const auto &Each : Found.StoreIn)
    Before += Often.of(*Each.first);
  for (const LoadInst *Each : Loads)
    Before += Often.of(*Each->getParent());
  for (const auto &Each : Found.CallsIn) {
    if (Often.isInLoop(*Each.first))
      return false;
    Since += 2.0 * Often.of(*Each.first);
  }
  return Since < Before / tuning::LeastGain;
}

void KeptContext::avoidSlot(Frequencies &Often) {
  if (!Slot)
    return;
  takeStored();
  Paths Found = findPaths();
  dropUnread(Found);
  if (Slot->use_empty()) {
    Slot->eraseFromParent();
    return;
  }
  if (Found.HasInvoke || Found.CallsIn.size() > Loads.size() || !saves(Found, Often))
    return;

  applied(Mechanism::AvoidedSlots, *Slot->getFunction());
  SSAUpdater Contexts;
  Contexts.Initialize(Slot->getAllocatedType(), "allocsite.kept");
  for (const auto &[Block, Store] : Found.StoreIn)
    Contexts.AddAvailableValue(Block, Store->getValueOperand());
  for (auto &[Block, In] : Found.CallsIn) {
    IRBuilder<> Builder(In.Last->getNextNode());
    In.Again = exempt(Builder.CreateLoad(Slot->getAllocatedType(), Slot));
    if (In.IsNeededBelow)
      Contexts.AddAvailableValue(Block, In.Again);
  }
  auto AtTop = [&](BasicBlock &Block) {
    StoreInst *Store = Found.StoreIn.lookup(&Block);
    return Store ? Store->getValueOperand() : Contexts.GetValueInMiddleOfBlock(&Block);
  };
  for (const auto &[Block, In] : Found.CallsIn) {
    IRBuilder<> Builder(In.First);
    exempt(Builder.CreateStore(AtTop(*Block), Slot));
  }
  for (LoadInst *Each : Loads) {
    auto In = Found.CallsIn.find(Each->getParent());
    if (In == Found.CallsIn.end() || Each->comesBefore(In->second.First))
      Each->replaceAllUsesWith(AtTop(*Each->getParent()));
    else if (In->second.Last->comesBefore(Each))
      Each->replaceAllUsesWith(In->second.Again);
    else
      continue;
    Each->eraseFromParent();
  }
  for (const auto &Each : Found.StoreIn)
    Each.second->eraseFromParent();
  if (Slot->use_empty())
    Slot->eraseFromParent();
}

} // namespace allocsite
