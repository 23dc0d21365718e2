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

/// A slot that was found.
struct SlotPlace {
  Value *Base;
  Value *Offset; ///< From there, in bytes, or null.

  Value *emitAddress(IRBuilder<> &Builder) const {
    return Offset ? Builder.CreateGEP(Builder.getInt8Ty(), Base, Offset) : Base;
  }
};

SlotPlace emitFind(const ThreadState &Thread, IRBuilder<> &Builder, Value *Slots,
                   Value *Tag) {
  return {Slots,
          Builder.CreateAnd(
              Builder.CreateLShr(Tag, Builder.getInt64(ALLOCSITE_SLOT_SHIFT)),
              Thread.emitLoadSlotMask(Builder, Slots))};
}

/// An address in a slot. Computed in both blocks, so that each access folds base
/// and offset.
Value *emitField(IRBuilder<> &Builder, const SlotPlace &Slot, unsigned Field) {
  StructType *SlotType = StructType::get(Builder.getContext(), {
#define ALLOCSITE_SLOT(CType, IRType, Name) Builder.get##IRType##Ty(),
#include "allocsite/Descriptors.inc"
                                                               });
  return Builder.CreateStructGEP(
      SlotType,
      Builder.CreatePointerCast(Slot.emitAddress(Builder), pointerTo(SlotType)),
      Field);
}

/// One instruction, at -O0 as well: between a load and a store a handler could put
/// another entry into the slot, and the store would count for that all that was
/// loaded.
void emitAdd(IRBuilder<> &Builder, Value *Address, unsigned Times) {
  auto *Type = FunctionType::get(Builder.getVoidTy(), {Address->getType()},
                                 /*isVarArg=*/false);
  std::string Text =
      Times == 1 ? "incq $0" : "addq $$" + std::to_string(Times) + ", $0";
  CallInst *Add = Builder.CreateCall(
      Type,
      InlineAsm::get(Type, Text, "*m,~{memory},~{dirflag},~{fpsr},~{flags}",
                     /*hasSideEffects=*/true),
      {Address});
  Add->addParamAttr(0, Attribute::get(Builder.getContext(),
                                      Attribute::ElementType,
                                      Builder.getInt64Ty()));
  Add->setDoesNotThrow();
  exempt(Add);
}

MDNode *likely(LLVMContext &Ctx) {
  return MDBuilder(Ctx).createBranchWeights(1 << 20, 1);
}

/// Splits the block at `Before`, which stays in the part that is always executed;
/// the builder goes to a part for which `Slots` is not null.
Instruction *emitUnlessNull(IRBuilder<> &Builder, Value *Slots,
                            Instruction *Before, DebugLoc Location) {
  Instruction *Then = SplitBlockAndInsertIfThen(
      Builder.CreateIsNotNull(Slots), Before,
      /*Unreachable=*/false, likely(Builder.getContext()));
  Builder.SetInsertPoint(Then);
  Builder.SetCurrentDebugLocation(Location);
  return Then;
}

} // namespace

Value *emitTag(ThreadState &Thread, IRBuilder<> &Builder, const Counted &What) {
  Value *OfContext = Builder.CreateMul(
      What.Context, Builder.getInt64(ALLOCSITE_CONTEXT_FACTOR));
  if (auto *Constant = dyn_cast<ConstantInt>(What.Size))
    return Builder.CreateAdd(
        OfContext,
        Thread.emitTagStart(Builder, What.Site,
                            Constant->getZExtValue() * ALLOCSITE_SIZE_FACTOR));
  return Builder.CreateAdd(
      Builder.CreateAdd(OfContext, Thread.emitTagStart(Builder, What.Site, 0)),
      Builder.CreateMul(What.Size, Builder.getInt64(ALLOCSITE_SIZE_FACTOR)));
}

void emitKeptSlot(ThreadState &Thread, IRBuilder<> &Builder,
                  Value *Address, const KeptSlot &Kept) {
  Value *Slots = Thread.emitLoadSlots(Builder, Address);
  if (Thread.isShared())
    Slots = Builder.CreateSelect(Builder.CreateIsNull(Slots),
                                 Thread.unmatchedSlots(), Slots);
  Builder.CreateStore(
      emitFind(Thread, Builder, Slots, Kept.Tag).emitAddress(Builder), Kept.Slot);
}

void emitCounter(ThreadState &Thread, const Counted &What, Value *Address,
                 const KeptSlot *Kept) {
  IRBuilder<> Builder(What.Before);
  Builder.SetCurrentDebugLocation(What.Location);
  Instruction *Before = What.Before;
  Value *Tag;
  SlotPlace Slot;
  if (Kept) {
    Tag = Kept->Tag;
    Slot = {Builder.CreateLoad(Kept->Slot->getAllocatedType(), Kept->Slot),
            nullptr};
  } else {
    Value *Slots = Thread.emitLoadSlots(Builder, Address);
    if (Thread.isShared())
      Before = emitUnlessNull(Builder, Slots, Before, What.Location);
    Tag = emitTag(Thread, Builder, What);
    Slot = emitFind(Thread, Builder, Slots, Tag);
  }
  Value *Found = exempt(Builder.CreateLoad(Builder.getInt64Ty(),
                                           emitField(Builder, Slot, SlotTag)));

  Instruction *Hit = nullptr, *Miss = nullptr;
  SplitBlockAndInsertIfThenElse(Builder.CreateICmpEQ(Found, Tag), Before, &Hit,
                                &Miss, likely(Before->getContext()));
  Builder.SetInsertPoint(Hit);
  Builder.SetCurrentDebugLocation(What.Location);
  emitAdd(Builder, emitField(Builder, Slot, SlotCount), What.Times);

  Builder.SetInsertPoint(Miss);
  Builder.SetCurrentDebugLocation(What.Location);
  if (Kept && Thread.isShared())
    emitUnlessNull(Builder, Thread.emitLoadSlots(Builder, Address), Miss,
                   What.Location);
  Value *Site = Builder.CreateAdd(Thread.emitLoadSiteBase(Builder), What.Site);
  // The registers of the arguments are the caller's still: each further call is five
  // bytes. It finds the entry of the one before, and adds to it.
  for (unsigned I = 0; I < What.Times; ++I)
    Thread.emitMiss(Builder, Tag, What.Context, What.Size, Site);
  if (Kept)
    emitKeptSlot(Thread, Builder, Address, *Kept);
}

} // namespace allocsite
