//===- CallPlan.h - What each call does to the context -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of the functions of a module those can whose calls are all known, and the inline ones, which
// get an entry for the other calls (ContextArguments.h). Who can, and what follows for
// those that call it or that it ends in a jump to, is decided here for all at once.
//
// A function that is called by one other only, under one id, knows that id itself. Its
// caller then passes the context that it found, mostly in the register in which that came,
// and the function pushes both ids at once, on its paths that push at all:
//
//     parse(nest %ctx):                     parse(nest %ctx):
//       call string(ctx << 21 + id1)          call string(ctx)
//
//     string(nest %ctx):              ->    string(nest %ctx):
//       if (full)                             if (full)
//         call grow(ctx << 21 + id2)            call grow(ctx << 42 + (id1 << 21 + id2))
//
// What `grow` is passed is the same. A caller that needs the context with its own id for
// other calls as well would keep two, which is worth it where those are rare.
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

class ContextTakers {
public:
  ContextTakers(const CallEffects &Effects, FrameTable &Frames, const FunctionSet &Untouchable,
                ContextArguments &Arguments)
      : Effects(Effects), Frames(Frames), Untouchable(Untouchable), Arguments(Arguments) {}

  /// The inline functions that are to be made this file's own, which comes first.
  llvm::ArrayRef<llvm::Function *> findOwn(llvm::Module &M);

  /// Tells `Arguments` who takes one, and who puts the thread's context back.
  void find(llvm::Module &M);

  /// Functions that may push what their one caller would.
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

class CallPlan {
public:
  CallPlan(NameTable &Names, FrameTable &Frames, Numbering &Numbers, const Callees &Reach,
           const FunctionSet &Untouchable, ContextArguments &Arguments, const Options &Opts)
      : Frames(Frames), Numbers(Numbers), Untouchable(Untouchable), Arguments(Arguments),
        Effects(Names, Frames, Reach, Arguments, Opts),
        Takers(Effects, Frames, Untouchable, Arguments),
        HasArguments(Opts.keptIds() && !without(Mechanism::RegisterArguments)) {}

  /// The functions of `M` that are to be made its own, once, before it decides.
  llvm::ArrayRef<llvm::Function *> findOwn(llvm::Module &M);

  /// Decides for all functions of `M`.
  void decide(llvm::Module &M);

  /// Plans the calls of a function, of which the loops are known, and hands the call sites
  /// and tail calls among them to `Numbers`.
  void plan(FunctionPlan &To);

  /// True where calls of `F` from one function share ids, as far as it depends on `F`.
  bool sharesIdOf(const llvm::Function &F) const {
    return Sharing.count(&F) && (F.hasExactDefinition() || Arguments.takes(&F));
  }

private:
  CallDecision decisionOn(llvm::CallBase &Call, Action Does) const;
  CallDecision push(llvm::CallBase &Call, const FunctionPlan &In);
  uint32_t numberOf(const llvm::CallBase &Call, const llvm::DILocation *End);
  bool passesArgument(const llvm::CallBase &Call) const;
  bool sharesId(const llvm::CallBase &Call) const;
  void findPuttingBack(const llvm::Module &M);
  void findSharing(const llvm::Module &M);
  void deferPushes(llvm::ArrayRef<llvm::Function *> MayPushForCaller);

  FrameTable &Frames;
  Numbering &Numbers;
  const FunctionSet &Untouchable;
  ContextArguments &Arguments; ///< Knows who takes one, once that is decided.
  const CallEffects Effects;
  ContextTakers Takers;
  const bool HasArguments;
  /// Functions that return with the thread's context as they found it.
  FunctionSet PuttingBack;
  /// Symbols of functions that end in jumps, clones or not: a call of one may have
  /// led to what was jumped to.
  llvm::StringSet<> Jumping;
  /// Functions whose calls from one function share ids.
  FunctionSet Sharing;
};

/// By caller, the functions of `M` that it alone calls, as far as this module knows, and
/// for which it is worth it. `CanDefer`: can the caller leave its pushes to the function?
/// `Pushes`: does the call run under an id?
llvm::MapVector<llvm::Function *, llvm::SmallVector<llvm::Function *, 2>> findWorthDeferring(
    llvm::Module &M,
    llvm::function_ref<bool(llvm::Function &F, llvm::Function &Caller)> CanDefer,
    llvm::function_ref<bool(const llvm::CallBase &)> Pushes);

/// True where both are places of the same functions, inlined one into the other.
bool haveOneChain(const llvm::DILocation *A, const llvm::DILocation *B);

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLAN_CALLPLAN_H
