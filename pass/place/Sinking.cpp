//===- Sinking.cpp - Moves values to the paths that need them ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sinking.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace allocsite {

static Instruction *markBefore(Instruction &Place) {
  IRBuilder<> Builder(&Place);
  return Builder.Insert(new FreezeInst(PoisonValue::get(Builder.getInt1Ty())));
}

void Sinking::plan(Instruction &First, Instruction &Last, bool Stays,
                   ArrayRef<Instruction *> Before) {
  this->First = &First;
  this->Stays = Stays;
  // Nothing splits the block between them: none of the users is in it.
  End = markBefore(*Last.getNextNode());
  for (Instruction *Place : Before)
    Marks.push_back(markBefore(*Place));
}

bool Sinking::isIn(const BasicBlock &Block) const {
  return any_of(Marks, [&](const Instruction *Mark) { return Mark->getParent() == &Block; });
}

uint64_t Sinking::frequency(Frequencies &Often) const {
  uint64_t Sum = 0;
  for (const Instruction *Mark : Marks)
    Sum = SaturatingAdd(Sum, Often.of(*Mark->getParent()));
  return Sum;
}

void Sinking::copyTo(Instruction &Mark) {
  for (Instruction *Each : Sunk) {
    Instruction *Copy = Each->clone();
    IRBuilder<> Builder(&Mark);
    Builder.SetCurrentDebugLocation(DebugLoc()); // The copy keeps its own, or none.
    Builder.Insert(Copy);
    for (Use &Operand : Copy->operands())
      if (auto Known = Copies.find(Operand); Known != Copies.end())
        Operand.set(Known->second.back());
    Copies[Each].push_back(Copy);
  }
}

Value &Sinking::valueIn(BasicBlock &Block, Value &Of) {
  auto Known = Copies.find(&Of);
  if (Known == Copies.end())
    return Of;
  auto [Updater, IsFirst] = Updaters.try_emplace(&Of);
  if (IsFirst) {
    Updater->second.Initialize(Of.getType(), Of.getName());
    for (Instruction *Copy : Known->second)
      Updater->second.AddAvailableValue(Copy->getParent(), Copy);
  }
  return *Updater->second.GetValueAtEndOfBlock(&Block);
}

void Sinking::emit() {
  for (Instruction *I = Stays ? First->getNextNode() : First; I != End; I = I->getNextNode())
    Sunk.push_back(I);
  for (Instruction *Mark : Marks)
    copyTo(*Mark);
  for (Instruction *Each : Sunk)
    for (Use &U : make_early_inc_range(Each->uses())) {
      auto *User = cast<Instruction>(U.getUser());
      auto *Phi = dyn_cast<PHINode>(User);
      if (!Copies.count(User))
        U.set(&valueIn(Phi ? *Phi->getIncomingBlock(U) : *User->getParent(), *Each));
    }
}

void Sinking::drop() {
  for (Instruction *Each : reverse(Sunk))
    Each->eraseFromParent();
  for (Instruction *Mark : Marks)
    Mark->eraseFromParent();
  End->eraseFromParent();
}

} // namespace allocsite
