//===- ObstackObjects.cpp - Objects of GNU obstack, which macros make -----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObstackObjects.h"
#include "recognise/SourceAnswers.h"
#include "support/Compat.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace allocsite {

namespace {

/// The indices of the members of `struct obstack`.
enum Member : unsigned { ObjectBase = 2, NextFree = 3 };

constexpr char ObstackRewind[] = "obstack_rewind";

/// The variable that `V` was loaded from, or null.
AllocaInst *variableOf(Value *V) {
  auto *Load = dyn_cast<LoadInst>(V->stripPointerCasts());
  auto *Variable = Load ? dyn_cast<AllocaInst>(Load->getPointerOperand()) : nullptr;
  return Variable && Variable->getAllocatedType()->isPointerTy() ? Variable : nullptr;
}

/// The variable that holds the obstack of which `Address` is a member, or null.
AllocaInst *obstackOf(Value *Address, Member Wanted) {
  auto *Place = dyn_cast<GetElementPtrInst>(Address);
  if (!Place || Place->getNumIndices() != 2)
    return nullptr;
  auto *Class = dyn_cast<StructType>(Place->getSourceElementType());
  auto *Index = dyn_cast<ConstantInt>(Place->getOperand(2));
  if (!Class || !Class->hasName() || !Index || Index->getZExtValue() != Wanted)
    return nullptr;
  // A second structure of one name has a number behind it.
  StringRef Name = Class->getName();
  if (!Name.consume_front("struct.obstack") || !(Name.empty() || Name.front() == '.'))
    return nullptr;
  return variableOf(Place->getPointerOperand());
}

/// The same, of a load of the member.
AllocaInst *loadedFrom(Value *V, Member Wanted) {
  auto *Load = dyn_cast<LoadInst>(V->stripPointerCasts());
  return Load ? obstackOf(Load->getPointerOperand(), Wanted) : nullptr;
}

bool isKeptIn(AllocaInst &Variable, AllocaInst &Obstack) {
  return any_of(Variable.users(), [&](User *U) {
    auto *Store = dyn_cast<StoreInst>(U);
    return Store && Store->getPointerOperand() == &Variable &&
           loadedFrom(Store->getValueOperand(), ObjectBase) == &Obstack;
  });
}

/// `__o1->object_base = __o1->next_free`: no object is open behind it.
bool startsNext(AllocaInst &Obstack) {
  for (User *Held : Obstack.users())
    for (User *Place : Held->users())
      for (User *Access : Place->users())
        if (auto *Store = dyn_cast<StoreInst>(Access))
          if (obstackOf(Store->getPointerOperand(), ObjectBase) == &Obstack &&
              loadedFrom(Store->getValueOperand(), NextFree) == &Obstack)
            return true;
  return false;
}

/// `__o1->next_free == __value`.
struct EndOfObject {
  ICmpInst *Comparison;
  AllocaInst *Obstack;
};

EndOfObject endAt(Instruction &I) {
  auto *Comparison = dyn_cast<ICmpInst>(&I);
  if (!Comparison || Comparison->getPredicate() != CmpInst::ICMP_EQ ||
      !Comparison->getOperand(0)->getType()->isPointerTy())
    return {};
  AllocaInst *Obstack = loadedFrom(Comparison->getOperand(0), NextFree);
  AllocaInst *Object = variableOf(Comparison->getOperand(1));
  if (!Obstack || !Object || !isKeptIn(*Object, *Obstack) || !startsNext(*Obstack))
    return {};
  return {Comparison, Obstack};
}

/// `__o->object_base = …` of the two that take back.
StoreInst *rewindAt(Instruction &I) {
  auto *Store = dyn_cast<StoreInst>(&I);
  AllocaInst *Obstack = Store ? obstackOf(Store->getPointerOperand(), ObjectBase) : nullptr;
  if (!Obstack || !variableOf(Store->getValueOperand()))
    return nullptr;
  const bool IsRewind = any_of(Store->getValueOperand()->users(), [&](User *U) {
    auto *Other = dyn_cast<StoreInst>(U);
    return Other && obstackOf(Other->getPointerOperand(), NextFree) == Obstack;
  });
  return IsRewind ? Store : nullptr;
}

/// A function that returns its last parameter.
Function &makeFunction(Module &M, StringRef Name, ArrayRef<Type *> Parameters) {
  LLVMContext &Ctx = M.getContext();
  auto *F = Function::Create(FunctionType::get(Parameters.back(), Parameters, false),
                             GlobalValue::InternalLinkage, Name, M);
  F->addFnAttr(Attribute::AlwaysInline);
  F->addFnAttr(Attribute::NoUnwind);
  ReturnInst::Create(Ctx, F->getArg(F->arg_size() - 1), BasicBlock::Create(Ctx, "", F));
  return *F;
}

void callObstackRewind(Module &M) {
  SmallVector<StoreInst *, 8> Rewinds;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (StoreInst *Its = rewindAt(I))
        Rewinds.push_back(Its);
  if (Rewinds.empty())
    return;
  PointerType *Pointer = pointerType(M.getContext());
  Function &Rewind = makeFunction(M, ObstackRewind, {Pointer, Pointer});
  for (StoreInst *Its : Rewinds) {
    IRBuilder<> Builder(Its);
    AllocaInst *Of = obstackOf(Its->getPointerOperand(), ObjectBase);
    Value *Obstack = Builder.CreateLoad(Of->getAllocatedType(), Of);
    Builder.CreateCall(&Rewind, {Builder.CreatePointerCast(Obstack, Pointer),
                                 Builder.CreatePointerCast(Its->getValueOperand(), Pointer)});
  }
}

} // namespace

void callObstackFinish(Module &M, bool Releases) {
  if (!StructType::getTypeByName(M.getContext(), "struct.obstack") ||
      M.getNamedValue(ObstackFinish))
    return;
  if (Releases && !M.getNamedValue(ObstackRewind))
    callObstackRewind(M);
  SmallVector<EndOfObject, 8> Ends;
  SmallPtrSet<const AllocaInst *, 8> Ended; // The macro has its own variable each time.
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (EndOfObject End = endAt(I); End.Comparison && Ended.insert(End.Obstack).second)
        Ends.push_back(End);
  if (Ends.empty())
    return;
  PointerType *Pointer = pointerType(M.getContext());
  Function &Finish =
      makeFunction(M, ObstackFinish, {Pointer, Type::getInt64Ty(M.getContext()), Pointer});
  for (const EndOfObject &End : Ends) {
    IRBuilder<> Builder(End.Comparison);
    Type *Bytes = Builder.getInt64Ty();
    Value *Size =
        Builder.CreateSub(Builder.CreatePtrToInt(End.Comparison->getOperand(0), Bytes),
                          Builder.CreatePtrToInt(End.Comparison->getOperand(1), Bytes));
    Value *Obstack = Builder.CreateLoad(End.Obstack->getAllocatedType(), End.Obstack);
    Obstack = Builder.CreatePointerCast(Obstack, Pointer);
    Value *Object = Builder.CreatePointerCast(End.Comparison->getOperand(1), Pointer);
    Builder.CreateCall(&Finish, {Obstack, Size, Object});
  }
}

} // namespace allocsite
