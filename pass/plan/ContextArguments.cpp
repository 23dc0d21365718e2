//===- ContextArguments.cpp - Contexts passed in a register ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContextArguments.h"
#include "arch/Machine.h"
#include "llvm/IR/Comdat.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace allocsite {

/// True if nothing else is in the section group of `F`: the linker takes a group as a whole
/// from one file.
static bool isAloneInGroup(const Function &F) {
  const Comdat *Group = F.getComdat();
  return !Group || (Group->getSelectionKind() == Comdat::Any && Group->getUsers().size() == 1);
}

/// True if the function reads its return address or frame: it would see its entry in place of
/// its caller.
static bool looksAtCaller(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
    return Intrinsic && (Intrinsic->getIntrinsicID() == Intrinsic::returnaddress ||
                         Intrinsic->getIntrinsicID() == Intrinsic::frameaddress ||
                         Intrinsic->getIntrinsicID() == Intrinsic::addressofreturnaddress);
  });
}

/// True if `F` can be split into a body and an entry.
static bool canHaveEntry(const Function &F) {
  return F.hasLinkOnceODRLinkage() && !F.isVarArg() && !F.hasPrefixData() &&
         !F.hasPrologueData() && isAloneInGroup(F) && !looksAtCaller(F) &&
         none_of(F, [](const BasicBlock &Block) { return Block.hasAddressTaken(); });
}

/// True if the prologue, or code patched into the function's start, may overwrite the register
/// before the function reads it.
static bool hasEntryOfOthers(const Function &F) {
  return any_of(std::initializer_list<StringRef>{"fentry-call", "function-instrument",
                                                 "patchable-function",
                                                 "patchable-function-entry", "split-stack",
                                                 "xray-instruction-threshold"},
                [&](StringRef Attribute) { return F.hasFnAttribute(Attribute); });
}

static bool hasRegisterLeft(const Function &F) {
  bool IsOrdinary = F.getCallingConv() == CallingConv::C ||
                    F.getCallingConv() == CallingConv::Fast ||
                    F.getCallingConv() == CallingConv::Cold;
  return IsOrdinary && !F.getAttributes().hasAttrSomewhere(Attribute::Nest) &&
         !machineOf(*F.getParent()).reservesNest(F);
}

/// True if `F` has a musttail call, whose caller and callee must have the same parameters.
static bool hasMustTailCall(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return Call && Call->isMustTailCall();
  });
}

static bool canHaveParameter(const Function &F) {
  return !F.isDeclaration() && hasRegisterLeft(F) && !hasEntryOfOthers(F) &&
         !hasMustTailCall(F);
}

bool ContextArguments::canPass(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Callee && !isa<CallBrInst>(Call) && !Call.isMustTailCall() &&
         Call.getCallingConv() == Callee->getCallingConv() &&
         Call.getFunctionType() == Callee->getFunctionType();
}

bool ContextArguments::canTake(const Function &F) {
  return F.hasLocalLinkage() && !F.use_empty() && canHaveParameter(F) &&
         all_of(F.uses(), [&](const Use &U) {
           const CallBase *Call = callOf(U);
           return Call && canPass(*Call);
         });
}

bool ContextArguments::canTakeWithEntry(const Function &F) {
  return canHaveParameter(F) && canHaveEntry(F);
}

SmallVector<uint32_t, 2> ContextArguments::deferredTo(const Function &F) const {
  SmallVector<uint32_t, 2> Ids;
  for (auto Known = Deferred.find(&F); Known != Deferred.end();
       Known = Deferred.find(Known->second.Caller))
    Ids.push_back(Known->second.Id);
  std::reverse(Ids.begin(), Ids.end());
  return Ids;
}

} // namespace allocsite
