//===- FlowGraph.cpp - The blocks of a function, by number ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlowGraph.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace allocsite {

FlowGraph::FlowGraph(Function &F) : F(F) {
  for (BasicBlock *Block : ReversePostOrderTraversal<Function *>(&F)) {
    Numbers[Block] = size();
    Blocks.push_back(Block);
  }
  Before.resize(size());
  for (unsigned Number = 0; Number < size(); ++Number)
    for (const BasicBlock *Next : successors(Blocks[Number]))
      Before[Numbers.find(Next)->second].push_back(Number);
}

std::optional<unsigned> FlowGraph::numberOf(const BasicBlock &Block) const {
  auto Known = Numbers.find(&Block);
  return Known == Numbers.end() ? std::nullopt : std::optional(Known->second);
}

unsigned FlowGraph::dominator(unsigned Number) const {
  if (Dominators.empty())
    findDominators();
  return Dominators[Number];
}

unsigned FlowGraph::commonDominator(unsigned A, unsigned B) const {
  while (A != B)
    (A > B ? A : B) = dominator(A > B ? A : B);
  return A;
}

/// After Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm".
void FlowGraph::findDominators() const {
  Dominators.resize(size());
  bool Changed = true;
  for (bool First = true; Changed; First = false) {
    Changed = false;
    for (unsigned Number = 1; Number < size(); ++Number) {
      std::optional<unsigned> Above;
      for (unsigned From : Before[Number])
        if (!First || From < Number)
          Above = Above ? commonDominator(*Above, From) : From;
      Changed |= Dominators[Number] != *Above;
      Dominators[Number] = *Above;
    }
  }
}

bool FlowGraph::isRepeated(unsigned Number) const {
  if (Repeated.empty())
    findRepeated();
  return Repeated[Number];
}

void FlowGraph::findRepeated() const {
  Repeated.resize(size());
  for (auto Part = scc_begin(&F); !Part.isAtEnd(); ++Part)
    if (Part.hasCycle())
      for (const BasicBlock *Block : *Part)
        Repeated.set(Numbers.find(Block)->second);
}

bool canSplit(const BasicBlock &From, const BasicBlock &Into) {
  return !Into.isEHPad() && isa<BranchInst, SwitchInst, InvokeInst>(From.getTerminator());
}

} // namespace allocsite
