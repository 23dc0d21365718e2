//===- Entry.cpp - What callers elsewhere call ---------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Entry.h"
#include "support/Compat.h"
#include "support/Target.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace allocsite {

/// True where nothing else is in its section group, which the linker takes from one file
/// as it is there.
static bool isAloneInGroup(const Function &F) {
  const Comdat *Group = F.getComdat();
  return !Group || (Group->getSelectionKind() == Comdat::Any &&
                    Group->getUsers().size() == 1);
}

/// True where the function would find its entry for its caller.
static bool looksAtCaller(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
    return Intrinsic && (Intrinsic->getIntrinsicID() == Intrinsic::returnaddress ||
                         Intrinsic->getIntrinsicID() == Intrinsic::frameaddress ||
                         Intrinsic->getIntrinsicID() == Intrinsic::addressofreturnaddress);
  });
}

bool canHaveEntry(const Function &F) {
  return F.hasLinkOnceODRLinkage() && !F.isVarArg() && !F.hasPrefixData() &&
         !F.hasPrologueData() && isAloneInGroup(F) && !looksAtCaller(F) &&
         none_of(F, [](const BasicBlock &Block) { return Block.hasAddressTaken(); });
}

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
