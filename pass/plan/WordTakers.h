//===- WordTakers.h - Who takes the context in a register ----------------===//
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
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_PLAN_WORDTAKERS_H
#define ALLOCSITE_PASS_PLAN_WORDTAKERS_H

#include "CallEffects.h"
#include "plan/ContextArguments.h"

namespace allocsite {

class WordTakers {
public:
  WordTakers(const CallEffects &Effects, FrameTable &Frames,
             const FunctionSet &Untouchable, ContextArguments &Arguments)
      : Effects(Effects), Frames(Frames), Untouchable(Untouchable),
        Arguments(Arguments) {}

  /// Tells `Arguments` who takes one, and who puts the thread's word back. May make inline
  /// functions this file's own.
  void find(llvm::Module &M);

  /// Functions that may push what their one caller would (DeferredPushes.h).
  llvm::ArrayRef<llvm::Function *> mayPushForCaller() const { return MayPushForCaller; }

private:
  void take(const llvm::Function &F, bool PutsBack);
  bool hasKnownCallers(const llvm::Function &F) const;
  bool findsWordUnchanged(const llvm::Function &F) const;
  bool isWorthEntry(const llvm::Function &F) const;
  FunctionSet findEntered(const llvm::Module &M) const;
  bool canDeferPush(const llvm::Function &F, const llvm::Function &Caller,
                    const FunctionSet &Entered) const;
  void ownThoseThatMayPush(llvm::Module &M, FunctionSet &Entered);

  const CallEffects &Effects;
  FrameTable &Frames;
  const FunctionSet &Untouchable;
  ContextArguments &Arguments;
  std::vector<llvm::Function *> MayPushForCaller;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLAN_WORDTAKERS_H
