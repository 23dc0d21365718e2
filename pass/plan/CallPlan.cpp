//===- CallPlan.cpp - What each call does to the context word ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallPlan.h"
#include "TailCalls.h"
#include "TailRecursion.h"
#include "WordTakers.h"
#include "inventory/Remarks.h"
#include "support/Compat.h"
#include "support/Mechanisms.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace allocsite {

CallPlan::CallPlan(Module &M, NameTable &Names, FrameTable &Frames, Numbering &Numbers,
                   const Callees &Reach, const FunctionSet &Untouchable,
                   ContextArguments &Arguments, const Options &Opts)
    : Frames(Frames), Numbers(Numbers), Untouchable(Untouchable), Arguments(Arguments),
      Effects(Names, Frames, Reach, Arguments, Opts) {
  WordTakers Takers(Effects, Frames, Untouchable, Arguments);
  if (Opts.keptIds() && !without(Mechanism::RegisterArguments))
    Takers.find(M);
  findPuttingBack(M);
  findSharing(M);
  deferPushes(Takers.mayPushForCaller());
}

/// Of functions that may push for their one caller, those do that take an argument, and are
/// called under one id.
void CallPlan::deferPushes(ArrayRef<Function *> MayPushForCaller) {
  for (Function *F : MayPushForCaller) {
    if (!Arguments.takes(F))
      continue;
    const CallBase &First = *callOf(*F->use_begin());
    bool HasOneId = all_of(F->uses(), [&](const Use &U) {
      const CallBase &Call = *callOf(U);
      return Effects.of(Call) == Effect::Push &&
             (F->hasOneUse() ||
              (sharesId(Call) &&
               haveOneChain(Call.getDebugLoc().get(), First.getDebugLoc().get())));
    });
    if (uint32_t Number = HasOneId ? numberOf(First, /*End=*/nullptr) : 0) {
      Arguments.deferPush(*F, *First.getFunction(), Number);
      applied(Mechanism::DeferredPushes, *F);
    }
  }
}

/// True where a function goes on that others have left without a look back: the word is
/// not known then.
static bool comesFromBelow(const Instruction &I) {
  if (auto *Pad = dyn_cast<LandingPadInst>(&I))
    return Pad->getNumClauses() != 0; // Otherwise it cleans up, and unwinds.
  auto *Call = dyn_cast<CallBase>(&I);
  return I.isEHPad() || (Call && returnsTwice(*Call));
}

void CallPlan::findPuttingBack(const Module &M) {
  for (const Function &F : M)
    if (!F.isDeclarationForLinker() && !F.isInterposable() &&
        !Untouchable.count(&F) && !Arguments.isEntered(F))
      PuttingBack.insert(&F);
  Dependence Trusts;
  for (const Function &F : M) {
    bool PutsBack = Arguments.putsBack(F);
    // Of an inline function the linker may take a copy without the pass, which puts
    // back nothing that its callees left.
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
        // Then it may store nothing either.
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

/// A call has an id of its own where nothing but the id tells which it was: the
/// callee is known only when it runs, or may call anything back, or is no frame.
void CallPlan::findSharing(const Module &M) {
  if (without(Mechanism::SharedIds))
    return;
  for (const Function &F : M)
    if (!F.isDeclarationForLinker() && !F.isInterposable() &&
        !Untouchable.count(&F) &&
        !Jumping.count(withoutCloneSuffix(F.getName())) &&
        !Frames.isTransparent(F.getName())) {
      Sharing.insert(&F);
      applied(Mechanism::SharedIds, F);
    }
}

/// Of an inline function the linker may take a copy without the pass, by which nobody
/// could tell; but not of one that takes an argument.
bool CallPlan::sharesId(const CallBase &Call) const {
  const Function *Callee = decidedCallee(Call);
  return Callee && Sharing.count(Callee) &&
         (Callee->hasExactDefinition() || passesArgument(Call));
}

/// False where the callee has no argument, or the call is one of its entry: that puts
/// back what a caller cannot which is gone meanwhile.
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
      remarkCall(*Call, "Jump", "may replace its caller, which is then no frame");
      Numbers.tailCall(F, decidedCallee(*Call));
      To.Calls.push_back(decisionOn(*Call, Action::Pass));
      break;
    case Effect::Pass:
      remarkCall(*Call, "Pass", "passes the context on: its caller is no frame");
      To.Calls.push_back(decisionOn(*Call, Action::Pass));
      break;
    case Effect::Push:
      remarkCall(*Call, "Push", "gets an id: its caller is a frame");
      To.Calls.push_back(push(*Call, To));
      break;
    }
  }
}

/// Of the id that the call runs under, for its chain up to the copy `End`.
uint32_t CallPlan::numberOf(const CallBase &Call, const DILocation *End) {
  return Numbers.callSite(Call.getDebugLoc().get(), *Call.getFunction(),
                             decidedCallee(Call), sharesId(Call), End);
}

CallDecision CallPlan::push(CallBase &Call, const FunctionPlan &In) {
  CallDecision New = decisionOn(Call, Action::Push);
  New.Loop = loopAround(In.Loops, Call.getDebugLoc().get());
  New.Id = numberIn(In.Loops, New.Loop,
                    [&](const DILocation *End) { return numberOf(Call, End); });
  New.UnlessNewest = Effects.callsItself(Call);
  New.BecomesOrdinary = replacesFrame(Call) && Arguments.putsBack(*In.F);
  return New;
}

} // namespace allocsite
