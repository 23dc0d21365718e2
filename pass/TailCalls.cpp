//===- TailCalls.cpp - Calls whose frame is gone while they run -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TailCalls.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace allocsite {

/// True where nothing but values of the return stand in `Block` before it.
static bool onlyReturns(const BasicBlock &Block) {
  for (const Instruction &I : Block)
    if (isa<ReturnInst>(I))
      return true;
    else if (!isa<PHINode>(I) && !isa<DbgInfoIntrinsic>(I) &&
             !isa<BitCastInst>(I) && !I.isLifetimeStartOrEnd())
      return false;
  return false;
}

bool replacesFrame(const CallBase &Call) {
  auto *Plain = dyn_cast<CallInst>(&Call);
  if (!Plain || !Plain->isTailCall())
    return false;
  if (Plain->isMustTailCall())
    return true;
  if (Call.getFunction()->getFnAttribute("disable-tail-calls").getValueAsBool())
    return false;
  for (const Instruction *I = Call.getNextNode(); I; I = I->getNextNode()) {
    if (isa<ReturnInst>(I))
      return true;
    if (auto *Branch = dyn_cast<BranchInst>(I))
      return Branch->isUnconditional() && onlyReturns(*Branch->getSuccessor(0));
    if (!isa<DbgInfoIntrinsic>(I) && !isa<BitCastInst>(I) &&
        !I->isLifetimeStartOrEnd())
      return false;
  }
  return false;
}

} // namespace allocsite
