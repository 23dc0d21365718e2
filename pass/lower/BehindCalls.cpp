//===- BehindCalls.cpp - Places where registers are free ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BehindCalls.h"
#include "support/Mechanisms.h"
#include "support/Target.h"
#include "support/Tuning.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

namespace allocsite {

/// Notes, and what else is no code.
static bool isNoCode(const Instruction &I) {
  auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
  return Intrinsic && Intrinsic->isAssumeLikeIntrinsic();
}

/// Computes the bytes of calloc.
static bool isCheckedProduct(const Instruction &I) {
  auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
  return Intrinsic && Intrinsic->getIntrinsicID() == Intrinsic::umul_with_overflow;
}

bool standsBetween(const Instruction &What, const Instruction &From,
                   const Instruction &Place) {
  for (const Instruction *I = Place.getPrevNode(); I && I != &From; I = I->getPrevNode())
    if (I == &What)
      return true;
  return false;
}

/// True where the value of `I` needs no register from `Place` on, but for the count.
static bool endsBefore(const Instruction &I, const Instruction &Place) {
  return all_of(I.users(), [&](const User *Each) {
    const auto *At = cast<Instruction>(Each);
    return isNoCode(*At) || (!isa<PHINode>(At) && standsBetween(*At, I, Place));
  });
}

/// True where other registers than that of the result hold nothing behind `Call`.
static bool leavesRegistersFree(const CallBase &Call) {
  const CallingConv::ID Convention = Call.getCallingConv();
  return !isa<IntrinsicInst>(Call) && !Call.isInlineAsm() && !Call.isMustTailCall() &&
         !Call.hasFnAttr(Attribute::ReturnsTwice) &&
         (Convention == CallingConv::C || Convention == CallingConv::Fast);
}

static bool canPassThrough(const CallBase &Call) {
  const Type *Result = Call.getType();
  return Result->isVoidTy() || Call.use_empty() || Result->isIntegerTy(64) ||
         (Result->isPointerTy() && Result->getPointerAddressSpace() == 0);
}

CallBase *callBefore(Instruction &Place) {
  if (without(Mechanism::CountsBehindCalls) || Place.getFunction()->hasOptNone() ||
      isOptimisedFurther(*Place.getModule()))
    return nullptr;
  CallBase *Call = nullptr;
  unsigned Between = 0;
  for (Instruction *I = Place.getPrevNode(); I && !Call; I = I->getPrevNode())
    if (isNoCode(*I))
      continue;
    else if (isa<CallBase>(I) && !isCheckedProduct(*I))
      Call = cast<CallBase>(I);
    else if (++Between > tuning::MostBetween || !endsBefore(*I, Place))
      return nullptr;
  if (!Call)
    if (BasicBlock *Before = Place.getParent()->getSinglePredecessor())
      if (auto *Invoke = dyn_cast<InvokeInst>(Before->getTerminator()))
        if (Invoke->getNormalDest() == Place.getParent())
          Call = Invoke;
  return Call && leavesRegistersFree(*Call) && canPassThrough(*Call) ? Call : nullptr;
}

void passThrough(CallBase &Call, CallInst &Count) {
  Call.replaceUsesWithIf(&Count, [&](const Use &At) {
    const auto *User = cast<Instruction>(At.getUser());
    // The result of a call in front of it comes round to a phi, that of an invoke
    // comes from there.
    if (isa<PHINode>(User) && User->getParent() == Count.getParent())
      return Call.getParent() == Count.getParent();
    return User != &Count && !standsBetween(*User, Call, Count);
  });
  if (Call.isUsedByMetadata())
    ValueAsMetadata::handleRAUW(&Call, &Count);
}

} // namespace allocsite
