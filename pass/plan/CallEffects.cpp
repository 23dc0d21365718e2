//===- CallEffects.cpp - What a call may do to the context --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallEffects.h"
#include "prepare/Prepare.h"
#include "recognise/Allocators.h"

using namespace llvm;

namespace allocsite {

/// True if the optimiser outlined `Callee` from the function of `F`: it has no frame of its
/// own.
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
  // Recursion is one frame, however deep.
  if (callsItself(Call))
    return Effect::Pass;
  if (Callee && isPartOf(*Callee, *Call.getFunction()))
    return Effect::Pass;
  return Frames.hasFrame(Call) ? Effect::Push : Effect::Pass;
}

/// True if a variant of a constructor or destructor (complete, base, deleting) calls another
/// variant: both are one function of the source. If it was inlined into another frame, that
/// frame is the caller.
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

/// True if a function of the source calls itself, or its copy (Prepare.h), and nothing else
/// was inlined between.
bool CallEffects::callsItself(const CallBase &Call) const {
  const Function *Callee = decidedCallee(Call);
  const Function &F = *Call.getFunction();
  if (!Callee || symbolInProfile(*Callee) != symbolInProfile(F))
    return false;
  const DILocation *At = Call.getDebugLoc().get();
  for (; At && At->getInlinedAt(); At = At->getInlinedAt())
    if (Frames.symbolOf(*At) != symbolInProfile(F))
      return false;
  return true;
}

/// True if `Value` is used only by llvm.global_ctors or llvm.global_dtors.
static bool isForLoaderAlone(const Constant &Value) {
  return all_of(Value.users(), [](const User *Of) {
    if (auto *Table = dyn_cast<GlobalVariable>(Of))
      return Table->getName() == "llvm.global_ctors" ||
             Table->getName() == "llvm.global_dtors";
    auto *Aggregate = dyn_cast<ConstantAggregate>(Of);
    return Aggregate && isForLoaderAlone(*Aggregate);
  });
}

/// True if nothing in the program can call `F`: it is in no cycle of tail calls.
static bool isCalledByLoaderAlone(const Function &F) {
  // C lets main call itself.
  return F.getName() == "main" ? F.use_empty() : F.hasLocalLinkage() && isForLoaderAlone(F);
}

/// True if the tail call `Call` becomes an ordinary call: if that costs at most one stack
/// frame, and in allocators, whose frames identify the calls of their helpers.
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

} // namespace allocsite
