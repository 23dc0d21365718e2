//===- InlineHits.cpp - Which hits are worth their bytes inline -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlineHits.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace allocsite {

/// Instructions of a function that does little else than to allocate.
static constexpr unsigned MostInShort = 64;

/// The same with -g and without.
static bool isShort(const Function &F) {
  size_t Count = 0;
  for (const BasicBlock &Block : F)
    if ((Count += Block.sizeWithoutDebug()) > MostInShort)
      return false;
  return true;
}

InlineHits::InlineHits(Function &F)
    : F(F), ForSpeed(!F.hasOptNone() && !F.hasOptSize() &&
                     !F.hasFnAttribute(Attribute::Cold)),
      IsShort(isShort(F)) {}

/// True where `Last` or what stands above it in its block calls.
static bool callsUpTo(const Instruction *Last) {
  for (const Instruction *I = Last; I; I = I->getPrevNode())
    if (auto *Call = dyn_cast<CallBase>(I))
      if (!isa<IntrinsicInst>(Call) && !Call->isInlineAsm())
        return true;
  return false;
}

/// True where a way leads to `Place` on which its block, and the one before, make no
/// call.
static bool isReachedWithoutCall(const Instruction &Place) {
  const BasicBlock *Block = Place.getParent();
  if (callsUpTo(Place.getPrevNode()))
    return false;
  return Block->isEntryBlock() ||
         any_of(predecessors(Block), [](const BasicBlock *Before) {
           return !callsUpTo(Before->getTerminator());
         });
}

bool InlineHits::isInLoop(const BasicBlock &Block) {
  if (!Loops)
    Loops.emplace(DominatorTree(F));
  return Loops->getLoopFor(&Block);
}

bool InlineHits::isWorth(const Counted &What) {
  const BasicBlock *Block = What.Before->getParent();
  return ForSpeed && !isa<UnreachableInst>(Block->getTerminator()) &&
         isReachedWithoutCall(*What.Before) &&
         (What.Times > 1 || IsShort || isInLoop(*Block));
}

} // namespace allocsite
