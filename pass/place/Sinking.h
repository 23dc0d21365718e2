//===- Sinking.h - Computes on the paths that need it ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What was emitted once, above all that uses it, goes to several places below (FlowGraph.h),
// and its uses take what their paths come with:
//
//     context = load; pushed = …            if (!found) {
//     if (!found) {                        if (!table) {
//       if (!table)                          context = load; pushed = …
//         make(pushed)               ->      make(pushed)
//       …                                  }
//     } else if (full)                     …
//       grow(pushed)                     } else if (full) {
//     return                               context = load; pushed = …
//                                          grow(pushed)
//                                        }
//                                        return
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_PLACE_SINKING_H
#define ALLOCSITE_PASS_PLACE_SINKING_H

#include "support/Frequencies.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instruction.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"
#include <map>

namespace allocsite {

/// What stands together above, and is to be at several places.
class Sinking {
public:
  /// `First` to `Last`, and what is inserted directly behind either from now on, is to be
  /// before each of `Before`, which lie in blocks of their own. `Stays`: `First` itself
  /// need not.
  void plan(llvm::Instruction &First, llvm::Instruction &Last, bool Stays,
            llvm::ArrayRef<llvm::Instruction *> Before);
  bool isPlanned() const { return End; }
  /// One of the places is in `Block`.
  bool isIn(const llvm::BasicBlock &Block) const;

  /// How often it will be computed, at all places together.
  uint64_t frequency(Frequencies &Often) const;

  /// Emits it there, for its uses to use.
  void emit();
  /// After emit(), until drop(): what is in `Block` in place of `Of`.
  llvm::Value &valueIn(llvm::BasicBlock &Block, llvm::Value &Of);
  /// Erases what nothing uses any longer.
  void drop();

private:
  void copyTo(llvm::Instruction &Mark);

  llvm::Instruction *First = nullptr;
  llvm::Instruction *End = nullptr; ///< A mark.
  bool Stays = false;
  llvm::SmallVector<llvm::Instruction *, 2> Marks; ///< Of the places.
  llvm::SmallVector<llvm::Instruction *, 8> Sunk;
  /// What stands in place of each of `Sunk`, place by place.
  llvm::DenseMap<const llvm::Value *, llvm::SmallVector<llvm::Instruction *, 2>> Copies;
  /// For each of `Sunk` that is used: what it is at the end of which block.
  std::map<const llvm::Value *, llvm::SSAUpdater> Updaters;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLACE_SINKING_H
