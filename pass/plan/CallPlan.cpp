//===- CallPlan.cpp - What each call does to the context ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallPlan.h"
#include "frames/Frames.h"
#include "inventory/Refusals.h"
#include "marks/Marks.h"
#include "prepare/Prepare.h"
#include "recognise/Allocators.h"
#include "recognise/LibraryOrigin.h"
#include "support/Compat.h"
#include "support/Frequencies.h"
#include "support/Mechanisms.h"
#include "support/Target.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace allocsite {

ArrayRef<Function *> CallPlan::findOwn(Module &M) {
  Effects.findTailCycles(M);
  return HasArguments ? Takers.findOwn(M) : ArrayRef<Function *>();
}

void CallPlan::decide(Module &M) {
  if (HasArguments)
    Takers.find(M);
  findPuttingBack(M);
  findSharing(M);
  deferPushes(Takers.mayPushForCaller());
}

/// Lets those functions push for their single caller that take an argument and are called
/// under one id.
void CallPlan::deferPushes(ArrayRef<Function *> MayPushForCaller) {
  for (Function *F : MayPushForCaller) {
    if (!Arguments.takes(F))
      continue;
    const CallBase &First = *callOf(*F->use_begin());
    bool HasOneId = all_of(F->uses(), [&](const Use &U) {
      const CallBase &Call = *callOf(U);
      return Effects.of(Call) == Effect::Push &&
             (F->hasOneUse() || (sharesId(Call) && haveOneChain(Call.getDebugLoc().get(),
                                                                First.getDebugLoc().get())));
    });
    if (HasOneId) {
      Arguments.deferPush(*F, *First.getFunction(), numberOf(First).Id);
      applied(Mechanism::DeferredPushes, *F);
    }
  }
}

/// True if execution may continue at `I` after callees were left without a return, by an
/// exception or a longjmp: the context is unknown then.
static bool comesFromBelow(const Instruction &I) {
  if (auto *Pad = dyn_cast<LandingPadInst>(&I))
    return Pad->getNumClauses() != 0; // Without clauses it cleans up and unwinds on.
  auto *Call = dyn_cast<CallBase>(&I);
  return I.isEHPad() || (Call && returnsTwice(*Call));
}

void CallPlan::findPuttingBack(const Module &M) {
  for (const Function &F : M)
    if (!F.isDeclarationForLinker() && !F.isInterposable() && !Untouchable.count(&F) &&
        !Arguments.isEntered(F))
      PuttingBack.insert(&F);
  Dependence Trusts;
  for (const Function &F : M) {
    bool PutsBack = Arguments.putsBack(F);
    // The linker may choose a copy of an inline function that was built without the pass,
    // and does not restore the context after its callees.
    bool IsThisOne = F.hasExactDefinition();
    for (const Instruction &I : instructions(F)) {
      if (!(PutsBack && IsThisOne) && comesFromBelow(I))
        Trusts.add(F, nullptr);
      auto *Call = dyn_cast<CallBase>(&I);
      Effect Of = Call ? Effects.of(*Call) : Effect::Ignore;
      if (Of == Effect::Jump)
        Jumping.insert(withoutCloneSuffix(F.getName()));
      if (Of == Effect::Ignore || Of == Effect::Leave)
        continue;
      const Function *Callee = decidedCallee(*Call);
      if (!PutsBack)
        // A function that does not restore must not store either.
        Trusts.add(F, passesArgument(*Call) ? Callee : nullptr);
      else if (Of != Effect::Push || !IsThisOne)
        Trusts.add(F, Callee);
    }
  }
  Trusts.takeAway(PuttingBack);
  if (without(Mechanism::TrustedCallees))
    PuttingBack.clear();
  for (const Function *F : PuttingBack)
    applied(Mechanism::TrustedCallees, *F);
}

/// Finds the functions whose calls may share ids. A call needs its own id if only the id
/// identifies it: the callee is known only at run time, may call anything, is no frame, or jumps.
void CallPlan::findSharing(const Module &M) {
  if (without(Mechanism::SharedIds))
    return;
  for (const Function &F : M)
    if (!F.isDeclarationForLinker() && !F.isInterposable() && !Untouchable.count(&F) &&
        !Frames.isTransparent(F.getName()) &&
        !Jumping.count(withoutCloneSuffix(F.getName()))) {
      Sharing.insert(&F);
      applied(Mechanism::SharedIds, F);
    }
}

/// False for calls of an inline function without an argument: the linker may choose a copy of
/// it that was built without the pass, which does not show which call it was.
bool CallPlan::sharesId(const CallBase &Call) const {
  const Function *Callee = decidedCallee(Call);
  return Callee && Sharing.count(Callee) &&
         (Callee->hasExactDefinition() || passesArgument(Call));
}

/// True if the call passes a context. False for a tail call of a function with an entry, if
/// the caller has to restore the thread's context: it calls the entry, which restores it.
bool CallPlan::passesArgument(const CallBase &Call) const {
  const Function *Callee = decidedCallee(Call);
  return Arguments.takes(Callee) && ContextArguments::canPass(Call) &&
         !(Arguments.isEntered(*Callee) && Effects.isLast(Call) &&
           Arguments.putsBack(*Call.getFunction()));
}

CallDecision CallPlan::decisionOn(CallBase &Call, Action Does) const {
  const Function *Callee = decidedCallee(Call);
  CallDecision New{Does, &Call};
  New.TakesArgument = passesArgument(Call);
  New.PutsBack = Callee && PuttingBack.count(Callee);
  New.PushesForCaller = Arguments.pushesForCaller(Callee);
  New.IsLast = Does == Action::Pass && replacesFrame(Call);
  return New;
}

void CallPlan::plan(FunctionPlan &To) {
  Function &F = *To.F;
  for (Instruction &I : instructions(F)) {
    if (isa<ResumeInst>(I))
      To.Calls.push_back({Action::Leave, &I});
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      continue;
    if (returnsTwice(*Call))
      To.Calls.push_back({Action::ReturnTwice, Call});
    switch (Effects.of(*Call)) {
    case Effect::Ignore:
      if (aborts(*Call))
        To.Calls.push_back({Action::Abort, Call});
      break;
    case Effect::Leave:
      remarkCall(*Call, "Leave", "unwinds or jumps: what runs next has no callers");
      To.Calls.push_back({Action::Leave, Call});
      break;
    case Effect::Jump:
      if (Effects.isToldByCallers(*Call)) {
        Numbers.setJumps(F);
        remarkCall(*Call, "Jump", "may replace its caller, which calls of that tell");
      } else {
        remarkCall(*Call, "Jump", "may replace its caller, which is then no frame");
      }
      To.Calls.push_back(decisionOn(*Call, Action::Pass));
      break;
    case Effect::Pass:
      remarkCall(*Call, "Pass", "passes the context on: its caller is no frame");
      To.Calls.push_back(decisionOn(*Call, Action::Pass));
      break;
    case Effect::Push:
      remarkCall(*Call, "Push", "gets an id: its caller is a frame");
      To.Calls.push_back(push(*Call));
      break;
    }
  }
}

CallNumber CallPlan::numberOf(const CallBase &Call) {
  const Function *Callee = decidedCallee(Call);
  const bool IsOfLibrary = Callee && Callee->isDeclaration() &&
                           (Reach.isOfLibrary(*Callee) || isOfInstalledHeader(*Callee));
  return Numbers.callSite(Call.getDebugLoc().get(), *Call.getFunction(), Callee,
                          sharesId(Call), IsOfLibrary);
}

CallDecision CallPlan::push(CallBase &Call) {
  CallDecision New = decisionOn(Call, Action::Push);
  New.Its = numberOf(Call);
  New.BecomesOrdinary = replacesFrame(Call);
  return New;
}

/// Decides which functions restore the thread's context. A caller that makes a tail call cannot
/// restore it afterwards, so the callee restores it, unless all callers that tail-call it are
/// known and need not restore it themselves. If a function is split into an entry and a body,
/// the body never restores: a caller that needs that calls the entry, and the entry restores.
void ContextTakers::find(Module &M) {
  FunctionSet Can, Known;
  for (Function &F : M)
    if (Entered.count(&F)) {
      Arguments.takeWithEntry(F);
      applied(Mechanism::Entries, F);
    } else if (hasKnownCallers(F) && !findsContextUnchanged(F)) {
      Known.insert(&F);
      if (ContextArguments::canTake(F))
        Can.insert(&F);
    }
  Dependence OnCallers;
  for (const Function *F : Known)
    for (const User *U : F->users())
      if (auto *Call = cast<CallBase>(U);
          Effects.isLast(*Call) && !Arguments.isEntered(*Call->getFunction()))
        OnCallers.add(*F, Call->getFunction());
  FunctionSet NotPuttingBack = Known;
  OnCallers.takeAway(NotPuttingBack);
  for (const Function *F : NotPuttingBack)
    if (Can.count(F))
      take(*F, /*PutsBack=*/false);
    else
      Arguments.needNotPutBack(*F);

  // A function that restores and makes a tail call has to leave that to the callee.
  Dependence OnCallees;
  for (const Function *F : Can)
    if (!NotPuttingBack.count(F))
      for (const Instruction &I : instructions(*F))
        if (auto *Call = dyn_cast<CallBase>(&I); Call && Effects.isLast(*Call))
          OnCallees.add(*F, decidedCallee(*Call));
  FunctionSet Taking = Can; // Not entries: they restore another context.
  OnCallees.takeAway(Taking);
  for (const Function *F : Taking)
    if (!NotPuttingBack.count(F))
      take(*F, /*PutsBack=*/true);
}

void ContextTakers::take(const Function &F, bool PutsBack) {
  Arguments.take(F, PutsBack);
  applied(Mechanism::RegisterArguments, F);
}

/// True for a copy (Prepare.h) that pushes no id: however deep it recurses, the
/// thread's context stays as its callers stored it. Loading that for a count is cheaper than
/// keeping an argument across calls.
bool ContextTakers::findsContextUnchanged(const Function &F) const {
  return isCopy(F) && none_of(instructions(F), [&](const Instruction &I) {
           auto *Call = dyn_cast<CallBase>(&I);
           return Call && Effects.ofFrame(*Call) == Effect::Push;
         });
}

/// True if all callers of `F` are known, and each calls it under a context. A call that leaves
/// (Effect::Leave) has none.
bool ContextTakers::hasKnownCallers(const Function &F) const {
  return !F.isDeclaration() && F.hasLocalLinkage() && !F.use_empty() &&
         !Untouchable.count(&F) && all_of(F.uses(), [&](const Use &U) {
           const CallBase *Call = callOf(U);
           return Call && !Untouchable.count(Call->getFunction()) &&
                  Effects.ofFrame(*Call) != Effect::Ignore &&
                  Effects.ofFrame(*Call) != Effect::Leave;
         });
}

/// True if `F` can have an entry, and some calls in this module can pass it a context. Not
/// worth it for a function that is no frame: its callees use the thread's context as its
/// callers stored it.
bool ContextTakers::isWorthEntry(const Function &F) const {
  return ContextArguments::canTakeWithEntry(F) && !Untouchable.count(&F) &&
         !Frames.isTransparent(F.getName()) && any_of(F.uses(), [&](const Use &U) {
           const CallBase *Call = callOf(U);
           return Call && ContextArguments::canPass(*Call) &&
                  !Untouchable.count(Call->getFunction()) &&
                  Effects.ofFrame(*Call) != Effect::Ignore &&
                  Effects.ofFrame(*Call) != Effect::Leave;
         });
}

/// The functions that become a body and an entry. A body tail-calls only bodies.
FunctionSet ContextTakers::findEntered(const Module &M) const {
  FunctionSet Entered;
  if (without(Mechanism::Entries))
    return Entered;
  for (const Function &F : M)
    if (isWorthEntry(F))
      Entered.insert(&F);
  Dependence OnLast;
  for (const Function *F : Entered)
    for (const Instruction &I : instructions(*F))
      if (auto *Call = dyn_cast<CallBase>(&I); Call && Effects.isLast(*Call))
        OnLast.add(*F, ContextArguments::canPass(*Call) ? decidedCallee(*Call) : nullptr);
  OnLast.takeAway(Entered);
  return Entered;
}

/// True if `F`, which only `Caller` calls, can push for it. `F` must be internal to this file,
/// or one of `Entered`, which then becomes internal in the section group of its caller, so
/// that the linker keeps both together. Not if the caller may be inlined before the linker
/// chooses a file: the inlined copy would call the function of a file that was not chosen.
bool ContextTakers::canDeferPush(const Function &F, const Function &Caller) const {
  bool IsOwn = F.hasLocalLinkage() || (Entered.count(&F) && Caller.hasComdat() &&
                                       !isOptimisedFurther(*F.getParent()));
  return IsOwn && !F.hasOptNone() && !Caller.hasOptNone() && !Untouchable.count(&F) &&
         !Untouchable.count(&Caller) && all_of(F.uses(), [&](const Use &U) {
           const CallBase *Call = callOf(U);
           return ContextArguments::canPass(*Call) && Effects.ofFrame(*Call) == Effect::Push;
         });
}

/// Functions of `Entered` that may push for their single caller become internal.
ArrayRef<Function *> ContextTakers::findOwn(Module &M) {
  Entered = findEntered(M);
  if (without(Mechanism::DeferredPushes))
    return {};
  auto CalledBy = findWorthDeferring(
      M, [&](Function &F, Function &Caller) { return canDeferPush(F, Caller); },
      [&](const CallBase &Call) { return Effects.ofFrame(Call) == Effect::Push; });
  for (const auto &[Caller, Called] : CalledBy)
    for (Function *F : Called) {
      MayPushForCaller.push_back(F);
      Arguments.considerDeferring(*F);
      if (Entered.erase(F))
        Arguments.own(*F);
    }
  return Arguments.owned();
}

/// The only function that calls `F`, or null. Null also if the address of `F` is taken.
static Function *onlyCallerOf(const Function &F) {
  Function *Caller = nullptr;
  for (const Use &U : F.uses()) {
    CallBase *Call = callOf(U);
    if (!Call || (Caller && Call->getFunction() != Caller))
      return nullptr;
    Caller = Call->getFunction();
  }
  return Caller;
}

/// True if, as LLVM estimates, `Caller` runs calls of `Called` at least twice as often as its
/// other calls that push.
static bool callsMostly(Function &Caller, ArrayRef<Function *> Called,
                        function_ref<bool(const CallBase &)> Pushes) {
  SmallVector<const BasicBlock *, 8> Here, Elsewhere;
  for (const Instruction &I : instructions(Caller))
    if (auto *Call = dyn_cast<CallBase>(&I); Call && Pushes(*Call))
      (is_contained(Called, decidedCallee(*Call)) ? Here : Elsewhere).push_back(I.getParent());
  if (Elsewhere.empty())
    return true;
  Frequencies Often(Caller);
  auto Sum = [&](ArrayRef<const BasicBlock *> Blocks) {
    uint64_t All = 0;
    for (const BasicBlock *Each : Blocks)
      All = SaturatingAdd(All, Often.of(*Each));
    return All;
  };
  return Sum(Elsewhere) <= Sum(Here) / 2;
}

MapVector<Function *, SmallVector<Function *, 2>>
findWorthDeferring(Module &M, function_ref<bool(Function &F, Function &Caller)> CanDefer,
                   function_ref<bool(const CallBase &)> Pushes) {
  MapVector<Function *, SmallVector<Function *, 2>> CalledBy;
  for (Function &F : M)
    if (Function *Caller = F.isDeclaration() ? nullptr : onlyCallerOf(F))
      if (Caller != &F && CanDefer(F, *Caller))
        CalledBy[Caller].push_back(&F);
  CalledBy.remove_if(
      [&](const auto &Each) { return !callsMostly(*Each.first, Each.second, Pushes); });
  return CalledBy;
}

bool haveOneChain(const DILocation *A, const DILocation *B) {
  while (A && B && A != B) {
    if (A->getScope()->getSubprogram() != B->getScope()->getSubprogram())
      return false;
    A = A->getInlinedAt();
    B = B->getInlinedAt();
  }
  return A == B;
}

} // namespace allocsite
