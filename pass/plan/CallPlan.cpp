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
#include "frames/Frames.h"
#include "inventory/Remarks.h"
#include "recognise/Allocators.h"
#include "support/Compat.h"
#include "support/Mechanisms.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace allocsite {

//===----------------------------------------------------------------------===//
// What a call does
//===----------------------------------------------------------------------===//

/// A part that an optimiser moved out of its function is no frame of its own.
static bool isPartOf(const Function &Callee, const Function &F) {
  return Callee.hasLocalLinkage() && &Callee != &F &&
         Callee.getName() != withoutCloneSuffix(Callee.getName()) &&
         withoutCloneSuffix(Callee.getName()) == withoutCloneSuffix(F.getName());
}

Effect CallEffects::of(const CallBase &Call) const {
  Effect Of = ofFrame(Call);
  if (Of != Effect::Push)
    return Of;
  bool IsGone =
      replacesFrame(Call) && Arguments.putsBack(*Call.getFunction()) && !keepsFrame(Call);
  return IsGone || forwards(Call) ? Effect::Jump : Effect::Push;
}

Effect CallEffects::ofFrame(const CallBase &Call) const {
  if (!Reach.mayAllocate(Call))
    return Effect::Ignore;
  const Function *Callee = decidedCallee(Call);
  if (Callee && unwinds(Call, Names.kind(Callee->getName()).Library))
    return Effect::Leave;
  // Who comes into a copy pushes the id of its calls, which it passes on.
  if (Callee && isCopy(*Callee))
    return Callee == Call.getFunction() ? Effect::Pass : Effect::Push;
  if (Callee && isPartOf(*Callee, *Call.getFunction()))
    return Effect::Pass;
  return Frames.hasFrame(Call) ? Effect::Push : Effect::Pass;
}

/// A variant of a constructor or destructor that calls another of the same name
/// (complete, base, deleting) is one function of the source with it. Where it was
/// inlined into another frame, that one calls.
bool CallEffects::forwards(const CallBase &Call) const {
  const Function *Callee = decidedCallee(Call);
  if (!Callee)
    return false;
  StringRef Called = Callee->getName();
  bool HasVariant = false;
  auto isNoFrame = [&](StringRef Caller) {
    bool IsVariant = Frames.areVariants(Caller, Called);
    HasVariant |= IsVariant;
    Called = Caller;
    return IsVariant || (HasVariant && Frames.isTransparent(Caller));
  };
  const DILocation *At = Call.getDebugLoc().get();
  for (; At && At->getInlinedAt(); At = At->getInlinedAt())
    if (!isNoFrame(Frames.symbolOf(*At)))
      return false;
  return isNoFrame(Call.getFunction()->getName());
}

bool CallEffects::callsItself(const CallBase &Call) const {
  const Function *Callee = decidedCallee(Call);
  const DILocation *At = Call.getDebugLoc().get();
  return Callee &&
         Callee->getName() ==
             (At && At->getInlinedAt() ? Frames.symbolOf(*At) : Call.getFunction()->getName());
}

/// Whether `Value` is in llvm.global_ctors or _dtors and nowhere else.
static bool isForLoaderAlone(const Constant &Value) {
  return all_of(Value.users(), [](const User *Of) {
    if (auto *Table = dyn_cast<GlobalVariable>(Of))
      return Table->getName() == "llvm.global_ctors" ||
             Table->getName() == "llvm.global_dtors";
    auto *Aggregate = dyn_cast<ConstantAggregate>(Of);
    return Aggregate && isForLoaderAlone(*Aggregate);
  });
}

/// Nothing of the program can call it: it is in no loop of tail calls.
static bool isCalledByLoaderAlone(const Function &F) {
  // C lets main call itself.
  return F.getName() == "main" ? F.use_empty() : F.hasLocalLinkage() && isForLoaderAlone(F);
}

/// True where an ordinary call in place of a tail call costs one frame at most, and
/// in an allocator: by its frame the calls that its helpers make of it are known.
bool CallEffects::keepsFrame(const CallBase &Call) const {
  if (Call.isMustTailCall())
    return false;
  const Function &F = *Call.getFunction();
  if (Opts.KeepTailFrames || F.doesNotRecurse() || isCalledByLoaderAlone(F))
    return true;
  const DILocation *At = Call.getDebugLoc().get();
  for (; At && At->getInlinedAt(); At = At->getInlinedAt())
    if (Frames.isAllocator(Frames.symbolOf(*At)))
      return true;
  return Frames.isAllocator(F.getName());
}

bool CallEffects::isLast(const CallBase &Call) const {
  if (!replacesFrame(Call))
    return false;
  Effect Of = ofFrame(Call);
  return Of == Effect::Pass || (Of == Effect::Push && (forwards(Call) || !keepsFrame(Call)));
}

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

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
             (F->hasOneUse() || (sharesId(Call) && haveOneChain(Call.getDebugLoc().get(),
                                                                First.getDebugLoc().get())));
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
    if (!F.isDeclarationForLinker() && !F.isInterposable() && !Untouchable.count(&F) &&
        !Arguments.isEntered(F))
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
    if (!F.isDeclarationForLinker() && !F.isInterposable() && !Untouchable.count(&F) &&
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
  return Numbers.callSite(Call.getDebugLoc().get(), *Call.getFunction(), decidedCallee(Call),
                          sharesId(Call), End);
}

CallDecision CallPlan::push(CallBase &Call, const FunctionPlan &In) {
  CallDecision New = decisionOn(Call, Action::Push);
  New.Loop = loopAround(In.Loops, Call.getDebugLoc().get());
  New.Id =
      numberIn(In.Loops, New.Loop, [&](const DILocation *End) { return numberOf(Call, End); });
  New.UnlessNewest = Effects.callsItself(Call);
  New.BecomesOrdinary = replacesFrame(Call) && Arguments.putsBack(*In.F);
  return New;
}

} // namespace allocsite
