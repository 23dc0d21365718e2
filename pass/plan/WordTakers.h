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
// A function that is called by one other only, under one id, knows that id itself. Its
// caller then passes the word that it found, mostly in the register in which that came,
// and the function pushes both ids at once, on its ways that push at all:
//
//     parse(nest %word):                     parse(nest %word):
//       call string(word << 21 + id1)          call string(word)
//
//     string(nest %word):              ->    string(nest %word):
//       if (full)                              if (full)
//         call grow(word << 21 + id2)            call grow(word << 42 + (id1 << 21 + id2))
//
// What `grow` is passed is the same. A caller that needs the word with its own id for
// other calls as well would keep two, which is worth it where those are rare.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_PLAN_WORDTAKERS_H
#define ALLOCSITE_PASS_PLAN_WORDTAKERS_H

#include "CallPlan.h"
#include "plan/ContextArguments.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"

namespace allocsite {

class WordTakers {
public:
  WordTakers(const CallEffects &Effects, FrameTable &Frames, const FunctionSet &Untouchable,
             ContextArguments &Arguments)
      : Effects(Effects), Frames(Frames), Untouchable(Untouchable), Arguments(Arguments) {}

  /// Tells `Arguments` who takes one, and who puts the thread's word back. May make inline
  /// functions this file's own.
  void find(llvm::Module &M);

  /// Functions that may push what their one caller would.
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

#endif // ALLOCSITE_PASS_PLAN_WORDTAKERS_H
