//===- Leaves.cpp - Shares the code that leaves without a look back ---------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Leaves.h"
#include "allocsite/Abi.h"

using namespace llvm;

namespace allocsite {

/// The function is as long as what two of its calls save.
static constexpr unsigned FewLeaves = 2;

/// A function that stores the unknown word, and leaves all registers but one alone.
static Function *makeLeave(ThreadState &Thread, Module &M) {
  LLVMContext &Ctx = M.getContext();
  Function *Leave = Function::createWithDefaultAttr(
      FunctionType::get(Type::getVoidTy(Ctx), false),
      GlobalValue::InternalLinkage, 0, "allocsite.leave", &M);
  Leave->setCallingConv(CallingConv::PreserveMost);
  Leave->setDoesNotThrow();
  Leave->addFnAttr(Attribute::NoInline);
  Leave->addFnAttr(Attribute::Cold);
  IRBuilder<> Body(BasicBlock::Create(Ctx, "entry", Leave));
  Thread.emitStoreContext(Body, Thread.emitAddress(Body),
                          Body.getInt64(ALLOCSITE_UNKNOWN_CONTEXT));
  Body.CreateRetVoid();
  return Leave;
}

void shareLeaves(ThreadState &Thread, Module &M) {
  ArrayRef<Instruction *> Stores = Thread.leaves();
  if (Stores.size() <= FewLeaves)
    return;
  Function *Leave = makeLeave(Thread, M);
  for (Instruction *Store : Stores) {
    IRBuilder<> Builder(Store);
    Builder.SetCurrentDebugLocation(DebugLoc());
    Builder.CreateCall(Leave)->setCallingConv(CallingConv::PreserveMost);
    Store->eraseFromParent();
  }
}

} // namespace allocsite
