//===- FlowGraph.cpp - The blocks of a function, by number ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlowGraph.h"
#include "support/Tuning.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include <numeric>

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

/// What is said of how often a terminator takes each of its ways, or nothing.
static SmallVector<uint64_t, 4> weightsOf(const Instruction &End) {
  SmallVector<uint64_t, 4> Weights;
  const MDNode *Said = End.getMetadata(LLVMContext::MD_prof);
  if (!Said || !isa<BranchInst, SwitchInst>(End))
    return Weights;
  for (const MDOperand &Each : Said->operands())
    if (auto *Weight = mdconst::dyn_extract_or_null<ConstantInt>(Each))
      Weights.push_back(Weight->getZExtValue());
  if (Weights.size() != End.getNumSuccessors())
    Weights.clear();
  return Weights;
}

bool FlowGraph::isCold(unsigned Number) const {
  if (Warm.empty())
    findWarm();
  return !Warm[Number];
}

void FlowGraph::findWarm() const {
  Warm.resize(size());
  Warm.set(0);
  SmallVector<unsigned, 16> Work{0};
  while (!Work.empty()) {
    const Instruction &End = *Blocks[Work.pop_back_val()]->getTerminator();
    const auto Weights = weightsOf(End);
    const uint64_t Sum = std::accumulate(Weights.begin(), Weights.end(), uint64_t(0));
    for (unsigned Way = 0; Way < End.getNumSuccessors(); ++Way) {
      unsigned Next = Numbers.find(End.getSuccessor(Way))->second;
      if (!Warm[Next] && (!Sum || Weights[Way] > Sum / tuning::Unlikely)) {
        Warm.set(Next);
        Work.push_back(Next);
      }
    }
  }
}

bool canSplit(const BasicBlock &From, const BasicBlock &Into) {
  return !Into.isEHPad() && isa<BranchInst, SwitchInst, InvokeInst>(From.getTerminator());
}

} // namespace allocsite
