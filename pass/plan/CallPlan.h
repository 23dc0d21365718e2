//===- CallPlan.h - What each call does to the context word -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PASS_PLAN_CALLPLAN_H
#define ALLOCSITE_PASS_PLAN_CALLPLAN_H

#include "ContextArguments.h"
#include "Numbering.h"
#include "Plan.h"
#include "frames/Frames.h"
#include "recognise/Callees.h"
#include "support/Options.h"
#include "llvm/ADT/StringSet.h"

namespace allocsite {

enum class Effect {
  Ignore, ///< Leads to no allocation.
  Push,   ///< Runs under an id.
  Pass,   ///< Is no frame: must find the word that the function found.
  Jump,   ///< Passes, and its function may be gone when it runs.
  Leave   ///< Unwinds or jumps: nobody knows to where.
};

class CallEffects {
public:
  CallEffects(NameTable &Names, FrameTable &Frames, const Callees &Reach,
              const ContextArguments &Arguments, const Options &Opts)
      : Names(Names), Frames(Frames), Reach(Reach), Arguments(Arguments), Opts(Opts) {}

  /// Depends on who puts the thread's word back, which `Arguments` has to know.
  Effect of(const llvm::CallBase &Call) const;

  /// The effect as the source has it, whatever becomes of the caller's frame.
  Effect ofFrame(const llvm::CallBase &Call) const;

  /// True where the call leads to allocations, and its function may be gone meanwhile.
  bool isLast(const llvm::CallBase &Call) const;

  /// "Its innermost source frame is its own callee."
  bool callsItself(const llvm::CallBase &Call) const;

private:
  bool keepsFrame(const llvm::CallBase &Call) const;
  bool forwards(const llvm::CallBase &Call) const;

  NameTable &Names;
  FrameTable &Frames;
  const Callees &Reach;
  const ContextArguments &Arguments;
  const Options &Opts;
};

class CallPlan {
public:
  /// Decides for all functions of `M`. May change linkages, and make tail calls of
  /// releases ordinary ones.
  CallPlan(llvm::Module &M, NameTable &Names, FrameTable &Frames, Numbering &Numbers,
           const Callees &Reach, const FunctionSet &Untouchable, ContextArguments &Arguments,
           const Options &Opts);

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
  ContextArguments &Arguments; ///< Knows who takes one, once this is made.
  const CallEffects Effects;
  /// Functions that return with the thread's word as they found it.
  FunctionSet PuttingBack;
  /// Symbols of functions that end in jumps, clones or not: a call of one may have
  /// led to what was jumped to.
  llvm::StringSet<> Jumping;
  /// Functions whose calls from one function share ids.
  FunctionSet Sharing;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLAN_CALLPLAN_H
