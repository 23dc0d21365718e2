//===- InlineHits.cpp - Which hits are worth their bytes inline -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlineHits.h"
#include "support/Mechanisms.h"
#include "support/Tuning.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace allocsite {

InlineHits::InlineHits(Function &F)
    : F(F), ForSpeed(isForSpeed(F)), Length(lengthOf(F)), Often(F), Paths(F) {}

/// True if, as LLVM estimates, at least every second run of the function executes `Block`.
bool InlineHits::isOften(const BasicBlock &Block) {
  return Often.of(Block) >= Often.of(F.getEntryBlock()) / 2;
}

bool InlineHits::isWorth(const Instruction &Place, unsigned Times) {
  const BasicBlock &Block = *Place.getParent();
  if (without(Mechanism::InlineHits) || !ForSpeed ||
      isa<UnreachableInst>(Block.getTerminator()))
    return false;
  const Loop *Around = Often.loopAround(Block);
  return Paths.leadThrough(Block, Around) &&
         (Around || Times > 1 || Length <= tuning::MostInShort ||
          (Length <= tuning::MostInLonger && isOften(Block)));
}

static bool callsOthers(const BasicBlock &Block) {
  return any_of(Block, [&](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return Call && !isa<IntrinsicInst>(Call) && !Call->isInlineAsm() &&
           Call->getCalledFunction() != Block.getParent();
  });
}

/// The blocks reachable from `Work` along `next` through blocks that satisfy `isIn` and call
/// no other function.
template <typename NextT, typename IsInT>
static auto reach(SmallVector<const BasicBlock *, 8> Work, NextT &&next, IsInT &&isIn) {
  DenseSet<const BasicBlock *> Seen, Reached;
  while (!Work.empty()) {
    const BasicBlock *Block = Work.pop_back_val();
    if (!isIn(*Block) || !Seen.insert(Block).second || callsOthers(*Block))
      continue;
    Reached.insert(Block);
    for (const BasicBlock *Next : next(Block))
      Work.push_back(Next);
  }
  return Reached;
}

PathsWithoutCall::Paths PathsWithoutCall::find(const Loop *Around) const {
  const BasicBlock *Start = Around ? Around->getHeader() : &F.getEntryBlock();
  SmallVector<const BasicBlock *, 8> Ends;
  if (Around) {
    SmallVector<BasicBlock *, 8> Latches;
    Around->getLoopLatches(Latches);
    Ends.append(Latches.begin(), Latches.end());
  } else {
    for (const BasicBlock &Block : F)
      if (isa<ReturnInst>(Block.getTerminator()))
        Ends.push_back(&Block);
  }
  auto isIn = [&](const BasicBlock &Block) { return !Around || Around->contains(&Block); };
  return {reach(
              {Start}, [](const BasicBlock *B) { return successors(B); }, isIn),
          reach(Ends, [](const BasicBlock *B) { return predecessors(B); }, isIn)};
}

bool PathsWithoutCall::leadThrough(const BasicBlock &Block, const Loop *Around) {
  auto Place = Found.find(Around);
  if (Place == Found.end())
    Place = Found.try_emplace(Around, find(Around)).first;
  return Place->second.FromStart.count(&Block) && Place->second.ToEnd.count(&Block);
}

} // namespace allocsite
