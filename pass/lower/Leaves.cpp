//===- Leaves.cpp - Shares the code that leaves without a look back ---------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Leaves.h"
#include "Relay.h"
#include "allocsite/Abi.h"
#include "support/Mechanisms.h"
#include "llvm/ADT/MapVector.h"

using namespace llvm;

namespace allocsite {

namespace {

class LeavesOfModule {
public:
  LeavesOfModule(ThreadState &Thread, Module &M) : Thread(Thread), M(M) {}

  void share();

private:
  /// The function is as long as what two of its calls save.
  static constexpr unsigned FewStores = 2;
  /// And as what four calls save that need none.
  static constexpr unsigned FewCalls = 4;

  void emitStore(IRBuilder<> &Builder);
  Function &makeStoring();
  Function &makeCalling(Function &Callee);

  ThreadState &Thread;
  Module &M;
};

} // namespace

void LeavesOfModule::emitStore(IRBuilder<> &Builder) {
  Thread.emitStoreContext(Builder, Thread.emitAddress(Builder),
                          Builder.getInt64(ALLOCSITE_UNKNOWN_CONTEXT));
}

/// Leaves all registers but one alone.
Function &LeavesOfModule::makeStoring() {
  LLVMContext &Ctx = M.getContext();
  Function *Leave = Function::createWithDefaultAttr(
      FunctionType::get(Type::getVoidTy(Ctx), false),
      GlobalValue::InternalLinkage, 0, "allocsite.leave", &M);
  Leave->setCallingConv(CallingConv::PreserveMost);
  Leave->setDoesNotThrow();
  Leave->addFnAttr(Attribute::Cold);
  makeShort(*Leave);
  IRBuilder<> Builder(BasicBlock::Create(Ctx, "entry", Leave));
  emitStore(Builder);
  Builder.CreateRetVoid();
  return *Leave;
}

/// Stores, and jumps to `Callee`.
Function &LeavesOfModule::makeCalling(Function &Callee) {
  Function &Leave =
      makeRelay(M, Callee, "allocsite.leave." + Callee.getName(), /*TakesWord=*/false,
                [&](IRBuilder<> &Builder, Function &) { emitStore(Builder); });
  Leave.addFnAttr(Attribute::Cold);
  return Leave;
}

/// The callee where `Store` can be left to a function that jumps there.
static Function *jumpsTo(const Instruction &Store) {
  auto *Call = dyn_cast<CallBase>(Store.getNextNode());
  return Call && Call->doesNotReturn() ? relayableCallee(*Call) : nullptr;
}

void LeavesOfModule::share() {
  if (without(Mechanism::SharedExits))
    return;
  MapVector<Function *, SmallVector<Instruction *, 4>> Calls;
  SmallVector<Instruction *, 8> Others;
  for (Instruction *Store : Thread.leaves())
    if (Function *Callee = jumpsTo(*Store))
      Calls[Callee].push_back(Store);
    else
      Others.push_back(Store);
  for (auto &[Callee, Stores] : Calls) {
    if (Stores.size() <= FewCalls) {
      Others.append(Stores.begin(), Stores.end());
      continue;
    }
    Function &Leave = makeCalling(*Callee);
    applied(Mechanism::SharedExits, Leave);
    for (Instruction *Store : Stores) {
      cast<CallBase>(Store->getNextNode())->setCalledFunction(&Leave);
      Store->eraseFromParent();
    }
  }
  if (Others.size() <= FewStores)
    return;
  Function &Leave = makeStoring();
  applied(Mechanism::SharedExits, Leave);
  for (Instruction *Store : Others) {
    IRBuilder<> Builder(Store);
    Builder.SetCurrentDebugLocation(DebugLoc());
    Builder.CreateCall(&Leave)->setCallingConv(CallingConv::PreserveMost);
    Store->eraseFromParent();
  }
}

void shareLeaves(ThreadState &Thread, Module &M) {
  LeavesOfModule(Thread, M).share();
}

} // namespace allocsite
