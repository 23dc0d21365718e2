//===- CallPlan.h - What each call does to the context word -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PASS_CALLPLAN_H
#define ALLOCSITE_PASS_CALLPLAN_H

#include "Callees.h"
#include "Context.h"
#include "Descriptor.h"
#include "Options.h"
#include "TailRecursion.h"

namespace allocsite {

class CallPlan {
public:
  CallPlan(llvm::Module &M, NameTable &Names, DescriptorBuilder &Descriptor,
           const Callees &Reach, const FunctionSet &Untouchable,
           const Options &Opts);

  /// Hands the calls of `F` to `Context`, and the call sites and tail calls
  /// among them to the descriptor. May make tail calls ordinary ones.
  void plan(llvm::Function &F, ContextWord &Context,
            TailRecursion &Recursion);

private:
  enum class Effect {
    Ignore, ///< Leads to no allocation.
    Push,   ///< Runs under an id of its own.
    Pass,   ///< Is no frame: must find the word that the function found.
    Leave   ///< Unwinds or jumps: nobody knows to where.
  };
  Effect effectOf(const llvm::CallBase &Call) const;
  bool keepsFrame(const llvm::CallBase &Call) const;
  bool hasUserFrame(const llvm::CallBase &Call) const;
  bool forwards(const llvm::CallBase &Call) const;
  bool callsItself(const llvm::CallBase &Call) const;
  bool onlyPushesCall(const llvm::Function &F) const;

  NameTable &Names;
  DescriptorBuilder &Descriptor;
  const Callees &Reach;
  const FunctionSet &Untouchable;
  const Options &Opts;
  /// Every caller of these pushes before the call and never looks at the word
  /// afterwards, so that they may leave theirs behind.
  FunctionSet CalledByPushesOnly;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_CALLPLAN_H
