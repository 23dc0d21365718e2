//===- KeptContext.h - A context that is needed again behind calls ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A callee-saved register would be saved on all paths through the function. So the context
// is kept in a stack slot. If the calls that it has to survive are rarer than its uses, it
// is stored and reloaded only around these calls:
//
//     context = …                              context = …
//     store context, slot                      if (full) {
//     if (full)                               store context, slot
//       grow()                      ->        grow()
//     load slot                               again = load slot
//     set(…)                                }
//                                           phi(context, again)
//                                           set(…)
//
// A path that does not need the context after a call stores nothing: a slot used on all
// paths would give all of them a stack frame.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_PLACE_KEPTCONTEXT_H
#define ALLOCSITE_PASS_PLACE_KEPTCONTEXT_H

#include "support/Frequencies.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace allocsite {

/// One context of one function, kept in a stack slot.
class KeptContext {
public:
  /// Returns the value of `Context`, an i64 that dominates the insertion point of `Builder`,
  /// loaded there from the slot. Pass the same `Context` each time. Sinking.h may replace it
  /// by copies, together with the store to the slot.
  llvm::Value *load(llvm::Value &Context, llvm::IRBuilder<> &Builder);

  /// Removes loads and stores that no call makes necessary, and uses the slot only around
  /// rare calls where that saves time and needs no more loads and stores. Call after all
  /// load() and when the blocks are final.
  void avoidSlot(Frequencies &Often);

private:
  struct Paths;

  void takeStored();
  Paths findPaths() const;
  void dropUnread(Paths &Found);
  bool saves(const Paths &Found, Frequencies &Often) const;

  llvm::AllocaInst *Slot = nullptr; ///< Made by the first load.
  llvm::SmallVector<llvm::LoadInst *, 4> Loads;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLACE_KEPTCONTEXT_H
