//===- ContextArguments.cpp - Context words passed in a register ---------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContextArguments.h"
#include "Compat.h"
#include "MoreArguments.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace allocsite {

/// True where what is patched into the entry may use the register before the function
/// has looked at it, or the prologue does.
static bool hasEntryOfOthers(const Function &F) {
  return any_of(
      std::initializer_list<StringRef>{
          "fentry-call", "function-instrument", "patchable-function",
          "patchable-function-entry", "split-stack",
          "xray-instruction-threshold"},
      [&](StringRef Attribute) { return F.hasFnAttribute(Attribute); });
}

static bool hasRegisterLeft(const Function &F) {
  bool IsOrdinary = F.getCallingConv() == CallingConv::C ||
                    F.getCallingConv() == CallingConv::Fast ||
                    F.getCallingConv() == CallingConv::Cold;
  return IsOrdinary && !F.getAttributes().hasAttrSomewhere(Attribute::Nest);
}

/// Caller and callee of such a call have the same parameters.
static bool hasMustTailCall(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return Call && Call->isMustTailCall();
  });
}

bool ContextArguments::canTake(const Function &F) {
  if (F.isDeclaration() || !F.hasLocalLinkage() || F.use_empty() ||
      !hasRegisterLeft(F) || hasEntryOfOthers(F))
    return false;
  return all_of(F.uses(), [&](const Use &U) {
    auto *Call = dyn_cast<CallBase>(U.getUser());
    return Call && Call->isCallee(&U) && !isa<CallBrInst>(Call) &&
           !Call->isMustTailCall() &&
           Call->getCallingConv() == F.getCallingConv() &&
           Call->getFunctionType() == F.getFunctionType();
  }) && !hasMustTailCall(F);
}

Instruction *ContextArguments::emitTaken(IRBuilder<> &Builder, Function &F) {
  // Of what is known in the end. As an instruction of its own it can stand where the
  // word is first used: until there the register is no other's.
  auto *Taken =
      new FreezeInst(PoisonValue::get(Builder.getInt64Ty()), "allocsite.context");
  Builder.Insert(Taken);
  Takens[&F] = Taken;
  return Taken;
}

void ContextArguments::pass(CallBase &Call, Value &Word) { Words[&Call] = &Word; }

void ContextArguments::emit() {
  for (auto &[F, Taken] : Takens)
    addParameter(*F, *Taken);
}

void ContextArguments::addParameter(Function &F, Instruction &Taken) {
  PointerType *Pointer = pointerType(F.getContext());
  unsigned Parameter = F.arg_size();
  Function &New = replaceFunction(F, *withMore(*F.getFunctionType(), {Pointer}));
  New.addParamAttr(Parameter, Attribute::Nest);
  IRBuilder<> Builder(&Taken);
  Taken.setOperand(0, Builder.CreatePtrToInt(New.getArg(Parameter),
                                             Taken.getType()));
  for (User *U : make_early_inc_range(F.users())) {
    auto *Call = cast<CallBase>(U);
    // Code that cannot be reached knows none.
    Value *Word = Words.lookup(Call);
    Builder.SetInsertPoint(Call);
    CallBase *Passing = callWithMore(
        *Call, &New,
        {Word ? Builder.CreateIntToPtr(Word, Pointer)
              : ConstantPointerNull::get(Pointer)});
    Passing->addParamAttr(Parameter, Attribute::Nest);
  }
  F.eraseFromParent();
}

} // namespace allocsite
