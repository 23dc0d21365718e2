//===- Lowering.cpp - Carries out a plan ------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "Counter.h"
#include "Gates.h"
#include "NextAllocators.h"
#include "marks/Marks.h"
#include "marks/Sizes.h"
#include "place/Context.h"
#include "plan/InlineHits.h"
#include "prepare/Prepare.h"
#include "support/Compat.h"
#include "support/Mechanisms.h"
#include "support/Target.h"
#include "thread/Thunks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace allocsite {

//===----------------------------------------------------------------------===//
// Notes that tell allocators their sites (Marks.h)
//===----------------------------------------------------------------------===//

/// Removes the notes of `F` whose value is not used: the allocator was inlined, and ignored
/// it.
static void dropUnusedNotes(Function &F) {
  if (!SiteNote.isIn(*F.getParent()))
    return;
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if ((SiteNote.is(I) || ContextNote.is(I)) && I.use_empty())
      I.eraseFromParent();
}

/// Announces to `Context` the notes of `Plan` that will need it.
static void useForNotes(const FunctionPlan &Plan, FunctionContext &Context) {
  for (const NoteDecision &Each : Plan.Notes)
    if (Each.Sites.empty())
      Context.use(*Each.Note);
}

/// The context that allocations are counted under.
static Value *contextFor(FunctionContext &Context, const ThreadState &Thread,
                         IRBuilder<> &Builder) {
  if (!Thread.keepsContext())
    return Builder.getInt64(0);
  return Context.entryContext();
}

/// The number, an i64, of the one of `Sites` whose mark is `Mark`, an i32. With one site,
/// `Mark` is not used.
static Value *numberOf(IRBuilder<> &Builder, ArrayRef<SiteChoice> Sites, Value *Mark) {
  Value *Found = Builder.getInt64(Sites.front().Site);
  for (const SiteChoice &Other : Sites.drop_front()) {
    Value *Is = Builder.CreateICmpEQ(Mark, ConstantInt::get(Mark->getType(), Other.Mark));
    Found = Builder.CreateSelect(Is, Builder.getInt64(Other.Site), Found);
  }
  return Found;
}

/// Replaces the notes of `Plan` by site numbers and contexts.
static void fillNotes(const FunctionPlan &Plan, FunctionContext &Context,
                      ThreadState &Thread) {
  for (const auto &[Note, Sites] : Plan.Notes) {
    IRBuilder<> Builder(Note);
    if (Sites.empty() && Thread.keepsContext()) {
      Thread.emitNote(Builder, Context.entryContext());
      Builder.SetInsertPoint(Note);
    }
    Value *Filled = Sites.empty()
                        ? contextFor(Context, Thread, Builder)
                        : Thread.emitSiteNumber(
                              Builder, numberOf(Builder, Sites, Annotation::number(*Note)));
    Note->replaceAllUsesWith(Filled);
    Note->eraseFromParent();
  }
}

/// Replaces the notes left in functions that may not be changed by 0 (unknown).
static void dropAwareNotes(Module &M) {
  if (!SiteNote.isIn(M))
    return;
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (SiteNote.is(I) || ContextNote.is(I)) {
        I.replaceAllUsesWith(ConstantInt::get(I.getType(), 0));
        I.eraseFromParent();
      }
  SiteNote.dropLabel(M);
  ContextNote.dropLabel(M);
}

//===----------------------------------------------------------------------===//
// Calls that read their callee from memory
//===----------------------------------------------------------------------===//

/// The load of the callee, if it can move to directly before the call; or null.
static LoadInst *lateLoad(const PushStore &Push) {
  auto *Load = dyn_cast<LoadInst>(Push.Call->getCalledOperand());
  if (!Load || !Load->isSimple() || !Load->hasOneUse() ||
      Load->getParent() != Push.Call->getParent())
    return nullptr;
  for (const Instruction *I = Load->getNextNode(); I != Push.Call; I = I->getNextNode())
    if (I != Push.Store &&
        (I->mayWriteToMemory() || !isGuaranteedToTransferExecutionToSuccessor(I)))
      return nullptr;
  return Load;
}

/// Code generation folds the load of the callee into an indirect call if nothing is stored
/// between. The push is a store: so the load moves after it, and needs no register.
///
///     mov  (%rdi),%rax              mov  (%rdi),%rax
///     mov  16(%rax),%rax            mov  %r15,%fs:context
///     mov  %r15,%fs:context         call *16(%rax)
///     call *%rax
static void loadCalleesLate(const ThreadState &Thread) {
  if (without(Mechanism::LoadedCallees))
    return;
  for (const PushStore &Push : Thread.pushes())
    if (!Push.Call->getFunction()->hasOptNone())
      if (LoadInst *Load = lateLoad(Push)) {
        Load->moveBefore(*Push.Call->getParent(), Push.Call->getIterator());
        applied(Mechanism::LoadedCallees, *Push.Call->getFunction());
      }
}

//===----------------------------------------------------------------------===//
// The order
//===----------------------------------------------------------------------===//

void Lowering::run() {
  // Lower each function while its calls are still those of the plan.
  for (const FunctionPlan &Each : Plan.Functions)
    lower(Each);
  // Share code that many places of the module have in common, and remove notes and marks.
  shareExits(Thread, M);
  loadCalleesLate(Thread);
  dropAwareNotes(M);
  dropMarks(M);
  emitFlushes();
  // With emulated TLS a thunk would have to save all argument registers around a call of
  // libgcc.
  if (!EmulatedTls)
    useGates(Thread, M, Ask.IsOfLibrary);
  countFailuresBehind(Thread);
  callNextAllocators(Thread, M);
  if (!EmulatedTls)
    sharePushes(Thread, M);
  // Add parameters and results to functions, which replaces them.
  Passing.emit(Thread);
  Recursions.emit(Thread);
  // Name calls for who walks the stack, now that they are the last ones.
  Labels.emit(Thread);
}

/// Drops the memory attributes of `F`, which do not cover the thread's words.
static void forgetMemoryEffects(Function &F) {
  dropMemoryEffects(F);
  for (User *U : F.users())
    if (auto *Call = dyn_cast<CallBase>(U))
      dropMemoryEffects(*Call);
}

void Lowering::lower(const FunctionPlan &Of) {
  Function &F = *Of.F;
  ContextFlow Flow(Of, Plan.Arguments);
  FunctionContext Context(Thread, Labels, Plan.Arguments, Passing, Flow, F);
  dropUnusedNotes(F);
  lowerCalls(Of);
  // Emit the context before the counts, which split blocks.
  for (const CountDecision &Each : Of.Counts)
    Context.use(*Each.Before);
  SmallVector<Counted, 8> Allocations = allocationsOf(Of, Context);
  const bool InRegister = countInRegister(Of, Allocations);
  useForNotes(Of, Context);
  Context.emit();
  fillNotes(Of, Context, Thread);
  if (InRegister)
    Recursions.count(Thread);
  if (!F.hasOptNone())
    countTogether(Allocations);
  const bool CountsAny = !Allocations.empty();
  LoopCounts InLoops(F, Ask.MayStayAway, Allocations);
  emitCounts(Allocations, F, Context);
  InLoops.emit(Thread, Context.address());
  Context.finish();
  // Counts may stand before these notes.
  const bool HasEvents = emitArenaEvents(F, Thread);
  if (Context.isUsed() || InRegister || CountsAny || HasEvents || !Of.Notes.empty() ||
      Plan.Arguments.isEntered(F))
    forgetMemoryEffects(F);
}

/// Prepares the calls for what they push, and says which get labels.
void Lowering::lowerCalls(const FunctionPlan &Of) {
  const SmallVector<uint32_t, 2> Deferred = Plan.Arguments.deferredTo(*Of.F);
  const bool IsOptimisedFurther = isOptimisedFurther(*Of.F->getParent());
  for (const CallDecision &Each : Of.Calls) {
    if (Each.Does == Action::Pass)
      Labels.pass(*cast<CallBase>(Each.At));
    if (Each.Does != Action::Push)
      continue;
    Labels.push(*cast<CallBase>(Each.At), Each.Its, Deferred);
    auto &Call = *cast<CallBase>(Each.At);
    // The link must not let it replace the frame either: the label is for a call that returns.
    if (auto *Plain = dyn_cast<CallInst>(&Call);
        Plain && (Each.BecomesOrdinary || (IsOptimisedFurther && !replacesFrame(*Plain))))
      Plain->setTailCallKind(CallInst::TCK_NoTail);
    if (Call.onlyReadsMemory()) {
      // The callee may still read the context: an optimiser at link time must keep the store
      // before it.
      dropMemoryEffects(Call);
      if (Function *Promising = directCallee(Call))
        dropMemoryEffects(*Promising);
    }
  }
}

/// Emits the requested bytes, an i64 that is never undef, before the place.
static Value *emitBytes(const CountDecision &Of) {
  IRBuilder<> Builder(Of.Before);
  Builder.SetCurrentDebugLocation(Of.Location);
  Value *Size = Of.Marker ? Annotation::payload(Builder, *Of.Marker)
                          : emitSize(Builder, *Of.Call, *Of.Callee);
  // Frozen: an undefined size must be the same number in all uses.
  return isa<Constant>(Size) ? Size : Builder.CreateFreeze(Size);
}

/// Emits the block that a place allocates, before the place; its value is null if the call
/// failed. Returns nullptr if the place makes no block, or it is not known.
static Value *emitBlockOf(const CountDecision &Of) {
  if (!Of.OfBlocks || Of.Marker)
    return Of.OfBlocks ? Of.Object : nullptr;
  if (!Of.Result)
    return nullptr;
  IRBuilder<> Builder(Of.Before);
  Builder.SetCurrentDebugLocation(Of.Location);
  return emitBlock(Builder, *Of.Result, *Of.Callee);
}

/// Emits the object that a place makes in an arena, before the place; or returns null.
static Value *emitObjectOf(const CountDecision &Of) {
  if (!Of.Arena)
    return nullptr;
  if (Of.Marker)
    return Of.Object;
  IRBuilder<> Builder(Of.Before);
  Builder.SetCurrentDebugLocation(Of.Location);
  return emitObject(Builder, *Of.Call, *Of.Callee);
}

SmallVector<Counted, 8> Lowering::allocationsOf(const FunctionPlan &Of,
                                                FunctionContext &InFunction) {
  SmallVector<Counted, 8> Found;
  for (const CountDecision &Each : Of.Counts) {
    IRBuilder<> Builder(Each.Before);
    Value *Context = contextFor(InFunction, Thread, Builder);
    Value *Mark = Each.Marker ? Annotation::number(*Each.Marker) : nullptr;
    Value *Site = numberOf(Builder, Each.Sites, Mark);
    Counted New{
        Each.Before,      Each.Location,     Context,           Site,
        /*Size=*/nullptr, Each.Result,
        /*Times=*/1,      Each.OfBlocks,     emitBlockOf(Each), Each.Does == Event::Create,
        Each.Arena,       emitObjectOf(Each)};
    (New.Creates ? New.Parent : New.Size) = emitBytes(Each);
    Found.push_back(New);
    // The runtime stands in front of libc's allocators, and must know which calls are counted.
    if (CallBase *Call = Each.Call ? Each.Call : Each.Result;
        Call && !Each.OfArena && !Call->isMustTailCall() &&
        (!directCallee(*Call) || directCallee(*Call)->isDeclaration()))
      markCounted(*Call);
  }
  return Found;
}

/// Removes the only allocation of a recursive copy from `All` if a register can count it: it
/// has one key, is worth an inline hit, and the context is known at each flush. The context is
/// known if it is an argument, or if the function never changes the thread's.
bool Lowering::countInRegister(const FunctionPlan &Of, SmallVectorImpl<Counted> &All) {
  Function &F = *Of.F;
  const bool Takes = Plan.Arguments.takes(&F);
  if (without(Mechanism::RecursionCounts) || All.size() != 1 || EmulatedTls ||
      (!Takes && Of.hasPush()))
    return false;
  const Counted &One = All.front();
  if (One.isCountedAlone() || (One.Block && Thread.isFollowed()))
    return false;
  const auto Flushed =
      RecursionCounts::flushedBefore(F, *One.Before->getParent(), Ask.MayStayAway);
  if (!Flushed || !isa<ConstantInt>(One.Site) || !isa<ConstantInt>(One.Size) ||
      !InlineHits(F).isWorth(*One.Before, One.Times))
    return false;
  applied(Mechanism::RecursionCounts, F);
  Recursions.flush(Thread, F, All.pop_back_val(), *Flushed, /*FindsContext=*/!Takes);
  return true;
}

/// Emits counts inline where that is worth it, otherwise as calls.
void Lowering::emitCounts(ArrayRef<Counted> All, Function &F, FunctionContext &Context) {
  InlineHits Inline(F);
  SmallVector<bool, 8> IsInline;
  for (const Counted &Each : All)
    IsInline.push_back(!Each.isCountedAlone() && !(Each.Block && Thread.isFollowed()) &&
                       (!isa<ConstantInt>(Each.Site) ||
                        (!EmulatedTls && Inline.isWorth(*Each.Before, Each.Times))));
  for (auto [Each, Stays] : zip(All, IsInline))
    if (Each.isCountedAlone()) {
      emitInArena(Thread, Each);
    } else if (Stays) {
      applied(Mechanism::InlineHits, F);
      emitCounter(Thread, Each, Context.address());
    } else {
      emitCountCall(Thread, Each);
    }
}

void Lowering::emitFlushes() {
  for (const ExitDecision &Each : Plan.Exits) {
    IRBuilder<> Builder(Each.Call);
    Thread.emitFlush(Builder, Each.How, Each.Status);
  }
}

/// The parts of a note's number: an Event, and whether younger objects are freed too. Not
/// always constants: calls of several kinds may have been merged.
struct Said {
  Value *Does, *WithLater;
};
static Said emitSaid(IRBuilder<> &Builder, const Instruction &Note) {
  Value *Number = Builder.CreateZExt(Annotation::number(Note), Builder.getInt64Ty());
  return {Builder.CreateAnd(Number, TakesLater - 1),
          Builder.CreateLShr(Number, Log2_32(TakesLater))};
}

bool emitArenaEvents(Function &F, ThreadState &Thread) {
  if (!EventMarker.isIn(*F.getParent()))
    return false;
  bool Any = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (!EventMarker.is(I))
      continue;
    IRBuilder<> Builder(&I);
    Value *Arena = Annotation::pointer(I);
    Value *More = Annotation::payload(Builder, I);
    // With neither an arena nor an object, the optimiser has proved that there is none.
    if (Arena || !isa<ConstantInt>(More)) {
      if (!Arena)
        Arena = ConstantPointerNull::get(pointerType(F.getContext()));
      const Said Its = emitSaid(Builder, I);
      Thread.emitEvent(Builder, Its.Does, *Arena, More, Its.WithLater, Builder.getInt64(0));
      Any = true;
    }
    I.eraseFromParent();
  }
  return Any;
}

} // namespace allocsite
