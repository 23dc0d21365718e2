//===- ContextArguments.cpp - Context words passed in a register ---------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContextArguments.h"
#include "Entry.h"
#include "support/Calls.h"
#include "support/Compat.h"
#include "support/MoreArguments.h"
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

SmallVector<uint64_t, 2> ContextArguments::deferredTo(const Function &F,
                                                  unsigned Most) const {
  SmallVector<uint64_t, 2> Numbers;
  for (auto Known = Deferred.find(&F); Known != Deferred.end() && Numbers.size() < Most;
       Known = Deferred.find(Known->second.Caller))
    Numbers.push_back(Known->second.Number);
  std::reverse(Numbers.begin(), Numbers.end());
  return Numbers;
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

void ContextArguments::own(Function &F) {
  F.setLinkage(GlobalValue::InternalLinkage);
  F.setComdat(nullptr);
  Owned.insert(&F);
}

void ContextArguments::emit(const ThreadState &Thread) {
  for (auto &[F, Taken] : Takens) {
    Function &New = addParameter(*F, Taken);
    passWords(*F, New);
    if (Owned.remove(F))
      Owned.insert(&New);
    if (isEntered(*F))
      separate(*F, New, Thread);
    else
      F->eraseFromParent();
  }
  joinCallers();
}

/// Puts functions into the section groups of their callers.
void ContextArguments::joinCallers() {
  for (Function *F : Owned) {
    Function *Caller = F;
    // Unreachable functions may call each other in a circle.
    for (size_t Steps = 0; Steps <= Owned.size() && Owned.count(Caller); ++Steps) {
      CallBase *Call = Caller->use_empty() ? nullptr : callOf(*Caller->use_begin());
      if (!Call)
        break;
      Caller = Call->getFunction();
    }
    F->setComdat(Caller->getComdat());
    // Nothing of the group may get into code outside of it, by who optimises this again.
    if (!Caller->hasFnAttribute(Attribute::AlwaysInline))
      Caller->addFnAttr(Attribute::NoInline);
  }
}

/// Returns what `F` is from now on, but for its callers.
Function &ContextArguments::addParameter(Function &F, Instruction *Taken) {
  unsigned Parameter = F.arg_size();
  Function &New = replaceFunction(
      F, *withMore(*F.getFunctionType(), {pointerType(F.getContext())}));
  New.addParamAttr(Parameter, Attribute::Nest);
  if (Taken) {
    IRBuilder<> Builder(Taken);
    Taken->setOperand(0, Builder.CreatePtrToInt(New.getArg(Parameter),
                                                Taken->getType()));
  }
  return New;
}

void ContextArguments::passWords(Function &F, Function &New) {
  SmallVector<CallBase *, 16> Calls;
  for (const Use &U : F.uses())
    if (CallBase *Call = callOf(U))
      Calls.push_back(Call);
  PointerType *Pointer = pointerType(F.getContext());
  for (CallBase *Call : Calls) {
    // Code that cannot be reached knows none; it may call the entry.
    Value *Word = Words.lookup(Call);
    if (!Word && isEntered(F))
      continue;
    Words.erase(Call);
    IRBuilder<> Builder(Call);
    CallBase *Passing = callWithMore(
        *Call, &New,
        {Word ? Builder.CreateIntToPtr(Word, Pointer)
              : ConstantPointerNull::get(Pointer)});
    Passing->addParamAttr(F.arg_size(), Attribute::Nest);
  }
}

} // namespace allocsite
