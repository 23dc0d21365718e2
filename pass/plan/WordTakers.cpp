//===- WordTakers.cpp - Who takes the context in a register --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WordTakers.h"
#include "Frequencies.h"
#include "frames/Frames.h"
#include "marks/RecursionMarks.h"
#include "recognise/Allocators.h"
#include "support/Compat.h"
#include "support/Mechanisms.h"
#include "support/Target.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace allocsite {

/// Who is gone while a callee runs cannot put back the thread's word. So the callee
/// does it, unless all such callers are known as well and need not. Functions with an
/// entry never do: such a caller calls the entry, which does.
void WordTakers::find(Module &M) {
  FunctionSet Can, Known;
  FunctionSet Entered = findEntered(M);
  ownThoseThatMayPush(M, Entered);
  for (Function &F : M)
    if (Entered.count(&F)) {
      Arguments.takeWithEntry(F);
      applied(Mechanism::Entries, F);
    } else if (hasKnownCallers(F) && !findsWordUnchanged(F)) {
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

  // One that puts back and ends in a jump has to leave it to the next.
  Dependence OnCallees;
  for (const Function *F : Can)
    if (!NotPuttingBack.count(F))
      for (const Instruction &I : instructions(*F))
        if (auto *Call = dyn_cast<CallBase>(&I); Call && Effects.isLast(*Call))
          OnCallees.add(*F, decidedCallee(*Call));
  FunctionSet Taking = Can; // An entry puts back another word.
  OnCallees.takeAway(Taking);
  for (const Function *F : Taking)
    if (!NotPuttingBack.count(F))
      take(*F, /*PutsBack=*/true);
}

void WordTakers::take(const Function &F, bool PutsBack) {
  Arguments.take(F, PutsBack);
  applied(Mechanism::RegisterArguments, F);
}

/// True of a copy (RecursiveCopies.h) that calls nobody under an id: as deep as it calls
/// itself the thread's word stays as its callers stored it. To load that for a count takes
/// less than to keep an argument across the calls.
bool WordTakers::findsWordUnchanged(const Function &F) const {
  return isCopy(F) && none_of(instructions(F), [&](const Instruction &I) {
           auto *Call = dyn_cast<CallBase>(&I);
           return Call && Effects.ofFrame(*Call) == Effect::Push;
         });
}

/// And each calls under a word: before what leaves there is none.
bool WordTakers::hasKnownCallers(const Function &F) const {
  return !F.isDeclaration() && F.hasLocalLinkage() && !F.use_empty() &&
         !Untouchable.count(&F) && all_of(F.uses(), [&](const Use &U) {
           const CallBase *Call = callOf(U);
           return Call && !Untouchable.count(Call->getFunction()) &&
                  Effects.ofFrame(*Call) != Effect::Ignore &&
                  Effects.ofFrame(*Call) != Effect::Leave;
         });
}

/// True where some calls of a function that others may call too can pass it a word. Not
/// worth it for one that is no frame: what it calls finds the thread's word as its callers
/// stored it.
bool WordTakers::isWorthEntry(const Function &F) const {
  return ContextArguments::canTakeWithEntry(F) && !Untouchable.count(&F) &&
         !Frames.isTransparent(F.getName()) && any_of(F.uses(), [&](const Use &U) {
           const CallBase *Call = callOf(U);
           return Call && ContextArguments::canPass(*Call) &&
                  !Untouchable.count(Call->getFunction()) &&
                  Effects.ofFrame(*Call) != Effect::Ignore &&
                  Effects.ofFrame(*Call) != Effect::Leave;
         });
}

/// The functions that become a body and an entry. A body jumps to bodies alone.
FunctionSet WordTakers::findEntered(const Module &M) const {
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

/// True where `F`, which `Caller` alone calls, could push for it, were it this file's
/// own. Those of `Entered` become so where the linker takes the caller from any file: they
/// come along with it. Not where it may be inlined before the linker chooses: what was
/// inlined calls the function of a file that was not chosen.
bool WordTakers::canDeferPush(const Function &F, const Function &Caller,
                              const FunctionSet &Entered) const {
  bool IsOwn = F.hasLocalLinkage() || (Entered.count(&F) && Caller.hasComdat() &&
                                       !isOptimisedFurther(*F.getParent()));
  return IsOwn && !F.hasOptNone() && !Caller.hasOptNone() && !Untouchable.count(&F) &&
         !Untouchable.count(&Caller) && !hasRecursion(Caller) &&
         all_of(F.uses(), [&](const Use &U) {
           const CallBase *Call = callOf(U);
           return ContextArguments::canPass(*Call) && !Effects.callsItself(*Call) &&
                  Effects.ofFrame(*Call) == Effect::Push;
         });
}

/// Functions of `Entered` that may push for their one caller become this file's own.
void WordTakers::ownThoseThatMayPush(Module &M, FunctionSet &Entered) {
  if (without(Mechanism::DeferredPushes))
    return;
  auto CalledBy = findWorthDeferring(
      M, [&](Function &F, Function &Caller) { return canDeferPush(F, Caller, Entered); },
      [&](const CallBase &Call) { return Effects.ofFrame(Call) == Effect::Push; });
  for (const auto &[Caller, Called] : CalledBy)
    for (Function *F : Called) {
      MayPushForCaller.push_back(F);
      if (Entered.erase(F))
        Arguments.own(*F);
    }
}

/// Null where several functions call `F`, or it has an address.
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

/// True where `Caller` runs calls of `Called` at least twice as often as others that push,
/// as LLVM estimates.
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
