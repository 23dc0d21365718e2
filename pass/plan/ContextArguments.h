//===- ContextArguments.h - Contexts passed in a register -----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If all calls of a function are known, its callers need not store the context and the
// function need not load it. The callers pass it:
//
//     call void @g(i32 %n, ptr nest %context)          <- 3 * context + id
//
//     define internal void @g(i32 %n, ptr nest %context)
//
// `nest` is a register that no other argument uses (r10), so that all others keep their
// places. The thread's context is stored only before calls of other functions. A function
// that takes an argument does not restore it after its last store. An ordinary function
// does, for its callers. If it tail-calls a function with an argument, it cannot, and that
// function does it instead.
//
// An inline function may have callers in other files, and its address may be taken. It can
// take an argument too: callers that pass none call an entry. PassedContexts.h emits this.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_PLAN_CONTEXTARGUMENTS_H
#define ALLOCSITE_PASS_PLAN_CONTEXTARGUMENTS_H

#include "support/Calls.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"

namespace allocsite {

/// The functions of one module that take their context as an argument.
class ContextArguments {
public:
  /// True if a parameter can be added to `F`, all of whose calls are known and can pass one.
  static bool canTake(const llvm::Function &F);

  /// True if `F` can become a body with the parameter and an entry for calls that pass none
  /// (PassedContexts.h).
  static bool canTakeWithEntry(const llvm::Function &F);

  /// True if `Call` can pass a context.
  static bool canPass(const llvm::CallBase &Call);

  /// `F` will have the parameter. `PutsBack`: it also restores the thread's context.
  void take(const llvm::Function &F, bool PutsBack) { Taking[&F] = PutsBack; }
  /// `F` will have the parameter, and its name will be that of an entry for other callers.
  void takeWithEntry(llvm::Function &F) {
    take(F, /*PutsBack=*/false);
    Entered.insert(&F);
  }
  /// Lets `F` push the `Id` itself: its calls will pass the entry context of `Caller`.
  /// `F` takes an argument, and is called only by `Caller` and only under that id.
  void deferPush(const llvm::Function &F, const llvm::Function &Caller, uint32_t Id) {
    Deferred[&F] = {&Caller, Id};
  }
  bool pushesForCaller(const llvm::Function *F) const { return F && Deferred.count(F); }
  /// deferPush() may be called of `F` later.
  void considerDeferring(const llvm::Function &F) { Considered.insert(&F); }
  bool mayPushForCaller(const llvm::Function &F) const { return Considered.count(&F); }
  /// The ids that `F` has to push on its argument, oldest first.
  llvm::SmallVector<uint32_t, 2> deferredTo(const llvm::Function &F) const;
  /// `F` becomes internal to this file (Prepare.h), in the section group of its single caller,
  /// which the linker may take from another file.
  void own(llvm::Function &F) { Owned.insert(&F); }
  /// `F` will not take an argument, and need not restore the thread's context.
  void needNotPutBack(const llvm::Function &F) { NotPuttingBack.insert(&F); }
  bool takes(const llvm::Function *F) const { return F && Taking.count(F); }
  /// True if `F` has an entry, for callers that pass no context.
  bool isEntered(const llvm::Function &F) const {
    return Entered.count(const_cast<llvm::Function *>(&F));
  }
  /// True if `F` has to restore the thread's context for its callers.
  bool putsBack(const llvm::Function &F) const {
    auto Known = Taking.find(&F);
    return Known == Taking.end() ? !NotPuttingBack.count(&F) : Known->second;
  }

  /// In the order of takeWithEntry() and own().
  llvm::ArrayRef<llvm::Function *> entered() const { return Entered.getArrayRef(); }
  llvm::ArrayRef<llvm::Function *> owned() const { return Owned.getArrayRef(); }

private:
  struct DeferredPush {
    const llvm::Function *Caller;
    uint32_t Id;
  };

  llvm::DenseMap<const llvm::Function *, bool> Taking;
  llvm::DenseMap<const llvm::Function *, DeferredPush> Deferred;
  FunctionSet NotPuttingBack, Considered;
  llvm::SetVector<llvm::Function *> Entered, Owned;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLAN_CONTEXTARGUMENTS_H
