//===- Entry.cpp - What callers elsewhere call ---------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Entry.h"
#include "support/Compat.h"
#include "support/Target.h"

using namespace llvm;

namespace allocsite {

static void nameBody(Function &Body, const Function &Entry) {
  Body.setName(Entry.getName() + ".allocsite");
  // The way through a table of a shared object may lose the register. An executable may
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
  Call.setAttributes(AttributeList::get(Callee.getContext(), AttributeSet(),
                                        Of.getRetAttrs(), OfArguments));
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
  for (Argument &Each : Entry.args())
    Arguments.push_back(&Each);
  Arguments.push_back(
      Builder.CreateIntToPtr(Found, pointerType(Entry.getContext())));
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
