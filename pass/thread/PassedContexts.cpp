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
    Takens[F] = nullptr; // Another file's body of the same name may read the context.
}

Instruction *PassedContexts::emitTaken(IRBuilder<> &Builder, Function &F) {
  // A placeholder; addParameter() sets its operand. As an instruction it can move to the
  // first use of the context: until there the context needs no register but its own.
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
    // Unreachable functions may call each other in a cycle.
    for (size_t Steps = 0; Steps <= Owned.size() && Owned.count(Caller); ++Steps) {
      CallBase *Call = Caller->use_empty() ? nullptr : callOf(*Caller->use_begin());
      if (!Call)
        break;
      Caller = Call->getFunction();
    }
    F->setComdat(Caller->getComdat());
    // A later optimiser must not inline a member of the group into code outside it.
    if (!Caller->hasFnAttribute(Attribute::AlwaysInline))
      Caller->addFnAttr(Attribute::NoInline);
  }
}

/// Returns the function that replaces `F`. Does not change its callers.
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
    // A call in unreachable code has no context; it may call the entry.
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
  // Hidden: a call through the PLT of a shared object may clobber the register. An executable
  // may export the name, so that addresses can be symbolised.
  if (isSharedCode(*Body.getParent()))
    Body.setVisibility(GlobalValue::HiddenVisibility);
  Body.setDSOLocal(true);
  if (Entry.hasComdat())
    Body.setComdat(Body.getParent()->getOrInsertComdat(Body.getName()));
}

/// Copies the ABI attributes of `Callee` to `Call`, which passes all its parameters on.
static void setAttributesOf(CallBase &Call, const Function &Callee) {
  const AttributeList &Of = Callee.getAttributes();
  SmallVector<AttributeSet, 8> OfArguments;
  for (unsigned I = 0; I < Callee.arg_size(); ++I)
    OfArguments.push_back(Of.getParamAttrs(I));
  Call.setAttributes(
      AttributeList::get(Callee.getContext(), AttributeSet(), Of.getRetAttrs(), OfArguments));
}

/// Copies type metadata to the entry: checks of indirect calls (CFI, kcfi) look for it at the
/// function whose address is taken.
static void copyTypeMetadata(Function &To, const Function &From) {
  SmallVector<std::pair<unsigned, MDNode *>, 4> All;
  From.getAllMetadata(All);
  for (auto [Kind, Node] : All)
    if (Kind != LLVMContext::MD_dbg && Kind != LLVMContext::MD_prof)
      To.addMetadata(Kind, *Node);
}

static void fill(Function &Entry, Function &Body, const ThreadState &Thread) {
  Entry.setPersonalityFn(nullptr);
  // The body alone reports function entry and exit to -finstrument-functions.
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
