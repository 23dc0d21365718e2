//===- Leaves.cpp - Shares the code that leaves without a look back ---------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Leaves.h"
#include "allocsite/Abi.h"
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

  /// A function that stores the unknown word first, without a body yet.
  Function *make(FunctionType *Type, const Twine &Name);
  Function *makeStoring();
  Function *makeCalling(Function &Callee);

  ThreadState &Thread;
  Module &M;
};

} // namespace

Function *LeavesOfModule::make(FunctionType *Type, const Twine &Name) {
  Function *Leave = Function::createWithDefaultAttr(
      Type, GlobalValue::InternalLinkage, 0, Name, &M);
  Leave->addFnAttr(Attribute::NoInline);
  Leave->addFnAttr(Attribute::Cold);
  // Not aligned.
  Leave->addFnAttr(Attribute::OptimizeForSize);
  IRBuilder<> Body(BasicBlock::Create(M.getContext(), "entry", Leave));
  Thread.emitStoreContext(Body, Thread.emitAddress(Body),
                          Body.getInt64(ALLOCSITE_UNKNOWN_CONTEXT));
  return Leave;
}

/// Leaves all registers but one alone.
Function *LeavesOfModule::makeStoring() {
  LLVMContext &Ctx = M.getContext();
  Function *Leave =
      make(FunctionType::get(Type::getVoidTy(Ctx), false), "allocsite.leave");
  Leave->setCallingConv(CallingConv::PreserveMost);
  Leave->setDoesNotThrow();
  IRBuilder<>(&Leave->getEntryBlock()).CreateRetVoid();
  return Leave;
}

/// Jumps to `Callee`, to which it is as if its own caller had called.
Function *LeavesOfModule::makeCalling(Function &Callee) {
  Function *Leave =
      make(Callee.getFunctionType(), "allocsite.leave." + Callee.getName());
  Leave->setCallingConv(Callee.getCallingConv());
  IRBuilder<> Body(&Leave->getEntryBlock());
  SmallVector<Value *, 4> Arguments;
  for (Argument &Each : Leave->args())
    Arguments.push_back(&Each);
  CallInst *Jump = Body.CreateCall(&Callee, Arguments);
  Jump->setCallingConv(Callee.getCallingConv());
  Jump->setTailCallKind(CallInst::TCK_MustTail);
  Body.CreateRetVoid();
  return Leave;
}

/// The callee where `Store` can be left to a function that jumps there.
static Function *jumpsTo(const Instruction &Store) {
  auto *Call = dyn_cast<CallBase>(Store.getNextNode());
  Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (!Callee || Callee->isIntrinsic() || Callee->isVarArg() ||
      !Callee->getReturnType()->isVoidTy() || Call->isMustTailCall() ||
      Call->hasOperandBundles() || !Call->doesNotReturn() ||
      Call->getCallingConv() != Callee->getCallingConv())
    return nullptr;
  bool AsTheyCome = all_of(Callee->args(), [](const Argument &Each) {
    const Type *Of = Each.getType();
    return Of->isPointerTy() ? !Each.hasPassPointeeByValueCopyAttr() &&
                                   !Each.hasStructRetAttr() && !Each.hasNestAttr()
                             : Of->isIntegerTy(32) || Of->isIntegerTy(64);
  });
  return AsTheyCome ? Callee : nullptr;
}

void LeavesOfModule::share() {
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
    Function *Leave = makeCalling(*Callee);
    for (Instruction *Store : Stores) {
      cast<CallBase>(Store->getNextNode())->setCalledFunction(Leave);
      Store->eraseFromParent();
    }
  }
  if (Others.size() <= FewStores)
    return;
  Function *Leave = makeStoring();
  for (Instruction *Store : Others) {
    IRBuilder<> Builder(Store);
    Builder.SetCurrentDebugLocation(DebugLoc());
    Builder.CreateCall(Leave)->setCallingConv(CallingConv::PreserveMost);
    Store->eraseFromParent();
  }
}

void shareLeaves(ThreadState &Thread, Module &M) {
  LeavesOfModule(Thread, M).share();
}

} // namespace allocsite
