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

/// Adds the loads from the variable `Its`, also through casts of its address.
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

/// Checks that hand on what they are handed, in one another.
static constexpr unsigned MostCalls = 4;

static bool reachesReturn(const Value &From, unsigned Depth);

/// Whether a call returns its argument, as `check_nonnull(malloc(n))` does.
static bool handsOn(const User &U, const Value &Argument, unsigned Depth) {
  auto *Call = dyn_cast<CallBase>(&U);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (!Callee || Callee->isDeclaration() || Depth == MostCalls)
    return false;
  for (unsigned I = 0; I < Call->arg_size() && I < Callee->arg_size(); ++I)
    if (Call->getArgOperand(I) == &Argument && reachesReturn(*Callee->getArg(I), Depth + 1))
      return true;
  return false;
}

static bool reachesReturn(const Value &From, unsigned Depth) {
  SetVector<const Value *> Same;
  Same.insert(&From);
  for (size_t I = 0; I < Same.size(); ++I)
    for (const User *U : Same[I]->users()) {
      if (isa<ReturnInst>(U))
        return true;
      auto *Store = dyn_cast<StoreInst>(U);
      if (isComputedOf(*U) || handsOn(*U, *Same[I], Depth))
        Same.insert(U);
      else if (Store && Store->getValueOperand() == Same[I])
        if (const AllocaInst *Variable = variableOf(*Store))
          addLoads(*Variable, Same);
    }
  return false;
}

bool isReturned(const CallBase &Call) { return reachesReturn(Call, 0); }

} // namespace allocsite
