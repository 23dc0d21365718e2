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

/// True where the return gives back what the call gave, or nothing: any other
/// value has to be put in place after the call.
static bool returnsResult(const ReturnInst &Return, const CallBase &Call) {
  const Value *Result = Return.getReturnValue();
  if (!Result)
    return true;
  Result = Result->stripPointerCasts();
  if (auto *Merge = dyn_cast<PHINode>(Result);
      Merge && Merge->getParent() == Return.getParent() &&
      Merge->getBasicBlockIndex(Call.getParent()) >= 0)
    Result =
        Merge->getIncomingValueForBlock(Call.getParent())->stripPointerCasts();
  return Result == &Call || isa<UndefValue>(Result) ||
         Result == Call.getReturnedArgOperand();
}

/// Nothing that code generation would have to do between a call and its return.
static bool doesNothing(const Instruction &I) {
  return isa<PHINode>(I) || isa<DbgInfoIntrinsic>(I) || isa<BitCastInst>(I) ||
         I.isLifetimeStartOrEnd();
}

/// The return that `I` and all that follows it lead to without doing anything.
static const ReturnInst *returnAfter(const Instruction *I) {
  for (; I; I = I->getNextNode())
    if (auto *Return = dyn_cast<ReturnInst>(I))
      return Return;
    else if (!doesNothing(*I))
      break;
  if (auto *Branch = dyn_cast_or_null<BranchInst>(I);
      Branch && Branch->isUnconditional()) {
    const Instruction *Next = &Branch->getSuccessor(0)->front();
    while (doesNothing(*Next))
      Next = Next->getNextNode();
    return dyn_cast<ReturnInst>(Next);
  }
  return nullptr;
}

/// True where arguments or the result lie in the caller's frame, which therefore
/// has to stay (x86-64: six integers and eight floating-point numbers travel in
/// registers).
static bool needsStack(const CallBase &Call) {
  unsigned Integers = 0, Floats = 0;
  for (unsigned I = 0; I < Call.arg_size(); ++I) {
    if (Call.isByValArgument(I))
      return true;
    if (Call.getArgOperand(I)->getType()->isFPOrFPVectorTy())
      ++Floats;
    else
      ++Integers;
  }
  return Integers > 6 || Floats > 8 ||
         (Call.hasStructRetAttr() && !Call.getFunction()->hasStructRetAttr());
}

bool replacesFrame(const CallBase &Call) {
  auto *Plain = dyn_cast<CallInst>(&Call);
  if (!Plain || !Plain->isTailCall())
    return false;
  if (Plain->isMustTailCall())
    return true;
  if (Call.getFunction()->getFnAttribute("disable-tail-calls").getValueAsBool())
    return false;
  if (needsStack(Call))
    return false;
  const ReturnInst *Return = returnAfter(Call.getNextNode());
  return Return && returnsResult(*Return, Call);
}

} // namespace allocsite
