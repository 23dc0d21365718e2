//===- InlineHits.cpp - Which hits are worth their bytes inline -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlineHits.h"
#include "support/Mechanisms.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace allocsite {

InlineHits::InlineHits(Function &F)
    : F(F), ForSpeed(isForSpeed(F)), Length(lengthOf(F)), Often(F), Ways(F) {}

/// True where at least every second run of the function comes by, as LLVM estimates.
bool InlineHits::isOften(const BasicBlock &Block) {
  return Often.of(Block) >= Often.of(F.getEntryBlock()) / 2;
}

bool InlineHits::isWorth(const Counted &What) {
  const BasicBlock &Block = *What.Before->getParent();
  if (without(Mechanism::InlineHits) || !ForSpeed ||
      isa<UnreachableInst>(Block.getTerminator()))
    return false;
  const Loop *Around = Often.loopAround(Block);
  return Ways.leadThrough(Block, Around) &&
         (Around || What.Times > 1 || Length <= MostInShort ||
          (Length <= MostInLonger && isOften(Block)));
}

} // namespace allocsite
