//===- PendingCounts.cpp - Counts that wait before they are added -----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PendingCounts.h"
#include "frames/Frames.h"
#include "support/Calls.h"
#include "support/Compat.h"
#include "support/Mechanisms.h"
#include "support/Tuning.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace allocsite {

//===----------------------------------------------------------------------===//
// Together
//===----------------------------------------------------------------------===//

static bool mayLeave(const Instruction &I) {
  return (isa<CallBase>(I) && !isa<IntrinsicInst>(I)) ||
         !isGuaranteedToTransferExecutionToSuccessor(&I);
}

/// True if an instruction from `First` up to `Last`, after it in the same block, may leave.
static bool mayLeaveBetween(const Instruction &First, const Instruction &Last) {
  for (const Instruction *I = &First; I != &Last; I = I->getNextNode())
    if (mayLeave(*I))
      return true;
  return false;
}

void countTogether(SmallVectorImpl<Counted> &All) {
  if (without(Mechanism::CountsTogether))
    return;
  SmallVector<Counted, 16> Result;
  size_t Open = 0; // Results from here on can be merged with.
  const Instruction *Last = nullptr;
  for (const Counted &Each : All) {
    if (!Last || Last->getParent() != Each.Before->getParent() ||
        mayLeaveBetween(*Last, *Each.Before))
      Open = Result.size();
    Last = Each.Before;
    auto *Same =
        std::find_if(Result.begin() + Open, Result.end(), [&](const Counted &Earlier) {
          return Earlier.hasSameKey(Each) && Earlier.Times < tuning::MostTogether;
        });
    if (Same == Result.end()) {
      Result.push_back(Each);
      continue;
    }
    applied(Mechanism::CountsTogether, *Each.Before->getFunction());
    Same->Before = Each.Before;
    Same->Location = Each.Location;
    Same->Times += Each.Times;
  }
  All.assign(Result.begin(), Result.end());
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

LoopCounts::LoopCounts(Function &F, CallTest MayStayAway, SmallVectorImpl<Counted> &All)
    : F(F), MayStayAway(MayStayAway) {
  // A longjmp may restore an older value of the register.
  if (without(Mechanism::LoopCounts) || All.empty() || F.hasOptNone() ||
      F.callsFunctionThatReturnsTwice())
    return;
  Dominators.recalculate(F);
  Loops.analyze(Dominators);
  erase_if(All, [&](const Counted &Each) {
    // Allocations that may fail test the result, except those of an allocator of this file:
    // there the test would cost four times as much as the count.
    const Function *Callee = Each.Result ? directCallee(*Each.Result) : nullptr;
    const bool IsLookedAt = Each.Result && (!Callee || Callee->isDeclaration());
    Loop *L = IsLookedAt ? nullptr : loopOf(Each);
    std::optional<Places> Calls = L ? callsIn(*L) : std::nullopt;
    if (!Calls || !prepare(Each, *L, Calls->size()))
      return false;
    Promoted New = {Each, std::move(*Calls), {}, L->getLoopPreheader()};
    New.What.Result = nullptr;
    SmallVector<BasicBlock *, 4> Exits;
    L->getUniqueExitBlocks(Exits);
    for (BasicBlock *Exit : Exits)
      New.Behind.push_back(&*Exit->getFirstInsertionPt());
    Chosen.push_back(std::move(New));
    applied(Mechanism::LoopCounts, F);
    return true;
  });
}

bool LoopCounts::isInEachRound(const BasicBlock *Block, const Loop &L) const {
  SmallVector<BasicBlock *, 4> Latches;
  L.getLoopLatches(Latches);
  return all_of(Latches,
                [&](const BasicBlock *Latch) { return Dominators.dominates(Block, Latch); });
}

/// The loop that may count `Allocation` in a register, or null.
Loop *LoopCounts::loopOf(const Counted &Allocation) const {
  if (Allocation.isCountedAlone() || Allocation.Block)
    return nullptr;
  const BasicBlock *Block = Allocation.Before->getParent();
  Loop *L = Loops.getLoopFor(Block);
  if (!L || !L->getSubLoops().empty() || L->getHeader()->isEHPad() ||
      !isInEachRound(Block, *L))
    return nullptr;
  return L->isLoopInvariant(Allocation.Context) && L->isLoopInvariant(Allocation.Site)
             ? L
             : nullptr;
}

/// The calls that might not return; nullopt if one of them is made in each iteration or there
/// are too many.
std::optional<LoopCounts::Places> LoopCounts::callsIn(const Loop &L) const {
  Places Found;
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call || isa<IntrinsicInst>(Call))
        continue;
      auto *Asm = dyn_cast<InlineAsm>(Call->getCalledOperand());
      if (Asm ? Asm->getAsmString().empty() : !MayStayAway(*Call))
        continue;
      if (Found.size() == tuning::MostFlushesOfLoop || isInEachRound(Block, L))
        return std::nullopt;
      Found.push_back(Call);
    }
  return Found;
}

/// Makes a preheader and dedicated exits, and hoists the size. Returns false if that is
/// impossible, or if exits and `Calls` are too many places.
bool LoopCounts::prepare(const Counted &Allocation, Loop &L, size_t Calls) {
  SmallVector<BasicBlock *, 4> Exits;
  L.getUniqueExitBlocks(Exits);
  if (Exits.size() + Calls > tuning::MostFlushesOfLoop ||
      any_of(Exits, [](const BasicBlock *Exit) { return Exit->isEHPad(); }))
    return false;
  // The freeze and the extension of a size can be hoisted.
  bool Changed = false;
  if (!(L.getLoopPreheader() || InsertPreheaderForLoop(&L, &Dominators, &Loops, nullptr,
                                                       /*PreserveLCSSA=*/false)) ||
      !L.makeLoopInvariant(Allocation.Size, Changed))
    return false;
  formDedicatedExitBlocks(&L, &Dominators, &Loops, nullptr,
                          /*PreserveLCSSA=*/false);
  return L.hasDedicatedExits();
}

void LoopCounts::emit(ThreadState &Thread, Value *Address) {
  SmallVector<AllocaInst *, 4> Variables;
  for (const Promoted &Each : Chosen) {
    IRBuilder<> Builder(&F.getEntryBlock(), F.getEntryBlock().begin());
    Builder.SetCurrentDebugLocation(DebugLoc());
    AllocaInst *Pending = Builder.CreateAlloca(Builder.getInt64Ty());
    Variables.push_back(Pending);
    Builder.SetInsertPoint(Each.Preheader->getTerminator());
    Builder.CreateStore(Builder.getInt64(0), Pending);
    emitPending(Thread, Each.What, *Pending);
    for (Instruction *Call : Each.Calls)
      emitFlushInside(Thread, Each.What, *Pending, Call);
    for (Instruction *Place : Each.Behind)
      emitFlushPending(Thread, Each.What, Address, *Pending, Place);
  }
  if (Variables.empty())
    return;
  Dominators.recalculate(F);
  PromoteMemToReg(Variables, Dominators);
}

//===----------------------------------------------------------------------===//
// Recursion
//===----------------------------------------------------------------------===//

/// True if a function with this result can return another number in a register.
static bool hasRegisterForMore(const Type &Result) {
  return Result.isVoidTy() || Result.isPointerTy() || Result.isFloatTy() ||
         Result.isDoubleTy() || Result.isIntegerTy(1) || Result.isIntegerTy(8) ||
         Result.isIntegerTy(16) || Result.isIntegerTy(32) || Result.isIntegerTy(64);
}

/// True if the type of `F` can change. Its calls of itself must return normally: no invoke and
/// no musttail call.
static bool canReturnMore(const Function &F) {
  return hasRegisterForMore(*F.getReturnType()) && all_of(F.uses(), [&](const Use &U) {
           auto *Call = dyn_cast<CallBase>(U.getUser());
           if (!Call || !Call->isCallee(&U))
             return false;
           auto *Plain = dyn_cast<CallInst>(Call);
           return Call->getFunction() != &F || (Plain && !Plain->isMustTailCall());
         });
}

/// True if a path leads from `From` to a block that satisfies `IsEnd` and avoids `Site`.
static bool leadsAround(const BasicBlock &Site, const BasicBlock &From,
                        function_ref<bool(const BasicBlock &)> IsEnd) {
  SmallPtrSet<const BasicBlock *, 16> Seen = {&Site};
  SmallVector<const BasicBlock *, 16> Open = {&From};
  while (!Open.empty()) {
    const BasicBlock *Block = Open.pop_back_val();
    if (!Seen.insert(Block).second)
      continue;
    if (IsEnd(*Block))
      return true;
    append_range(Open, successors(Block));
  }
  return false;
}

/// True if a run may execute `Block` and return without executing `Site`.
static bool isApart(const BasicBlock &Block, const BasicBlock &Site) {
  auto isBlock = [&](const BasicBlock &Each) { return &Each == &Block; };
  auto isReturn = [](const BasicBlock &Each) { return isa<ReturnInst>(Each.getTerminator()); };
  return leadsAround(Site, Block.getParent()->getEntryBlock(), isBlock) &&
         leadsAround(Site, Block, isReturn);
}

std::optional<RecursionCounts::Places>
RecursionCounts::flushedBefore(Function &F, const BasicBlock &Site, CallTest MayStayAway) {
  if (!isCopy(F) || !canReturnMore(F))
    return std::nullopt;
  Places Found;
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || isa<IntrinsicInst>(Call) || Call->getCalledOperand() == &F ||
        !MayStayAway(*Call))
      continue;
    if (Found.size() == tuning::MostFlushesOfRecursion || isApart(*Call->getParent(), Site))
      return std::nullopt;
    Found.push_back(Call);
  }
  return Found;
}

void RecursionCounts::flush(ThreadState &Thread, Function &F, const Counted &What,
                            ArrayRef<Instruction *> Calls, bool FindsContext) {
  IRBuilder<> Builder(&F.getEntryBlock(), F.getEntryBlock().begin());
  Builder.SetCurrentDebugLocation(DebugLoc());
  Promoted New = {What, Builder.CreateAlloca(Builder.getInt64Ty()), nullptr};
  if (FindsContext) {
    New.Context = What.Context;
    New.What.Context = nullptr;
  }
  for (Instruction *Call : Calls)
    emitFlushInside(Thread, New.What, *New.Pending, Call);
  Chosen.push_back(New);
}

void RecursionCounts::count(ThreadState &Thread) {
  emitPending(Thread, Chosen.back().What, *Chosen.back().Pending);
}

/// The attributes of a function, or of a call of it, without those of its result.
static AttributeList withoutResult(LLVMContext &Ctx, const AttributeList &Of,
                                   unsigned Arguments, AttributeSet OfFunction) {
  SmallVector<AttributeSet, 8> OfArguments;
  for (unsigned I = 0; I < Arguments; ++I)
    OfArguments.push_back(Of.getParamAttrs(I).removeAttribute(Ctx, Attribute::Returned));
  return AttributeList::get(Ctx, OfFunction, AttributeSet(), OfArguments);
}

/// Replaces `Call` by a call of `Counting`, which takes and returns the pending count.
static void passOn(CallInst &Call, Function &Counting, AllocaInst &Pending) {
  IRBuilder<> Builder(&Call);
  Builder.SetCurrentDebugLocation(Call.getDebugLoc());
  const bool HasResult = !Call.getType()->isVoidTy();
  const unsigned Arguments = Call.arg_size();
  CallBase &New =
      *addCallWithMore(Call, &Counting, {Builder.CreateLoad(Builder.getInt64Ty(), &Pending)});
  New.setAttributes(withoutResult(Call.getContext(), New.getAttributes(), Arguments,
                                  New.getAttributes().getFnAttrs()));
  Builder.CreateStore(Builder.CreateExtractValue(&New, HasResult), &Pending);
  if (HasResult)
    Call.replaceAllUsesWith(Builder.CreateExtractValue(&New, 0));
  Call.eraseFromParent();
}

/// Returns the pending count as a further result.
static void returnMore(ReturnInst &Return, StructType &Type, AllocaInst &Pending) {
  IRBuilder<> Builder(&Return);
  Builder.SetCurrentDebugLocation(Return.getDebugLoc());
  Value *All = PoisonValue::get(&Type);
  if (Value *Result = Return.getReturnValue())
    All = Builder.CreateInsertValue(All, Result, 0);
  All = Builder.CreateInsertValue(All, Builder.CreateLoad(Builder.getInt64Ty(), &Pending),
                                  Type.getNumElements() - 1);
  Builder.CreateRet(All);
  Return.eraseFromParent();
}

static void promote(Function &F, AllocaInst &Pending) {
  DominatorTree Dominators(F);
  PromoteMemToReg({&Pending}, Dominators);
}

/// `F` with the pending count as an additional parameter and result.
static Function &makeCounting(Function &F, AllocaInst &Pending) {
  SmallVector<Type *, 2> Results;
  if (!F.getReturnType()->isVoidTy())
    Results.push_back(F.getReturnType());
  Results.push_back(Type::getInt64Ty(F.getContext()));
  auto *Result = StructType::get(F.getContext(), Results);
  SmallVector<Type *, 8> Parameters(F.getFunctionType()->params().begin(),
                                    F.getFunctionType()->params().end());
  Parameters.push_back(Type::getInt64Ty(F.getContext()));
  Function &Counting =
      replaceFunction(F, *FunctionType::get(Result, Parameters, /*isVarArg=*/false));
  Counting.setAttributes(withoutResult(F.getContext(), Counting.getAttributes(), F.arg_size(),
                                       Counting.getAttributes().getFnAttrs()));
  IRBuilder<> Builder(Pending.getNextNode());
  Builder.CreateStore(Counting.getArg(F.arg_size()), &Pending);

  SmallVector<CallInst *, 4> Calls;
  for (User *U : F.users())
    Calls.push_back(cast<CallInst>(U));
  for (CallInst *Call : Calls)
    passOn(*Call, Counting, Pending);
  SmallVector<ReturnInst *, 4> Returns;
  for (BasicBlock &Block : Counting)
    if (auto *Return = dyn_cast<ReturnInst>(Block.getTerminator()))
      Returns.push_back(Return);
  for (ReturnInst *Return : Returns)
    returnMore(*Return, *Result, Pending);
  promote(Counting, Pending);
  return Counting;
}

/// The context that `F` takes as an argument, or null if it uses the thread's.
static Value *emitContext(IRBuilder<> &Builder, Function &F) {
  for (llvm::Argument &Each : F.args())
    if (Each.hasNestAttr())
      return Builder.CreatePtrToInt(&Each, Builder.getInt64Ty());
  return nullptr;
}

/// Fills `Settling`, which has the original type of `Counting`, with a call of that and a
/// flush of the count that it returns.
static void fillSettling(ThreadState &Thread, Function &Settling, Function &Counting,
                         Counted What) {
  LLVMContext &Ctx = Settling.getContext();
  IRBuilder<> Builder(BasicBlock::Create(Ctx, "entry", &Settling));
  AllocaInst *Pending = Builder.CreateAlloca(Builder.getInt64Ty());
  What.Context = emitContext(Builder, Settling);
  What.Location = DebugLoc();
  SmallVector<Value *, 8> Arguments;
  for (llvm::Argument &Each : Settling.args())
    Arguments.push_back(&Each);
  Arguments.push_back(Builder.getInt64(0));
  CallInst *Call = Builder.CreateCall(&Counting, Arguments);
  Call->setCallingConv(Counting.getCallingConv());
  Call->setAttributes(
      withoutResult(Ctx, Counting.getAttributes(), Settling.arg_size(), AttributeSet()));
  const bool HasResult = !Settling.getReturnType()->isVoidTy();
  Value *Now = Builder.CreateExtractValue(Call, HasResult);
  Builder.CreateStore(Now, Pending);
  What.Before = HasResult ? Builder.CreateRet(Builder.CreateExtractValue(Call, 0))
                          : Builder.CreateRetVoid();
  Builder.SetInsertPoint(What.Before);
  Instruction *IfAny = SplitBlockAndInsertIfThen(Builder.CreateIsNotNull(Now), What.Before,
                                                 /*Unreachable=*/false);
  emitFlushInside(Thread, What, *Pending, IfAny);
  promote(Settling, *Pending);
}

void RecursionCounts::emit(ThreadState &Thread) {
  for (Promoted &Each : Chosen) {
    if (Each.Context)
      RecursivelyDeleteTriviallyDeadInstructions(Each.Context);
    Function &F = *Each.Pending->getFunction();
    auto &Settling =
        *Function::Create(F.getFunctionType(), F.getLinkage(), F.getAddressSpace(),
                          "allocsite.settle." + F.getName(), F.getParent());
    Settling.copyAttributesFrom(&F);
    Settling.setComdat(F.getComdat());
    Settling.setPersonalityFn(nullptr);
    F.replaceUsesWithIf(&Settling, [&](Use &U) {
      return cast<Instruction>(U.getUser())->getFunction() != &F;
    });
    fillSettling(Thread, Settling, makeCounting(F, *Each.Pending), Each.What);
    F.eraseFromParent();
  }
}

} // namespace allocsite
