//===- FailedCalls.cpp - Calls of allocators that made nothing ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FailedCalls.h"
#include "support/Compat.h"

using namespace llvm;

namespace allocsite {

Value *emitHasFailed(IRBuilder<> &Builder, CallBase *Result, Value *Size) {
  auto *Constant = dyn_cast<ConstantInt>(Size);
  if (!Result || Result->hasRetAttr(Attribute::NonNull) ||
      (Constant && Constant->isZero()))
    return nullptr;
  Value *Failed = Result->getType()->isPointerTy() ? Builder.CreateIsNull(Result)
                                                   : Builder.CreateIsNotNull(Result);
  return Constant ? Failed : Builder.CreateAnd(Failed, Builder.CreateIsNotNull(Size));
}

void countFailuresBehind(ThreadState &Thread) {
  for (const CountBehind &Each : Thread.countsBehind()) {
    IRBuilder<> Builder(Each.Count);
    CallBase *Result = Each.TellsFailure ? Each.Call : nullptr;
    if (Value *Failed = emitHasFailed(Builder, Result, Each.size()))
      Each.Count->setArgOperand(1,
                                Thread.emitTagStartAddress(Builder, Each.Number, Failed));
  }
}

} // namespace allocsite
