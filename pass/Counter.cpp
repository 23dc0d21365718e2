//===- Counter.cpp - Counts one allocation ----------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Counter.h"
#include "Compat.h"
#include "allocsite/Abi.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace allocsite {

namespace {

enum SlotField : unsigned {
#define ALLOCSITE_SLOT(CType, IRType, Name) Slot##Name,
#include "allocsite/Descriptors.inc"
};

Value *emitTag(const ThreadState &Thread, IRBuilder<> &Builder, Value *Context,
               Value *Site, Value *Size) {
  Value *Static = Builder.CreateAdd(
      Builder.CreateMul(Site, Builder.getInt64(ALLOCSITE_SITE_FACTOR)),
      Builder.CreateMul(Size, Builder.getInt64(ALLOCSITE_SIZE_FACTOR)));
  Value *Dynamic = Builder.CreateAdd(
      Builder.CreateMul(Context, Builder.getInt64(ALLOCSITE_CONTEXT_FACTOR)),
      Thread.emitLoadTagBase(Builder));
  return Builder.CreateAdd(Dynamic, Static);
}

/// One instruction, at -O0 as well: between a load and a store a handler could put
/// another entry into the slot, and the store would count for that all that was
/// loaded.
void emitIncrement(IRBuilder<> &Builder, Value *Address) {
  auto *Type = FunctionType::get(Builder.getVoidTy(), {Address->getType()},
                                 /*isVarArg=*/false);
  CallInst *Increment = Builder.CreateCall(
      Type,
      InlineAsm::get(Type, "incq $0",
                     "*m,~{memory},~{dirflag},~{fpsr},~{flags}",
                     /*hasSideEffects=*/true),
      {Address});
  Increment->addParamAttr(0, Attribute::get(Builder.getContext(),
                                            Attribute::ElementType,
                                            Builder.getInt64Ty()));
  Increment->setDoesNotThrow();
  exempt(Increment);
}

} // namespace

void emitCounter(const ThreadState &Thread, Instruction *Before,
                 DebugLoc Location, Value *Address, Value *Context, Value *Site,
                 Value *Size) {
  LLVMContext &Ctx = Before->getContext();
  MDNode *Likely = MDBuilder(Ctx).createBranchWeights(1 << 20, 1);
  IRBuilder<> Builder(Before);
  Builder.SetCurrentDebugLocation(Location);

  Value *Slots = Thread.emitLoadSlots(Builder, Address);
  if (Thread.isShared()) {
    Before = SplitBlockAndInsertIfThen(Builder.CreateIsNotNull(Slots), Before,
                                       /*Unreachable=*/false, Likely);
    Builder.SetInsertPoint(Before);
    Builder.SetCurrentDebugLocation(Location);
  }
  // A size that is undefined in a run must be one value in both uses below.
  if (!isa<Constant>(Size))
    Size = Builder.CreateFreeze(Size);
  Value *Tag = emitTag(Thread, Builder, Context, Site, Size);
  Value *Offset = Builder.CreateAnd(
      Builder.CreateLShr(Tag, Builder.getInt64(ALLOCSITE_SLOT_SHIFT)),
      Thread.emitLoadSlotMask(Builder, Slots));
  StructType *SlotType = StructType::get(Ctx, {
#define ALLOCSITE_SLOT(CType, IRType, Name) Builder.get##IRType##Ty(),
#include "allocsite/Descriptors.inc"
                                              });
  // Computed in both blocks, so that each access folds base and offset.
  auto EmitFieldAddress = [&](unsigned Field) {
    Value *Slot = Builder.CreatePointerCast(
        Builder.CreateGEP(Builder.getInt8Ty(), Slots, Offset),
        pointerTo(SlotType));
    return Builder.CreateStructGEP(SlotType, Slot, Field);
  };
  Value *Found = exempt(
      Builder.CreateLoad(Builder.getInt64Ty(), EmitFieldAddress(SlotTag)));

  Instruction *Hit = nullptr, *Miss = nullptr;
  SplitBlockAndInsertIfThenElse(Builder.CreateICmpEQ(Found, Tag), Before, &Hit,
                                &Miss, Likely);
  Builder.SetInsertPoint(Hit);
  Builder.SetCurrentDebugLocation(Location);
  emitIncrement(Builder, EmitFieldAddress(SlotCount));

  Builder.SetInsertPoint(Miss);
  Builder.SetCurrentDebugLocation(Location);
  Thread.emitMiss(Builder, Tag, Context, Size,
                  Builder.CreateAdd(Thread.emitLoadSiteBase(Builder), Site));
}

} // namespace allocsite
