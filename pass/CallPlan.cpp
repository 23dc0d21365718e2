//===- CallPlan.cpp - What each call does to the context word ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallPlan.h"
#include "Allocators.h"
#include "Compat.h"
#include "TailCalls.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace allocsite {

CallPlan::CallPlan(Module &M, NameTable &Names, DescriptorBuilder &Descriptor,
                   const Callees &Reach, const FunctionSet &Untouchable,
                   const Options &Opts)
    : Names(Names), Descriptor(Descriptor), Reach(Reach),
      Untouchable(Untouchable), Opts(Opts) {
  for (const Function &F : M)
    if (!F.isDeclaration() && onlyPushesCall(F))
      CalledByPushesOnly.insert(&F);
}

void CallPlan::plan(Function &F, ContextWord &Context,
                    TailRecursion &Recursion) {
  bool Leaves = CalledByPushesOnly.count(&F);
  if (Leaves)
    Context.neverRestore();
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (isa<ResumeInst>(I))
      Context.leave(I);
    auto *Call = dyn_cast<CallBase>(&I);
    if (Call && returnsTwice(*Call))
      Context.returnTwice(*Call);
    Effect Of = Call ? effectOf(*Call) : Effect::Ignore;
    if (Of == Effect::Ignore)
      continue;
    if (Of == Effect::Leave) {
      Context.leave(*Call);
      continue;
    }
    const Function *Callee = directCallee(*Call);
    if (Of == Effect::Push && replacesFrame(*Call) && !Leaves) {
      if (keepsFrame(*Call)) {
        cast<CallInst>(Call)->setTailCallKind(CallInst::TCK_None);
      } else {
        Descriptor.tailCall(F, Callee);
        Of = Effect::Pass;
      }
    }
    if (Of == Effect::Push && forwards(*Call)) {
      Descriptor.tailCall(F, Callee);
      Of = Effect::Pass;
    }
    if (Of == Effect::Pass) {
      Context.pass(*Call);
      continue;
    }
    if (Call->onlyReadsMemory()) {
      // It may look at the word all the same: an optimiser at link time must
      // leave the store before it.
      dropMemoryEffects(*Call);
      if (Function *Promising = directCallee(*Call))
        dropMemoryEffects(*Promising);
    }
    const DILocation *Location = Call->getDebugLoc().get();
    Value *Number = Recursion.number(
        Call, Location, [&](const DILocation *End) -> Constant * {
          uint32_t Frame = Descriptor.chain(Location, F, End);
          return ConstantInt::get(Type::getInt64Ty(F.getContext()),
                                  Descriptor.callSite(Frame, F, Callee, End));
        });
    Context.push(*Call, Recursion.word(Call, Location), Number,
                 callsItself(*Call));
  }
}

/// A part that an optimiser moved out of its function is no frame of its own.
static bool isPartOf(const Function &Callee, const Function &F) {
  return Callee.hasLocalLinkage() && &Callee != &F &&
         Callee.getName() != withoutCloneSuffix(Callee.getName()) &&
         withoutCloneSuffix(Callee.getName()) == withoutCloneSuffix(F.getName());
}

CallPlan::Effect CallPlan::effectOf(const CallBase &Call) const {
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

bool CallPlan::onlyPushesCall(const Function &F) const {
  if (!F.hasLocalLinkage() || F.use_empty())
    return false;
  return all_of(F.uses(), [&](const Use &U) {
    auto *Call = dyn_cast<CallBase>(U.getUser());
    return Call && Call->isCallee(&U) && !forwards(*Call) &&
           !Untouchable.count(Call->getFunction()) &&
           effectOf(*Call) == Effect::Push &&
           (!replacesFrame(*Call) || keepsFrame(*Call));
  });
}

} // namespace allocsite
