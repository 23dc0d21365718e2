//===- KeptWord.h - A word that is needed again behind calls ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A register that survives calls would be saved on all ways through the function. So the
// word lies in a slot of the stack, and where the calls that it has to survive are rarer
// than what needs it, only around these:
//
//     word = …                              word = …
//     store word, slot                      if (full) {
//     if (full)                               store word, slot
//       grow()                      ->        grow()
//     load slot                               again = load slot
//     set(…)                                }
//                                           phi(word, again)
//                                           set(…)
//
// A way on which nothing of it is needed behind a call stores nothing: with the slot on all
// ways, the function would have a frame on all of them.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_LOWER_KEPTWORD_H
#define ALLOCSITE_PASS_LOWER_KEPTWORD_H

#include "plan/Frequencies.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace allocsite {

/// Of one function.
class KeptWord {
public:
  /// What `Word` is, an i64, where `Builder` stands, which it dominates. Always the same
  /// `Word`, or copies of it that take its place together with what stands behind it.
  llvm::Value *load(llvm::Value &Word, llvm::IRBuilder<> &Builder);

  /// When all is loaded, and blocks are what they will be: loads and stores no more than
  /// calls make needed, and leaves the slot to rare calls where that saves time and takes no
  /// more of them than before.
  void avoidSlot(Frequencies &Often);

private:
  struct Ways;

  void takeStored();
  Ways findWays() const;
  void dropUnread(Ways &Found);
  bool saves(const Ways &Found, Frequencies &Often) const;

  llvm::AllocaInst *Slot = nullptr; ///< From the first load on.
  llvm::SmallVector<llvm::LoadInst *, 4> Loads;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_LOWER_KEPTWORD_H
