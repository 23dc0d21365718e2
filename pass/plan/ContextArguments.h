//===- ContextArguments.h - Contexts passed in a register -----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where all calls of a function are known, its callers need not store the context for it,
// nor has the function to load it. They pass it:
//
//     call void @g(i32 %n, ptr nest %context)          <- (context << 21) + id
//
//     define internal void @g(i32 %n, ptr nest %context)
//
// `nest` is a register that no other argument travels in (r10), so that nothing else
// moves. The thread's context is stored where a call of somebody else needs it. It is put
// back by those whose callers know nothing of all this; a function that takes an
// argument leaves it as it is after the last store, save where such a caller ends in a
// jump to it, and so cannot put back anything itself.
//
// An inline function may have callers elsewhere, and an address. It takes an argument as
// well, and has an entry for those who pass none. PassedContexts.h carries it out.
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
  /// Can a parameter be added to `F`? Says nothing of its calls but that they are all
  /// known and can pass one.
  static bool canTake(const llvm::Function &F);

  /// Can it be added where others call `F` too, who get an entry (PassedContexts.h)?
  static bool canTakeWithEntry(const llvm::Function &F);

  /// Can `Call` pass one?
  static bool canPass(const llvm::CallBase &Call);

  /// `F` will have the parameter. `PutsBack`: and puts the thread's context back.
  void take(const llvm::Function &F, bool PutsBack) { Taking[&F] = PutsBack; }
  /// `F` will have the parameter, and under its name be an entry for others.
  void takeWithEntry(llvm::Function &F) {
    take(F, /*PutsBack=*/false);
    Entered.insert(&F);
  }
  /// `F`, which takes one, has no other caller than `Caller`, and `Caller` no other call of
  /// it than those under the id `Number`: they will pass the context that `Caller` found, and
  /// `F` pushes that id itself.
  void deferPush(const llvm::Function &F, const llvm::Function &Caller, uint64_t Number) {
    Deferred[&F] = {&Caller, Number};
  }
  bool pushesForCaller(const llvm::Function *F) const { return F && Deferred.count(F); }
  /// The numbers of the ids that `F` has to push on what it is passed, oldest first, and of
  /// them the last `Most`.
  llvm::SmallVector<uint64_t, 2> deferredTo(const llvm::Function &F, unsigned Most) const;
  /// `F` becomes this file's own (Prepare.h). Code generation makes it together with its one
  /// caller, which the linker may take from another file.
  void own(llvm::Function &F) { Owned.insert(&F); }
  /// `F` will have none, and need not put the thread's context back.
  void needNotPutBack(const llvm::Function &F) { NotPuttingBack.insert(&F); }
  bool takes(const llvm::Function *F) const { return F && Taking.count(F); }
  /// True where `F` has callers that pass none.
  bool isEntered(const llvm::Function &F) const {
    return Entered.count(const_cast<llvm::Function *>(&F));
  }
  /// True where the callers of `F` want the thread's context as it was.
  bool putsBack(const llvm::Function &F) const {
    auto Known = Taking.find(&F);
    return Known == Taking.end() ? !NotPuttingBack.count(&F) : Known->second;
  }

  /// In the order in which they were told.
  llvm::ArrayRef<llvm::Function *> entered() const { return Entered.getArrayRef(); }
  llvm::ArrayRef<llvm::Function *> owned() const { return Owned.getArrayRef(); }

private:
  struct DeferredPush {
    const llvm::Function *Caller;
    uint64_t Number;
  };

  llvm::DenseMap<const llvm::Function *, bool> Taking;
  llvm::DenseMap<const llvm::Function *, DeferredPush> Deferred;
  FunctionSet NotPuttingBack;
  llvm::SetVector<llvm::Function *> Entered, Owned;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLAN_CONTEXTARGUMENTS_H
