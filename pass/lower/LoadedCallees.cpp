//===- LoadedCallees.cpp - Calls that read their callee from memory --------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoadedCallees.h"
#include "support/Mechanisms.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace allocsite {

/// The load of the callee, if it reads the same directly before the call; or null.
static LoadInst *lateLoad(const PushStore &Push) {
  auto *Load = dyn_cast<LoadInst>(Push.Call->getCalledOperand());
  if (!Load || !Load->isSimple() || !Load->hasOneUse() ||
      Load->getParent() != Push.Call->getParent())
    return nullptr;
  for (const Instruction *I = Load->getNextNode(); I != Push.Call; I = I->getNextNode())
    if (I != Push.Store && (I->mayWriteToMemory() ||
                            !isGuaranteedToTransferExecutionToSuccessor(I)))
      return nullptr;
  return Load;
}

void loadCalleesLate(const ThreadState &Thread) {
  if (without(Mechanism::LoadedCallees))
    return;
  for (const PushStore &Push : Thread.pushes())
    if (!Push.Call->getFunction()->hasOptNone())
      if (LoadInst *Load = lateLoad(Push)) {
        Load->moveBefore(*Push.Call->getParent(), Push.Call->getIterator());
        applied(Mechanism::LoadedCallees, *Push.Call->getFunction());
      }
}

} // namespace allocsite
