//===- KeptContext.h - A context that is needed again behind calls ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A register that survives calls would be saved on all paths through the function. So the
// context lies in a slot of the stack, and where the calls that it has to survive are rarer
// than what needs it, only around these:
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
// A path on which nothing of it is needed behind a call stores nothing: with the slot on all
// paths, the function would have a frame on all of them.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_PLACE_KEPTCONTEXT_H
#define ALLOCSITE_PASS_PLACE_KEPTCONTEXT_H

#include "support/Frequencies.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace allocsite {

/// Of one function.
class KeptContext {
public:
  /// What `Context` is, an i64, where `Builder` stands, which it dominates. Always the same
  /// `Context`, or copies of it that take its place together with what stands behind it.
  llvm::Value *load(llvm::Value &Context, llvm::IRBuilder<> &Builder);

  /// When all is loaded, and blocks are what they will be: loads and stores no more than
  /// calls make needed, and leaves the slot to rare calls where that saves time and takes no
  /// more of them than before.
  void avoidSlot(Frequencies &Often);

private:
  struct Paths;

  void takeStored();
  Paths findPaths() const;
  void dropUnread(Paths &Found);
  bool saves(const Paths &Found, Frequencies &Often) const;

  llvm::AllocaInst *Slot = nullptr; ///< From the first load on.
  llvm::SmallVector<llvm::LoadInst *, 4> Loads;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLACE_KEPTCONTEXT_H
