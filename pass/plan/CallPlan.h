//===- CallPlan.h - What each call does to the context -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides for all functions of a module at once which of them take their context as an
// argument, and what follows for their callers and for the functions that they tail-call. A
// function can take one if all its calls are known, or if it is inline: then it gets an entry
// for the other calls (ContextArguments.h).
//
// A function that has a single caller, which calls it under one id, knows that id itself. Its
// caller then passes its own entry context, mostly in the register in which that came, and
// the function pushes both ids at once, and only on its paths that push:
//
//     parse(nest %ctx):                     parse(nest %ctx):
//       call string(3 * ctx + id1)          call string(ctx)
//
//     string(nest %ctx):              ->    string(nest %ctx):
//       if (full)                             if (full)
//         call grow(3 * ctx + id2)            call grow(3 * ctx + id1+2)
//
// `grow` gets the same context. A caller that pushes for other calls as well would have to
// keep two contexts, which is worth it if those calls are rare.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_PLAN_CALLPLAN_H
#define ALLOCSITE_PASS_PLAN_CALLPLAN_H

#include "CallEffects.h"
#include "Numbering.h"
#include "Plan.h"
#include "support/Mechanisms.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/DebugInfoMetadata.h"

namespace allocsite {

/// Chooses the functions of a module that take their context as an argument.
class ContextTakers {
public:
  ContextTakers(const CallEffects &Effects, FrameTable &Frames, const FunctionSet &Untouchable,
                ContextArguments &Arguments)
      : Effects(Effects), Frames(Frames), Untouchable(Untouchable), Arguments(Arguments) {}

  /// The inline functions that are to become internal to this file. Call before find().
  llvm::ArrayRef<llvm::Function *> findOwn(llvm::Module &M);

  /// Tells `Arguments` which functions take one, and which restore the thread's context.
  void find(llvm::Module &M);

  /// Functions that may push the id in place of their single caller.
  llvm::ArrayRef<llvm::Function *> mayPushForCaller() const { return MayPushForCaller; }

private:
  void take(const llvm::Function &F, bool PutsBack);
  bool hasKnownCallers(const llvm::Function &F) const;
  bool findsContextUnchanged(const llvm::Function &F) const;
  bool isWorthEntry(const llvm::Function &F) const;
  FunctionSet findEntered(const llvm::Module &M) const;
  bool canDeferPush(const llvm::Function &F, const llvm::Function &Caller) const;

  const CallEffects &Effects;
  FrameTable &Frames;
  const FunctionSet &Untouchable;
  ContextArguments &Arguments;
  FunctionSet Entered; ///< Functions that become a body and an entry.
  std::vector<llvm::Function *> MayPushForCaller;
};

/// Decides what each call of a module does to the context.
class CallPlan {
public:
  CallPlan(NameTable &Names, FrameTable &Frames, Numbering &Numbers, const Callees &Reach,
           const FunctionSet &Untouchable, ContextArguments &Arguments, const Options &Opts)
      : Frames(Frames), Numbers(Numbers), Reach(Reach), Untouchable(Untouchable),
        Arguments(Arguments), Effects(Names, Frames, Reach, Arguments, Opts),
        Takers(Effects, Frames, Untouchable, Arguments),
        HasArguments(Opts.keepsContext() && !without(Mechanism::RegisterArguments)) {}

  /// The functions of `M` that are to become internal to it. Call once, before decide().
  llvm::ArrayRef<llvm::Function *> findOwn(llvm::Module &M);

  /// Decides for all functions of `M`.
  void decide(llvm::Module &M);

  /// Plans the calls of a function, and registers them with `Numbers`.
  void plan(FunctionPlan &To);

private:
  CallDecision decisionOn(llvm::CallBase &Call, Action Does) const;
  CallDecision push(llvm::CallBase &Call);
  CallNumber numberOf(const llvm::CallBase &Call);
  bool passesArgument(const llvm::CallBase &Call) const;
  bool sharesId(const llvm::CallBase &Call) const;
  void findPuttingBack(const llvm::Module &M);
  void findSharing(const llvm::Module &M);
  void deferPushes(llvm::ArrayRef<llvm::Function *> MayPushForCaller);

  FrameTable &Frames;
  Numbering &Numbers;
  const Callees &Reach;
  const FunctionSet &Untouchable;
  ContextArguments &Arguments; ///< Complete after decide().
  CallEffects Effects;
  ContextTakers Takers;
  const bool HasArguments;
  /// Functions that return with the thread's context unchanged.
  FunctionSet PuttingBack;
  /// Functions whose calls from one function share ids.
  FunctionSet Sharing;
  /// Names of those in whose place another may run, under the same context.
  llvm::StringSet<> Jumping;
};

/// By caller, the functions of `M` that only it calls, as far as this module knows, if leaving
/// pushes to them is worth it. `CanDefer`: can the caller leave its pushes to `F`? `Pushes`:
/// does the call run under an id?
llvm::MapVector<llvm::Function *, llvm::SmallVector<llvm::Function *, 2>> findWorthDeferring(
    llvm::Module &M,
    llvm::function_ref<bool(llvm::Function &F, llvm::Function &Caller)> CanDefer,
    llvm::function_ref<bool(const llvm::CallBase &)> Pushes);

/// True if both locations have the same inline chain, whatever their lines.
bool haveOneChain(const llvm::DILocation *A, const llvm::DILocation *B);

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLAN_CALLPLAN_H
