//===- SharedPushes.cpp - Calls of one function share a store ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedPushes.h"
#include "Relay.h"
#include "support/Compat.h"
#include "support/Mechanisms.h"
#include "support/MoreArguments.h"
#include "support/Target.h"
#include "llvm/ADT/MapVector.h"

using namespace llvm;

namespace allocsite {

/// What is shared is as long as the stores of two calls.
static constexpr unsigned FewCalls = 2;
/// A function of this file is more often one that takes little time itself.
static constexpr unsigned FewCallsOfOwn = 8;

/// The callee of a push that can share its store, or null.
static Function *sharedCallee(const CallBase &Call) {
  bool Can = !Call.hasFnAttr(Attribute::ReturnsTwice) &&
             !Call.getFunction()->hasOptNone();
  return Can ? relayableCallee(Call) : nullptr;
}

/// True where code for shared objects has computed in the same block where the thread's
/// words lie, and not for this store alone: then that is four bytes, and three instructions
/// less than the function that computes it again.
static bool isShort(const PushStore &Each) {
  const Value *At = Each.Store->getOperand(1);
  while (auto *Step = dyn_cast<Instruction>(At)) {
    if (isa<LoadInst>(Step))
      return Step->hasMetadata(LLVMContext::MD_invariant_load) &&
             Step->getParent() == Each.Store->getParent();
    At = Step->getOperand(0);
  }
  return false;
}

bool isWorthSharing(const Function &Callee, size_t Calls) {
  return !without(Mechanism::SharedPushes) &&
         Calls > (Callee.isDeclaration() ? FewCalls : FewCallsOfOwn);
}

Function &makePush(ThreadState &Thread, Module &M, Function &Callee) {
  applied(Mechanism::SharedPushes, Callee);
  return makeRelay(M, Callee, "allocsite.push." + Callee.getName(), /*TakesWord=*/true,
                   [&](IRBuilder<> &Builder, Function &Self) {
                     Value *Word = Builder.CreatePtrToInt(
                         Self.getArg(Callee.arg_size()), Builder.getInt64Ty());
                     Thread.emitStoreContext(Builder, Thread.emitAddress(Builder),
                                             Word);
                   });
}

void sharePushes(ThreadState &Thread, Module &M) {
  if (isOptimisedFurther(M))
    return;
  MapVector<Function *, SmallVector<PushStore, 4>> Calls;
  for (const PushStore &Each : Thread.pushes())
    if (Function *Callee = sharedCallee(*Each.Call); Callee && !isShort(Each))
      Calls[Callee].push_back(Each);
  for (auto &[Callee, Pushes] : Calls) {
    if (!isWorthSharing(*Callee, Pushes.size()))
      continue;
    Function &Push = makePush(Thread, M, *Callee);
    for (const PushStore &Each : Pushes) {
      IRBuilder<> Builder(Each.Call);
      Value *Word = Builder.CreateIntToPtr(Each.Store->getOperand(0),
                                           pointerType(M.getContext()));
      callWithMore(*Each.Call, &Push, {Word})
          ->addParamAttr(Callee->arg_size(), Attribute::Nest);
      Each.Store->eraseFromParent();
    }
  }
}

} // namespace allocsite
