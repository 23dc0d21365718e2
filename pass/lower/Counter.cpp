//===- Counter.cpp - Counts one allocation ----------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Counter.h"
#include "allocsite/Tag.h"
#include "arch/Machine.h"
#include "support/Compat.h"
#include "support/Mechanisms.h"
#include "support/Target.h"
#include "support/Tuning.h"
#include "thread/CallLabels.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Metadata.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace allocsite {

namespace {

enum SlotField : unsigned {
#define ALLOCSITE_SLOT(CType, IRType, Name) Slot##Name,
#include "allocsite/Descriptors.inc"
};

/// The place of a slot.
struct SlotPlace {
  Value *Base;
  Value *Offset; ///< From `Base`, in bytes, or null.

  Value *emitAddress(IRBuilder<> &Builder) const {
    return Offset ? Builder.CreateGEP(Builder.getInt8Ty(), Base, Offset) : Base;
  }
};

SlotPlace emitFind(const ThreadState &Thread, IRBuilder<> &Builder, Value *Slots, Value *Tag) {
  return {Slots,
          Builder.CreateAnd(Builder.CreateLShr(Tag, Builder.getInt64(ALLOCSITE_SLOT_SHIFT)),
                            Thread.emitLoadSlotMask(Builder, Slots))};
}

/// The address of a field of a slot. Computed at each access, so that code generation folds
/// base and offset into it.
Value *emitField(IRBuilder<> &Builder, const SlotPlace &Slot, unsigned Field) {
  StructType *SlotType = StructType::get(Builder.getContext(), {
#define ALLOCSITE_SLOT(CType, IRType, Name) Builder.get##IRType##Ty(),
#include "allocsite/Descriptors.inc"
                                                               });
  return Builder.CreateStructGEP(
      SlotType, Builder.CreatePointerCast(Slot.emitAddress(Builder), pointerTo(SlotType)),
      Field);
}

/// Emits a single instruction, even at -O0: between a load and a store a signal handler could
/// put another entry into the slot, which the store would overwrite with the old count.
void emitAdd(IRBuilder<> &Builder, Value *Address, Value *Times) {
  exempt(machineOf(*Builder.GetInsertBlock()->getModule()).emitAdd(Builder, Address, Times));
}

MDNode *likely(LLVMContext &Ctx) { return MDBuilder(Ctx).createBranchWeights(1 << 20, 1); }

MDNode *unlikely(LLVMContext &Ctx) { return MDBuilder(Ctx).createBranchWeights(1, 1 << 20); }

/// Emits an i1: true if `Slots` is a table that counts. In shared code `Slots` may be null:
/// the process may have no runtime.
Value *emitIsCounting(const ThreadState &Thread, IRBuilder<> &Builder, Value *Slots) {
  Value *Word = Builder.CreatePtrToInt(Slots, Builder.getInt64Ty());
  if (!Thread.isShared())
    return Builder.CreateIsNull(
        Builder.CreateAnd(Word, Builder.getInt64(ALLOCSITE_SLOTS_OFF)));
  // Tests both with one comparison: the rotation makes the bit the sign.
  static_assert(ALLOCSITE_SLOTS_OFF == 1);
  Value *Turned = Builder.CreateIntrinsic(Intrinsic::fshr, {Word->getType()},
                                          {Word, Word, Builder.getInt64(1)});
  return Builder.CreateICmpSGT(Turned, Builder.getInt64(0));
}

/// Splits the block at `Before`, which stays on all paths. The builder moves to a new block
/// that runs only if `Slots` is a table that counts.
Instruction *emitWhereCounting(const ThreadState &Thread, IRBuilder<> &Builder, Value *Slots,
                               Instruction *Before, DebugLoc Location) {
  Instruction *Then =
      SplitBlockAndInsertIfThen(emitIsCounting(Thread, Builder, Slots), Before,
                                /*Unreachable=*/false, likely(Builder.getContext()));
  Builder.SetInsertPoint(Then);
  Builder.SetCurrentDebugLocation(Location);
  return Then;
}

/// The number type that Tag.h computes with to emit code.
struct Emitted {
  IRBuilder<> &Builder;
  Value *Number;

  Emitted operator*(uint64_t Factor) const {
    return {Builder, Builder.CreateMul(Number, Builder.getInt64(Factor))};
  }
  Emitted operator+(const Emitted &Other) const {
    return {Builder, Builder.CreateAdd(Number, Other.Number)};
  }
};

Value *emitTag(ThreadState &Thread, IRBuilder<> &Builder, const Counted &What) {
  const Emitted Context = {Builder, What.Context}, Size = {Builder, What.Size};
  auto start = [&](uint64_t More) {
    return Emitted{Builder, Thread.emitTagStart(Builder, What.Site, More)};
  };
  if (auto *Constant = dyn_cast<ConstantInt>(What.Size))
    return tagOfSized(Context, [&] { return start(sizeInTag(Constant->getZExtValue())); })
        .Number;
  return tagOf(Context, [&] { return start(0); }, Size).Number;
}

/// The lookup of a key's slot.
struct Look {
  Value *Tag;
  Instruction *Hit, *Miss; ///< The terminators of two blocks that join afterwards.
  SlotPlace Slot;
};

/// Emits the lookup before `Before`, the insertion point of the builder.
Look emitLook(ThreadState &Thread, IRBuilder<> &Builder, const Counted &What, Value *Slots,
              Instruction *Before) {
  Look New;
  New.Tag = emitTag(Thread, Builder, What);
  New.Slot = emitFind(Thread, Builder, Slots, New.Tag);
  Value *Found =
      exempt(Builder.CreateLoad(Builder.getInt64Ty(), emitField(Builder, New.Slot, SlotTag)));
  SplitBlockAndInsertIfThenElse(Builder.CreateICmpEQ(Found, New.Tag), Before, &New.Hit,
                                &New.Miss, likely(Before->getContext()));
  return New;
}

void emitMisses(ThreadState &Thread, IRBuilder<> &Builder, const Counted &What, Value *Tag,
                unsigned Times) {
  Value *Site = Builder.CreateAdd(Thread.emitLoadSiteBase(Builder), What.Site);
  // The calls keep the registers of the arguments, so each further call is five bytes. It
  // finds the entry that the first one made, and adds to it.
  for (unsigned I = 0; I < Times; ++I)
    Thread.emitMiss(Builder, Tag, What.Context, What.Size, Site);
}

/// Moves the builder before `At`, with the location of the allocation.
void moveTo(IRBuilder<> &Builder, Instruction *At, const Counted &What) {
  Builder.SetInsertPoint(At);
  Builder.SetCurrentDebugLocation(What.Location);
}

} // namespace

void emitCountCall(ThreadState &Thread, const Counted &What) {
  IRBuilder<> Builder(What.Before);
  Builder.SetCurrentDebugLocation(What.Location);
  auto *Number = dyn_cast<ConstantInt>(What.Site);
  CallBase *Call = Number && What.Times == 1 ? callBefore(*What.Before) : nullptr;
  // If blocks are followed, the runtime takes the result of the call before for the block.
  const bool IsBehind = What.OfBlocks ? Call && What.Block == Call
                                      : Call && (!What.Result || What.Result == Call);
  if (IsBehind) {
    applied(Mechanism::CountsBehindCalls, *Call->getFunction());
    const bool IsUsed = !Call->use_empty();
    CallInst *Count = Thread.emitCountBehind(Builder, Number->getZExtValue(), What.Context,
                                             What.Size, *Call, What.Result != nullptr);
    if (IsUsed)
      passThrough(*Call, *Count);
    return;
  }
  Value *Failed = emitHasFailed(Builder, What.Result, What.Size);
  // The count takes the block's address, or rustc's link would remove the allocation and keep the
  // count.
  const Module &M = *What.Before->getModule();
  if (What.Block && What.Times == 1 &&
      (Thread.isFollowed() || !isOptimisedFurther(M) || isOfRustc(M))) {
    Thread.emitCountOfBlock(Builder, What.Site, What.Context, What.Size, *What.Block, Failed);
    return;
  }
  for (unsigned I = 0; I < What.Times; ++I)
    Thread.emitCount(Builder, Number->getZExtValue(), What.Context, What.Size, Failed);
}

void emitInArena(ThreadState &Thread, const Counted &What) {
  if (!What.Arena)
    return; // The optimiser has proved that there is no arena.
  IRBuilder<> Builder(What.Before);
  Builder.SetCurrentDebugLocation(What.Location);
  Value *Start = Thread.emitTagStart(Builder, What.Site, 0);
  if (What.Creates) {
    Thread.emitEvent(Builder, Builder.getInt64(ALLOCSITE_DOES_Create), *What.Arena,
                     What.Parent, Start, What.Context);
    return;
  }
  if (Value *Failed = emitHasFailed(Builder, What.Result, What.Size))
    Start = Builder.CreateXor(
        Start, Builder.CreateSelect(Failed, Builder.getInt64(ALLOCSITE_SITE_FAILED),
                                    Builder.getInt64(0)));
  Thread.emitCountInArena(Builder, Start, What.Context, What.Size, *What.Arena, What.Object);
}

void emitCounter(ThreadState &Thread, const Counted &Made, Value *Address) {
  IRBuilder<> Builder(Made.Before);
  Builder.SetCurrentDebugLocation(Made.Location);
  Counted What = Made;
  if (Value *Failed = emitHasFailed(Builder, Made.Result, Made.Size))
    What.Site = Builder.CreateSelect(
        Failed, Builder.CreateOr(Made.Site, Builder.getInt64(ALLOCSITE_SITE_FAILED)),
        Made.Site);
  Value *Slots = Thread.emitLoadSlots(Builder, Address);
  Instruction *Before = emitWhereCounting(Thread, Builder, Slots, What.Before, What.Location);
  Look Of = emitLook(Thread, Builder, What, Slots, Before);
  moveTo(Builder, Of.Hit, What);
  emitAdd(Builder, emitField(Builder, Of.Slot, SlotCount), Builder.getInt64(What.Times));
  moveTo(Builder, Of.Miss, What);
  emitMisses(Thread, Builder, What, Of.Tag, What.Times);
}

/// A miss counts one allocation and enters the key into the table; a hit then adds the rest.
void emitFlushPending(ThreadState &Thread, const Counted &What, Value *Address,
                      AllocaInst &Pending, Instruction *Place) {
  IRBuilder<> Builder(Place->getContext());
  moveTo(Builder, Place, What);
  Type *Int64 = Builder.getInt64Ty();
  Instruction *Done = SplitBlockAndInsertIfThen(
      Builder.CreateIsNotNull(Builder.CreateLoad(Int64, &Pending)), Place,
      /*Unreachable=*/false, likely(Place->getContext()));
  moveTo(Builder, Done, What);
  Done = emitWhereCounting(Thread, Builder, Thread.emitLoadSlots(Builder, Address), Done,
                           What.Location);
  BasicBlock *Again = Done->getParent();
  Value *Times = Builder.CreateLoad(Int64, &Pending);
  Look Of = emitLook(Thread, Builder, What, Thread.emitLoadSlots(Builder, Address), Done);
  moveTo(Builder, Of.Hit, What);
  emitAdd(Builder, emitField(Builder, Of.Slot, SlotCount), Times);
  Builder.CreateStore(Builder.getInt64(0), &Pending);
  moveTo(Builder, Of.Miss, What);
  emitMisses(Thread, Builder, What, Of.Tag, 1);
  Value *Left = Builder.CreateSub(Times, Builder.getInt64(1));
  Builder.CreateStore(Left, &Pending);
  Builder.CreateCondBr(Builder.CreateIsNull(Left), Done->getParent(), Again);
  Of.Miss->eraseFromParent();
}

/// The module's `void allocsite.settle(context, site, times, size)`, which flushes. Preserves
/// nearly all registers, as a miss does. `times` travels in the register in which functions
/// return a second result.
static Function &flusher(ThreadState &Thread, Module &M) {
  static constexpr char Name[] = "allocsite.settle";
  if (Function *Made = M.getFunction(Name))
    return *Made;
  LLVMContext &Ctx = M.getContext();
  Type *Int64 = Type::getInt64Ty(Ctx);
  Function *Made = Function::createWithDefaultAttr(
      FunctionType::get(Type::getVoidTy(Ctx), {Int64, Int64, Int64, Int64}, false),
      GlobalValue::InternalLinkage, 0, Name, &M);
  Made->setCallingConv(CallingConv::PreserveMost);
  Made->setDoesNotThrow();
  Made->addFnAttr(Attribute::Cold);
  Made->addFnAttr(Attribute::NoInline);
  CallLabels::markHelper(*Made);
  IRBuilder<> Builder(BasicBlock::Create(Ctx, "entry", Made));
  AllocaInst *Pending = Builder.CreateAlloca(Int64);
  Builder.CreateStore(Made->getArg(2), Pending);
  Value *Address = Thread.emitAddress(Builder);
  ReturnInst *End = Builder.CreateRetVoid();
  Counted What;
  What.Before = End;
  What.Context = Made->getArg(0);
  What.Site = Made->getArg(1);
  What.Size = Made->getArg(3);
  emitFlushPending(Thread, What, Address, *Pending, End);
  return *Made;
}

/// Emits a call that flushes `Now`, the pending count.
static void emitFlushCall(ThreadState &Thread, IRBuilder<> &Builder, const Counted &What,
                          Value *Now, AllocaInst &Pending) {
  Function &Flush = flusher(Thread, *What.Before->getModule());
  Value *Context = What.Context
                       ? What.Context
                       : Thread.emitLoadContext(Builder, Thread.emitAddressAnew(Builder));
  CallInst *Call = Builder.CreateCall(&Flush, {Context, What.Site, Now, What.Size});
  Call->setCallingConv(Flush.getCallingConv());
  Call->setDoesNotThrow();
  markCount(*Call);
  Builder.CreateStore(Builder.getInt64(0), &Pending);
}

void emitFlushInside(ThreadState &Thread, const Counted &What, AllocaInst &Pending,
                     Instruction *Place) {
  IRBuilder<> Builder(Place->getContext());
  moveTo(Builder, Place, What);
  emitFlushCall(Thread, Builder, What, Builder.CreateLoad(Builder.getInt64Ty(), &Pending),
                Pending);
}

void emitPending(ThreadState &Thread, const Counted &What, AllocaInst &Pending) {
  IRBuilder<> Builder(What.Before);
  Builder.SetCurrentDebugLocation(What.Location);
  Value *Now = Builder.CreateAdd(Builder.CreateLoad(Builder.getInt64Ty(), &Pending),
                                 Builder.getInt64(What.Times));
  Builder.CreateStore(Now, &Pending);
  Instruction *Full = SplitBlockAndInsertIfThen(
      Builder.CreateICmpUGE(Now, Builder.getInt64(tuning::MostPending)), What.Before,
      /*Unreachable=*/false, unlikely(Builder.getContext()));
  moveTo(Builder, Full, What);
  emitFlushCall(Thread, Builder, What, Now, Pending);
}

Value *emitHasFailed(IRBuilder<> &Builder, CallBase *Result, Value *Size) {
  auto *Constant = dyn_cast<ConstantInt>(Size);
  if (!Result || Result->hasRetAttr(Attribute::NonNull) || (Constant && Constant->isZero()))
    return nullptr;
  Value *Failed = Result->getType()->isPointerTy() ? Builder.CreateIsNull(Result)
                                                   : Builder.CreateIsNotNull(Result);
  return Constant ? Failed : Builder.CreateAnd(Failed, Builder.CreateIsNotNull(Size));
}

void countFailuresBehind(ThreadState &Thread) {
  for (const CountBehind &Each : Thread.countsBehind()) {
    IRBuilder<> Builder(Each.Count);
    CallBase *Result = Each.TellsFailure ? Each.Call : nullptr;
    if (Value *Failed = emitHasFailed(Builder, Result, Each.size()))
      Each.Count->setArgOperand(1, Thread.emitTagStartAddress(Builder, Each.Number, Failed));
  }
}

/// True for notes and other intrinsics that emit no code.
static bool isNoCode(const Instruction &I) {
  auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
  return Intrinsic && Intrinsic->isAssumeLikeIntrinsic();
}

/// True for the multiplication that computes the bytes of a calloc.
static bool isCheckedProduct(const Instruction &I) {
  auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
  return Intrinsic && Intrinsic->getIntrinsicID() == Intrinsic::umul_with_overflow;
}

bool standsBetween(const Instruction &What, const Instruction &From,
                   const Instruction &Place) {
  for (const Instruction *I = Place.getPrevNode(); I && I != &From; I = I->getPrevNode())
    if (I == &What)
      return true;
  return false;
}

/// True if the value of `I` is dead at `Place`, except for the count.
static bool endsBefore(const Instruction &I, const Instruction &Place) {
  return all_of(I.users(), [&](const User *Each) {
    const auto *At = cast<Instruction>(Each);
    return isNoCode(*At) || (!isa<PHINode>(At) && standsBetween(*At, I, Place));
  });
}

/// True if after `Call` no caller-saved register but that of the result is live.
static bool leavesRegistersFree(const CallBase &Call) {
  const CallingConv::ID Convention = Call.getCallingConv();
  return !isa<IntrinsicInst>(Call) && !Call.isInlineAsm() && !Call.isMustTailCall() &&
         !Call.hasFnAttr(Attribute::ReturnsTwice) &&
         (Convention == CallingConv::C || Convention == CallingConv::Fast);
}

static bool canPassThrough(const CallBase &Call) {
  const Type *Result = Call.getType();
  return Result->isVoidTy() || Call.use_empty() || Result->isIntegerTy(64) ||
         (Result->isPointerTy() && Result->getPointerAddressSpace() == 0);
}

CallBase *callBefore(Instruction &Place) {
  if (without(Mechanism::CountsBehindCalls) || Place.getFunction()->hasOptNone() ||
      isOptimisedFurther(*Place.getModule()))
    return nullptr;
  CallBase *Call = nullptr;
  unsigned Between = 0;
  for (Instruction *I = Place.getPrevNode(); I && !Call; I = I->getPrevNode())
    if (isNoCode(*I))
      continue;
    else if (isa<CallBase>(I) && !isCheckedProduct(*I))
      Call = cast<CallBase>(I);
    else if (++Between > tuning::MostBetween || !endsBefore(*I, Place))
      return nullptr;
  if (!Call)
    if (BasicBlock *Before = Place.getParent()->getSinglePredecessor())
      if (auto *Invoke = dyn_cast<InvokeInst>(Before->getTerminator()))
        if (Invoke->getNormalDest() == Place.getParent())
          Call = Invoke;
  return Call && leavesRegistersFree(*Call) && canPassThrough(*Call) ? Call : nullptr;
}

void passThrough(CallBase &Call, CallInst &Count) {
  Call.replaceUsesWithIf(&Count, [&](const Use &At) {
    const auto *User = cast<Instruction>(At.getUser());
    // A phi of this block uses the result of a call in the block on the back edge, after
    // `Count`; that of an invoke on the edge from the invoke, before `Count`.
    if (isa<PHINode>(User) && User->getParent() == Count.getParent())
      return Call.getParent() == Count.getParent();
    return User != &Count && !standsBetween(*User, Call, Count);
  });
  if (Call.isUsedByMetadata())
    ValueAsMetadata::handleRAUW(&Call, &Count);
}

} // namespace allocsite
