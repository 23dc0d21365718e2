//===- ReturnedCalls.cpp - Which calls a function returns the result of ---===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReturnedCalls.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace allocsite {

/// The local variable that `Store` sets, or null.
static const AllocaInst *variableOf(const StoreInst &Store) {
  return dyn_cast<AllocaInst>(Store.getPointerOperand()->stripPointerCasts());
}

/// What is read of the variable `Its`, also through casts of its address.
static void addLoads(const Value &Its, SetVector<const Value *> &To) {
  for (const User *U : Its.users())
    if (isa<LoadInst>(U))
      To.insert(U);
    else if (isa<BitCastInst>(U))
      addLoads(*U, To);
}

/// Whether `U` is a pointer, or for a while a number, that was computed of its operand.
static bool isComputedOf(const User &U) {
  return isa<CastInst>(U) || isa<GetElementPtrInst>(U) || isa<PHINode>(U) ||
         isa<SelectInst>(U) || isa<BinaryOperator>(U) || isa<FreezeInst>(U) ||
         (isa<IntrinsicInst>(U) && U.getType()->isPointerTy());
}

bool isReturned(const CallBase &Call) {
  SetVector<const Value *> Same;
  Same.insert(&Call);
  for (size_t I = 0; I < Same.size(); ++I)
    for (const User *U : Same[I]->users()) {
      if (isa<ReturnInst>(U))
        return true;
      auto *Store = dyn_cast<StoreInst>(U);
      if (isComputedOf(*U))
        Same.insert(U);
      else if (Store && Store->getValueOperand() == Same[I])
        if (const AllocaInst *Variable = variableOf(*Store))
          addLoads(*Variable, Same);
    }
  return false;
}

} // namespace allocsite
