//===- CallPlan.h - What each call does to the context word -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PASS_PLAN_CALLPLAN_H
#define ALLOCSITE_PASS_PLAN_CALLPLAN_H

#include "CallEffects.h"
#include "ContextArguments.h"
#include "Numbering.h"
#include "Plan.h"
#include "recognise/Callees.h"
#include "support/Options.h"
#include "llvm/ADT/StringSet.h"

namespace allocsite {

class CallPlan {
public:
  /// Decides for all functions of `M`. May change linkages, and make tail calls of
  /// releases ordinary ones.
  CallPlan(llvm::Module &M, NameTable &Names, FrameTable &Frames, Numbering &Numbers,
           const Callees &Reach, const FunctionSet &Untouchable,
           ContextArguments &Arguments, const Options &Opts);

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
