//===- PassedWords.cpp - Emits the context in a register -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassedWords.h"
#include "Entry.h"
#include "support/Calls.h"
#include "support/Compat.h"
#include "support/MoreArguments.h"

using namespace llvm;

namespace allocsite {

PassedWords::PassedWords(const ContextArguments &Arguments)
    : Arguments(Arguments), Owned(Arguments.owned().begin(), Arguments.owned().end()) {
  for (Function *F : Arguments.entered())
    Takens[F] = nullptr; // Another body of its name may look at the word.
}

Instruction *PassedWords::emitTaken(IRBuilder<> &Builder, Function &F) {
  // Of what is known in the end. As an instruction of its own it can stand where the
  // word is first used: until there the register is no other's.
  auto *Taken =
      new FreezeInst(PoisonValue::get(Builder.getInt64Ty()), "allocsite.context");
  Builder.Insert(Taken);
  Takens[&F] = Taken;
  return Taken;
}

void PassedWords::pass(CallBase &Call, Value &Word) { Words[&Call] = &Word; }

void PassedWords::emit(const ThreadState &Thread) {
  for (auto &[F, Taken] : Takens) {
    Function &New = addParameter(*F, Taken);
    passWords(*F, New);
    if (Owned.remove(F))
      Owned.insert(&New);
    if (Arguments.isEntered(*F))
      separate(*F, New, Thread);
    else
      F->eraseFromParent();
  }
  joinCallers();
}

/// Puts functions into the section groups of their callers.
void PassedWords::joinCallers() {
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
Function &PassedWords::addParameter(Function &F, Instruction *Taken) {
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

void PassedWords::passWords(Function &F, Function &New) {
  SmallVector<CallBase *, 16> Calls;
  for (const Use &U : F.uses())
    if (CallBase *Call = callOf(U))
      Calls.push_back(Call);
  PointerType *Pointer = pointerType(F.getContext());
  for (CallBase *Call : Calls) {
    // Code that cannot be reached knows none; it may call the entry.
    Value *Word = Words.lookup(Call);
    if (!Word && Arguments.isEntered(F))
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
