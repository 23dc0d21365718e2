//===- Sinking.cpp - Computes on the ways that need it ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sinking.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

using namespace llvm;

namespace allocsite {

static constexpr unsigned MostPlaces = 2;

/// The lowest block for all of `Needing`.
static unsigned findAbove(const FlowGraph &Graph, ArrayRef<unsigned> Needing,
                          function_ref<bool(unsigned)> CanStand) {
  unsigned Above = Needing.front();
  for (unsigned Number : Needing)
    Above = Graph.commonDominator(Above, Number);
  while (Above && (!CanStand(Above) || Graph.isRepeated(Above)))
    Above = Graph.dominator(Above);
  return Above;
}

/// True where a way leads from `Above` to a return and through none of `Below`.
static bool hasWayAround(const FlowGraph &Graph, unsigned Above,
                         ArrayRef<unsigned> Below) {
  BitVector Seen(Graph.size());
  for (unsigned Number : Below)
    Seen.set(Number);
  SmallVector<unsigned, 16> Work = {Above};
  while (!Work.empty()) {
    const BasicBlock &Block = Graph.block(Work.pop_back_val());
    if (isa<ReturnInst>(Block.getTerminator()))
      return true;
    for (const BasicBlock *Next : successors(&Block))
      if (unsigned Number = *Graph.numberOf(*Next); !Seen[Number]) {
        Seen.set(Number);
        Work.push_back(Number);
      }
  }
  return false;
}

/// The child of `Above` among dominators that `Number` is, or is below of.
static unsigned childAbove(const FlowGraph &Graph, unsigned Above, unsigned Number) {
  while (Graph.dominator(Number) != Above)
    Number = Graph.dominator(Number);
  return Number;
}

Places findPlaces(const FlowGraph &Graph, ArrayRef<unsigned> Needing,
                  function_ref<bool(unsigned)> CanStand) {
  unsigned Above = findAbove(Graph, Needing, CanStand);
  if (is_contained(Needing, Above))
    return {Above, {}};
  MapVector<unsigned, SmallVector<unsigned, 8>> Parts;
  for (unsigned Number : Needing) {
    Parts[childAbove(Graph, Above, Number)].push_back(Number);
    if (Parts.size() > MostPlaces)
      return {Above, {}};
  }
  SmallVector<unsigned, 2> Below;
  for (const auto &[Child, Part] : Parts) {
    Below.push_back(findAbove(Graph, Part, CanStand));
    if (Below.back() < Child)
      return {Above, {}};
  }
  if (Below.size() < 2 || !hasWayAround(Graph, Above, Below))
    return {Above, {}};
  return {Above, std::move(Below)};
}

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

void Sinking::copyTo(Instruction &Mark) {
  for (Instruction *Each : Sunk) {
    Instruction *Copy = Each->clone();
    IRBuilder<> Builder(&Mark);
    Builder.SetCurrentDebugLocation(DebugLoc()); // It has its own, or none.
    Builder.Insert(Copy);
    for (Use &Operand : Copy->operands())
      if (auto Known = Copies.find(Operand); Known != Copies.end())
        Operand.set(Known->second.back());
    Copies[Each].push_back(Copy);
  }
}

Value &Sinking::valueIn(BasicBlock &Block, Value &Of) const {
  auto Known = Copies.find(&Of);
  if (Known == Copies.end())
    return Of;
  SSAUpdater Updater;
  Updater.Initialize(Of.getType(), Of.getName());
  for (Instruction *Copy : Known->second)
    Updater.AddAvailableValue(Copy->getParent(), Copy);
  return *Updater.GetValueAtEndOfBlock(&Block);
}

void Sinking::emit() {
  for (Instruction *I = Stays ? First->getNextNode() : First; I != End;
       I = I->getNextNode())
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
