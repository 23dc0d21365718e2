//===- PassedContexts.cpp - Emits the context in a register -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassedContexts.h"
#include "support/Calls.h"
#include "support/Compat.h"
#include "support/Target.h"

using namespace llvm;

namespace allocsite {

PassedContexts::PassedContexts(const ContextArguments &Arguments)
    : Arguments(Arguments), Owned(Arguments.owned().begin(), Arguments.owned().end()) {
  for (Function *F : Arguments.entered())
    Takens[F] = nullptr; // Another body of its name may look at the context.
}

Instruction *PassedContexts::emitTaken(IRBuilder<> &Builder, Function &F) {
  // Of what is known in the end. As an instruction of its own it can stand where the
  // context is first used: until there the register is no other's.
  auto *Taken = new FreezeInst(PoisonValue::get(Builder.getInt64Ty()), "allocsite.context");
  Builder.Insert(Taken);
  Takens[&F] = Taken;
  return Taken;
}

void PassedContexts::pass(CallBase &Call, Value &Context) { Contexts[&Call] = &Context; }

void PassedContexts::emit(const ThreadState &Thread) {
  for (auto &[F, Taken] : Takens) {
    Function &New = addParameter(*F, Taken);
    passContexts(*F, New);
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
void PassedContexts::joinCallers() {
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
Function &PassedContexts::addParameter(Function &F, Instruction *Taken) {
  unsigned Parameter = F.arg_size();
  Function &New =
      replaceFunction(F, *withMore(*F.getFunctionType(), {pointerType(F.getContext())}));
  New.addParamAttr(Parameter, Attribute::Nest);
  if (Taken) {
    IRBuilder<> Builder(Taken);
    Taken->setOperand(0, Builder.CreatePtrToInt(New.getArg(Parameter), Taken->getType()));
  }
  return New;
}

void PassedContexts::passContexts(Function &F, Function &New) {
  SmallVector<CallBase *, 16> Calls;
  for (const Use &U : F.uses())
    if (CallBase *Call = callOf(U))
      Calls.push_back(Call);
  PointerType *Pointer = pointerType(F.getContext());
  for (CallBase *Call : Calls) {
    // Code that cannot be reached knows none; it may call the entry.
    Value *Context = Contexts.lookup(Call);
    if (!Context && Arguments.isEntered(F))
      continue;
    Contexts.erase(Call);
    IRBuilder<> Builder(Call);
    CallBase *Passing = callWithMore(*Call, &New,
                                     {Context ? Builder.CreateIntToPtr(Context, Pointer)
                                              : ConstantPointerNull::get(Pointer)});
    Passing->addParamAttr(F.arg_size(), Attribute::Nest);
  }
}

static void nameBody(Function &Body, const Function &Entry) {
  Body.setName(Entry.getName() + ".allocsite");
  // The path through a table of a shared object may lose the register. An executable may
  // export the name, for those who look up what an address belongs to.
  if (isSharedCode(*Body.getParent()))
    Body.setVisibility(GlobalValue::HiddenVisibility);
  Body.setDSOLocal(true);
  if (Entry.hasComdat())
    Body.setComdat(Body.getParent()->getOrInsertComdat(Body.getName()));
}

/// Of a call that passes on what the caller was passed, and `nest`: what is said of the
/// callee's registers and stack holds for it too.
static void setAttributesOf(CallBase &Call, const Function &Callee) {
  const AttributeList &Of = Callee.getAttributes();
  SmallVector<AttributeSet, 8> OfArguments;
  for (unsigned I = 0; I < Callee.arg_size(); ++I)
    OfArguments.push_back(Of.getParamAttrs(I));
  Call.setAttributes(
      AttributeList::get(Callee.getContext(), AttributeSet(), Of.getRetAttrs(), OfArguments));
}

/// A check of indirect calls looks for what it knows before the function that has the
/// address.
static void copyTypeMetadata(Function &To, const Function &From) {
  SmallVector<std::pair<unsigned, MDNode *>, 4> All;
  From.getAllMetadata(All);
  for (auto [Kind, Node] : All)
    if (Kind != LLVMContext::MD_dbg && Kind != LLVMContext::MD_prof)
      To.addMetadata(Kind, *Node);
}

static void fill(Function &Entry, Function &Body, const ThreadState &Thread) {
  Entry.setPersonalityFn(nullptr);
  // Whoever is told of each function that runs is told by the body.
  Entry.removeFnAttr("instrument-function-entry-inlined");
  Entry.removeFnAttr("instrument-function-exit-inlined");
  copyTypeMetadata(Entry, Body);
  IRBuilder<> Builder(BasicBlock::Create(Entry.getContext(), "entry", &Entry));
  Value *Address = Thread.emitAddress(Builder);
  Value *Found = Thread.emitLoadContext(Builder, Address);
  SmallVector<Value *, 8> Arguments;
  for (llvm::Argument &Each : Entry.args())
    Arguments.push_back(&Each);
  Arguments.push_back(Builder.CreateIntToPtr(Found, pointerType(Entry.getContext())));
  CallInst *Call = Builder.CreateCall(&Body, Arguments);
  Call->setCallingConv(Body.getCallingConv());
  setAttributesOf(*Call, Body);
  Thread.emitStoreContext(Builder, Address, Found);
  if (Call->getType()->isVoidTy())
    Builder.CreateRetVoid();
  else
    Builder.CreateRet(Call);
}

void separate(Function &Entry, Function &Body, const ThreadState &Thread) {
  Entry.takeName(&Body);
  nameBody(Body, Entry);
  if (!Entry.use_empty() || Entry.hasOptNone())
    fill(Entry, Body, Thread);
  else
    Entry.eraseFromParent();
}

} // namespace allocsite
