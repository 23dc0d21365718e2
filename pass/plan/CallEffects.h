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

namespace allocsite {

enum class Effect {
  Ignore, ///< Leads to no allocation.
  Push,   ///< Runs under an id.
  Pass,   ///< Is no frame: must find the context that the function found.
  Jump,   ///< Passes, and its function may be gone when it runs.
  Leave   ///< Unwinds or jumps: nobody knows to where.
};

class CallEffects {
public:
  CallEffects(NameTable &Names, FrameTable &Frames, const Callees &Reach,
              const ContextArguments &Arguments, const Options &Opts)
      : Names(Names), Frames(Frames), Reach(Reach), Arguments(Arguments), Opts(Opts) {}

  /// Depends on who puts the thread's context back, which `Arguments` has to know.
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

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLAN_CALLEFFECTS_H
