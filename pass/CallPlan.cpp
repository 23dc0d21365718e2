//===- CallPlan.cpp - What each call does to the context word ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallPlan.h"
#include "Allocators.h"
#include "Compat.h"
#include "LeftPushes.h"
#include "Remarks.h"
#include "TailCalls.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace allocsite {

/// Who finds a word that is not of its calls has to put it back behind them.
static void keepFrames(Function &F) {
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I); Call && !Call->isMustTailCall())
      Call->setTailCallKind(CallInst::TCK_None);
}

CallPlan::CallPlan(Module &M, NameTable &Names, DescriptorBuilder &Descriptor,
                   const Callees &Reach, const FunctionSet &Untouchable,
                   ContextArguments &Arguments, const Options &Opts)
    : Names(Names), Descriptor(Descriptor), Reach(Reach),
      Untouchable(Untouchable), Opts(Opts), Arguments(Arguments) {
  for (Function &F : M)
    if (Reach.isRelease(F))
      keepFrames(F);
  findTaking(M);
  findPuttingBack(M);
  findSharing(M);
  findLeftPushes();
}

/// Who is gone while a callee runs cannot put back the thread's word. So the callee
/// does it, unless all such callers are known as well and need not. Functions with an
/// entry never do: such a caller calls the entry, which does.
void CallPlan::findTaking(Module &M) {
  if (!Opts.keptIds())
    return;
  FunctionSet Can, Known;
  FunctionSet Entered = findEntered(M);
  findMayPush(M, Entered);
  for (Function &F : M)
    if (Entered.count(&F)) {
      Arguments.takeWithEntry(F);
    } else if (hasKnownCallers(F)) {
      Known.insert(&F);
      if (ContextArguments::canTake(F))
        Can.insert(&F);
    }
  Dependence OnCallers;
  for (const Function *F : Known)
    for (const User *U : F->users())
      if (auto *Call = cast<CallBase>(U);
          isLastOf(*Call) && !Arguments.isEntered(*Call->getFunction()))
        OnCallers.add(*F, Call->getFunction());
  FunctionSet Leaving = Known;
  OnCallers.takeAway(Leaving);
  for (const Function *F : Leaving)
    if (Can.count(F))
      Arguments.take(*F, /*PutsBack=*/false);
    else
      Arguments.leaveWord(*F);

  // One that puts back and ends in a jump has to leave it to the next.
  Dependence OnCallees;
  for (const Function *F : Can)
    if (!Leaving.count(F))
      for (const Instruction &I : instructions(*F))
        if (auto *Call = dyn_cast<CallBase>(&I); Call && isLastOf(*Call))
          OnCallees.add(*F, directCallee(*Call));
  FunctionSet Taking = Can; // An entry puts back another word.
  OnCallees.takeAway(Taking);
  for (const Function *F : Taking)
    if (!Leaving.count(F))
      Arguments.take(*F, /*PutsBack=*/true);
}

bool CallPlan::hasKnownCallers(const Function &F) const {
  return !F.isDeclaration() && F.hasLocalLinkage() && !F.use_empty() &&
         !Untouchable.count(&F) && all_of(F.uses(), [&](const Use &U) {
           const CallBase *Call = callOf(U);
           return Call && !Untouchable.count(Call->getFunction()) &&
                  frameEffectOf(*Call) != Effect::Ignore;
         });
}

/// True where some calls of a function that others may call too can pass it a word. Not
/// worth it for one that is no frame: what it calls finds the thread's word as its callers
/// stored it.
bool CallPlan::isWorthEntry(const Function &F) const {
  return ContextArguments::canTakeWithEntry(F) && !Untouchable.count(&F) &&
         !Descriptor.isTransparent(F.getName()) && any_of(F.uses(), [&](const Use &U) {
           const CallBase *Call = callOf(U);
           return Call && ContextArguments::canPass(*Call) &&
                  !Untouchable.count(Call->getFunction()) &&
                  frameEffectOf(*Call) != Effect::Leave;
         });
}

/// The functions that become a body and an entry. A body jumps to bodies alone.
FunctionSet CallPlan::findEntered(const Module &M) const {
  FunctionSet Entered;
  for (const Function &F : M)
    if (isWorthEntry(F))
      Entered.insert(&F);
  Dependence OnLast;
  for (const Function *F : Entered)
    for (const Instruction &I : instructions(*F))
      if (auto *Call = dyn_cast<CallBase>(&I); Call && isLastOf(*Call))
        OnLast.add(*F, ContextArguments::canPass(*Call) ? directCallee(*Call) : nullptr);
  OnLast.takeAway(Entered);
  return Entered;
}

/// True where `F`, which `Caller` alone calls, could push for it, were it this file's
/// own. Those of `Entered` become so where the linker takes the caller from any file: they
/// come along with it.
bool CallPlan::canLeavePush(const Function &F, const Function &Caller,
                            const FunctionSet &Entered) const {
  bool IsOwn = F.hasLocalLinkage() || (Entered.count(&F) && Caller.hasComdat());
  return IsOwn && !F.hasOptNone() && !Caller.hasOptNone() && !Untouchable.count(&F) &&
         !Untouchable.count(&Caller) && !hasRecursion(Caller) &&
         all_of(F.uses(), [&](const Use &U) {
           const CallBase *Call = callOf(U);
           return ContextArguments::canPass(*Call) && !callsItself(*Call) &&
                  frameEffectOf(*Call) == Effect::Push;
         });
}

/// Functions of `Entered` that may push for their one caller become this file's own.
void CallPlan::findMayPush(Module &M, FunctionSet &Entered) {
  auto CalledBy = findWorthLeaving(
      M,
      [&](Function &F, Function &Caller) { return canLeavePush(F, Caller, Entered); },
      [&](const CallBase &Call) { return frameEffectOf(Call) == Effect::Push; });
  for (const auto &[Caller, Called] : CalledBy)
    for (Function *F : Called) {
      MayPush.push_back(F);
      if (Entered.erase(F))
        Arguments.own(*F);
    }
}

/// Those of them that take an argument, and are called under one id, do.
void CallPlan::findLeftPushes() {
  for (Function *F : MayPush) {
    if (!Arguments.takes(F))
      continue;
    const CallBase &First = *callOf(*F->use_begin());
    bool HasOneId = all_of(F->uses(), [&](const Use &U) {
      const CallBase &Call = *callOf(U);
      return effectOf(Call) == Effect::Push &&
             (F->hasOneUse() ||
              (sharesId(Call) &&
               haveOneChain(Call.getDebugLoc().get(), First.getDebugLoc().get())));
    });
    if (uint32_t Number = HasOneId ? numberOf(First, /*End=*/nullptr) : 0)
      Arguments.leavePush(*F, *First.getFunction(), Number);
  }
}

/// True where the call leads to allocations, and its function may be gone meanwhile.
bool CallPlan::isLastOf(const CallBase &Call) const {
  if (!replacesFrame(Call))
    return false;
  Effect Of = frameEffectOf(Call);
  return Of == Effect::Pass ||
         (Of == Effect::Push && (forwards(Call) || !keepsFrame(Call)));
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
      Effect Of = Call ? effectOf(*Call) : Effect::Ignore;
      if (Of == Effect::Jump)
        Jumping.insert(withoutCloneSuffix(F.getName()));
      if (Of == Effect::Ignore || Of == Effect::Leave)
        continue;
      const Function *Callee = directCallee(*Call);
      if (!PutsBack)
        // Then it may store nothing either.
        Trusts.add(F, passesArgument(*Call) ? Callee : nullptr);
      else if (Of != Effect::Push || !IsThisOne)
        Trusts.add(F, Callee);
    }
  }
  Trusts.takeAway(PuttingBack);
}

/// A call has an id of its own where nothing but the id tells which it was: the
/// callee is known only when it runs, or may call anything back, or is no frame.
void CallPlan::findSharing(const Module &M) {
  for (const Function &F : M)
    if (!F.isDeclarationForLinker() && !F.isInterposable() &&
        !Untouchable.count(&F) &&
        !Jumping.count(withoutCloneSuffix(F.getName())) &&
        !Descriptor.isTransparent(F.getName()))
      Sharing.insert(&F);
}

/// Of an inline function the linker may take a copy without the pass, by which nobody
/// could tell; but not of one that takes an argument.
bool CallPlan::sharesId(const CallBase &Call) const {
  const Function *Callee = directCallee(Call);
  return Callee && Sharing.count(Callee) &&
         (Callee->hasExactDefinition() || passesArgument(Call));
}

/// False where the callee has no argument, or the call is one of its entry: that puts
/// back what a caller cannot which is gone meanwhile.
bool CallPlan::passesArgument(const CallBase &Call) const {
  const Function *Callee = directCallee(Call);
  return Arguments.takes(Callee) && ContextArguments::canPass(Call) &&
         !(Arguments.isEntered(*Callee) && isLastOf(Call) &&
           Arguments.putsBack(*Call.getFunction()));
}

ContextWord::Callee CallPlan::calledBy(const CallBase &Call) const {
  const Function *Callee = directCallee(Call);
  return {passesArgument(Call), Callee && PuttingBack.count(Callee),
          Arguments.isLeftPush(Callee)};
}

void CallPlan::plan(Function &F, ContextWord &Context,
                    TailRecursion &Recursion) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (isa<ResumeInst>(I))
      Context.leave(I);
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      continue;
    if (returnsTwice(*Call))
      Context.returnTwice(*Call);
    const Function *Callee = directCallee(*Call);
    switch (effectOf(*Call)) {
    case Effect::Ignore:
      if (aborts(*Call))
        Context.abort(*Call);
      break;
    case Effect::Leave:
      remarkCall(*Call, "Leave", "unwinds or jumps: what runs next has no callers");
      Context.leave(*Call);
      break;
    case Effect::Jump:
      remarkCall(*Call, "Jump", "may replace its caller, which is then no frame");
      Descriptor.tailCall(F, Callee);
      Context.pass(*Call, calledBy(*Call), replacesFrame(*Call));
      break;
    case Effect::Pass:
      remarkCall(*Call, "Pass", "passes the context on: its caller is no frame");
      Context.pass(*Call, calledBy(*Call), replacesFrame(*Call));
      break;
    case Effect::Push:
      remarkCall(*Call, "Push", "gets an id: its caller is a frame");
      if (replacesFrame(*Call) && Arguments.putsBack(F))
        cast<CallInst>(Call)->setTailCallKind(CallInst::TCK_None);
      push(*Call, Context, Recursion);
      break;
    }
  }
}

/// Of the id that the call runs under, for its chain up to the copy `End`.
uint32_t CallPlan::numberOf(const CallBase &Call, const DILocation *End) {
  return Descriptor.callSite(Call.getDebugLoc().get(), *Call.getFunction(),
                             directCallee(Call), sharesId(Call), End);
}

void CallPlan::push(CallBase &Call, ContextWord &Context,
                    TailRecursion &Recursion) {
  if (Call.onlyReadsMemory()) {
    // It may look at the word all the same: an optimiser at link time must leave
    // the store before it.
    dropMemoryEffects(Call);
    if (Function *Promising = directCallee(Call))
      dropMemoryEffects(*Promising);
  }
  const DILocation *Location = Call.getDebugLoc().get();
  Value *Number = Recursion.number(
      &Call, Location, [&](const DILocation *End) -> Constant * {
        return ConstantInt::get(Type::getInt64Ty(Call.getContext()),
                                numberOf(Call, End));
      });
  Context.push(Call,
               {Recursion.word(&Call, Location), Number, callsItself(Call)},
               calledBy(Call));
}

/// A part that an optimiser moved out of its function is no frame of its own.
static bool isPartOf(const Function &Callee, const Function &F) {
  return Callee.hasLocalLinkage() && &Callee != &F &&
         Callee.getName() != withoutCloneSuffix(Callee.getName()) &&
         withoutCloneSuffix(Callee.getName()) == withoutCloneSuffix(F.getName());
}

CallPlan::Effect CallPlan::effectOf(const CallBase &Call) const {
  Effect Of = frameEffectOf(Call);
  if (Of != Effect::Push)
    return Of;
  bool IsGone = replacesFrame(Call) &&
                Arguments.putsBack(*Call.getFunction()) && !keepsFrame(Call);
  return IsGone || forwards(Call) ? Effect::Jump : Effect::Push;
}

/// The effect of the call as the source has it, whatever becomes of its frame.
CallPlan::Effect CallPlan::frameEffectOf(const CallBase &Call) const {
  if (!Reach.mayAllocate(Call))
    return Effect::Ignore;
  const Function *Callee = directCallee(Call);
  if (Callee && unwinds(Call, Names.get(Callee->getName()).Library))
    return Effect::Leave;
  if (Callee && isPartOf(*Callee, *Call.getFunction()))
    return Effect::Pass;
  return hasUserFrame(Call) ? Effect::Push : Effect::Pass;
}

bool CallPlan::hasUserFrame(const CallBase &Call) const {
  const DILocation *At = Call.getDebugLoc().get();
  for (; At && At->getInlinedAt(); At = At->getInlinedAt())
    if (!Descriptor.isTransparent(Descriptor.symbolOf(*At)))
      return true;
  return !Descriptor.isTransparent(Call.getFunction()->getName());
}

/// A variant of a constructor or destructor that calls another of the same name
/// (complete, base, deleting) is one function of the source with it.
bool CallPlan::forwards(const CallBase &Call) const {
  const Function *Callee = directCallee(Call);
  const DILocation *At = Call.getDebugLoc().get();
  StringRef Caller = At && At->getInlinedAt() ? Descriptor.symbolOf(*At)
                                              : Call.getFunction()->getName();
  return Callee && Descriptor.areVariants(Caller, Callee->getName());
}

/// "Its innermost source frame is its own callee."
bool CallPlan::callsItself(const CallBase &Call) const {
  const Function *Callee = directCallee(Call);
  const DILocation *At = Call.getDebugLoc().get();
  return Callee &&
         Callee->getName() == (At && At->getInlinedAt()
                                   ? Descriptor.symbolOf(*At)
                                   : Call.getFunction()->getName());
}

/// True where an ordinary call in place of a tail call costs one frame at most, and
/// in an allocator: by its frame the calls that its helpers make of it are known.
bool CallPlan::keepsFrame(const CallBase &Call) const {
  if (Call.isMustTailCall())
    return false;
  const Function &F = *Call.getFunction();
  // C lets main call itself.
  if (Opts.KeepTailFrames || F.doesNotRecurse() ||
      (F.getName() == "main" && F.use_empty()))
    return true;
  const DILocation *At = Call.getDebugLoc().get();
  for (; At && At->getInlinedAt(); At = At->getInlinedAt())
    if (Descriptor.isAllocator(Descriptor.symbolOf(*At)))
      return true;
  return Descriptor.isAllocator(F.getName());
}

} // namespace allocsite
