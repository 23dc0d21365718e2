//===- Prepare.cpp - Small changes in front of the plan -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Prepare.h"
#include "marks/Marks.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace allocsite {

void splitNormalEdges(Function &F, AllocatorTable &Allocators) {
  SmallVector<InvokeInst *, 8> Invokes;
  for (Instruction &I : instructions(F))
    if (auto *Invoke = dyn_cast<InvokeInst>(&I); Invoke && siteOf(*Invoke) != 0u &&
                                                 Allocators.find(*Invoke) &&
                                                 directCallee(*Invoke)->isDeclaration())
      Invokes.push_back(Invoke);
  for (InvokeInst *Each : Invokes)
    if (BasicBlock *Normal = Each->getNormalDest(); !Normal->getUniquePredecessor())
      SplitEdge(Each->getParent(), Normal);
}

void makeOwn(Function &F) {
  F.setLinkage(GlobalValue::InternalLinkage);
  F.setComdat(nullptr);
}

void markReturningTwice(Module &M) {
  if (Function *Setjmp = M.getFunction("llvm.eh.sjlj.setjmp"))
    for (User *U : Setjmp->users())
      if (auto *Call = dyn_cast<CallBase>(U))
        Call->addFnAttr(Attribute::ReturnsTwice);
}

} // namespace allocsite
