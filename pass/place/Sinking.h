//===- Sinking.h - Computes on the paths that need it ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves instructions that were emitted once, above all their uses, to several places below
// (FlowGraph.h). Each use then takes the copy on its path:
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

/// A run of instructions that is to be copied to several places below it.
class Sinking {
public:
  /// Plans to copy `First` to `Last`, and all that is inserted directly after either from
  /// now on, to before each of `Before`, which must lie in different blocks. `Stays`: `First`
  /// itself is not copied.
  void plan(llvm::Instruction &First, llvm::Instruction &Last, bool Stays,
            llvm::ArrayRef<llvm::Instruction *> Before);
  bool isPlanned() const { return End; }
  /// True if one of the places is in `Block`.
  bool isIn(const llvm::BasicBlock &Block) const;

  /// The sum of the frequencies of all places.
  uint64_t frequency(Frequencies &Often) const;

  /// Copies the instructions to the places, and lets their uses use the copies.
  void emit();
  /// The value in `Block` that replaces `Of`. Valid after emit(), until drop().
  llvm::Value &valueIn(llvm::BasicBlock &Block, llvm::Value &Of);
  /// Erases the original instructions and the marks.
  void drop();

private:
  void copyTo(llvm::Instruction &Mark);

  llvm::Instruction *First = nullptr;
  llvm::Instruction *End = nullptr; ///< A mark after the last instruction.
  bool Stays = false;
  llvm::SmallVector<llvm::Instruction *, 2> Marks; ///< One at each place.
  llvm::SmallVector<llvm::Instruction *, 8> Sunk;
  /// The copies of each of `Sunk`, in the order of `Marks`.
  llvm::DenseMap<const llvm::Value *, llvm::SmallVector<llvm::Instruction *, 2>> Copies;
  /// For each of `Sunk` that is used: its value at the end of each block.
  std::map<const llvm::Value *, llvm::SSAUpdater> Updaters;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLACE_SINKING_H
