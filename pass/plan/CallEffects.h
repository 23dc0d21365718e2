//===- CallEffects.h - What a call may do to the context ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_PLAN_CALLEFFECTS_H
#define ALLOCSITE_PASS_PLAN_CALLEFFECTS_H

#include "ContextArguments.h"
#include "frames/Frames.h"
#include "recognise/Callees.h"
#include "support/Options.h"
#include "llvm/ADT/DenseSet.h"

namespace allocsite {

enum class Effect {
  Ignore, ///< Leads to no allocation.
  Push,   ///< Runs under an id.
  Pass,   ///< Adds no frame: runs under the caller's entry context.
  Jump,   ///< Like Pass, and may replace the caller's frame (a tail call).
  Leave   ///< Unwinds or jumps: the destination is unknown.
};

class CallEffects {
public:
  CallEffects(NameTable &Names, FrameTable &Frames, const Callees &Reach,
              const ContextArguments &Arguments, const Options &Opts)
      : Names(Names), Frames(Frames), Reach(Reach), Arguments(Arguments), Opts(Opts) {}

  /// Finds the tail calls of `M` that may follow each other for ever. Call first.
  void findTailCycles(llvm::Module &M);

  /// The effect of `Call`. `Arguments` must know which functions restore the thread's context.
  Effect of(const llvm::CallBase &Call) const;

  /// The effect in the source, whether or not the caller's frame survives as machine code.
  Effect ofFrame(const llvm::CallBase &Call) const;

  /// True if the call leads to allocations and may replace the caller's frame.
  bool isLast(const llvm::CallBase &Call) const;

  /// True if `Call` may replace the frame of its function and that is a frame all the same: of
  /// those that call the function all do so directly, so that a call of it which goes on in
  /// another function has gone through it.
  bool isToldByCallers(const llvm::CallBase &Call) const;

  /// True if the innermost source frame at the call is the callee itself.
  bool callsItself(const llvm::CallBase &Call) const;

private:
  bool keepsFrame(const llvm::CallBase &Call) const;
  bool isGone(const llvm::CallBase &Call) const;
  bool forwards(const llvm::CallBase &Call) const;

  NameTable &Names;
  FrameTable &Frames;
  const Callees &Reach;
  const ContextArguments &Arguments;
  const Options &Opts;
  llvm::DenseSet<const llvm::CallBase *> InTailCycles;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLAN_CALLEFFECTS_H
