//===- Sinking.h - Computes on the ways that need it ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a function's ways the one that is taken most often is the one that finds what it
// looks for, and calls nothing. It is not to pay for the others' word: that is computed
// where all that needs it begins, or at two such places where a way leads around both.
//
//     word = load; pushed = …            if (!found) {
//     if (!found) {                        if (!table) {
//       if (!table)                          word = load; pushed = …
//         make(pushed)               ->      make(pushed)
//       …                                  }
//     } else if (full)                     …
//       grow(pushed)                     } else if (full) {
//     return                               word = load; pushed = …
//                                          grow(pushed)
//                                        }
//                                        return
//
// More than two places take more room than they save time.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_SINKING_H
#define ALLOCSITE_PASS_SINKING_H

#include "FlowGraph.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Instruction.h"

namespace allocsite {

/// Where something is computed.
struct Places {
  /// The one block where it can be for all.
  unsigned Above;
  /// The blocks where it is better, two or more, or none.
  llvm::SmallVector<unsigned, 2> Below;
};

/// The places for what is needed in the blocks `Needing`, of which there is one at least.
/// `CanStand` says of a block whether its top will do; that of the entry does. No place
/// is in a loop.
Places findPlaces(const FlowGraph &Graph, llvm::ArrayRef<unsigned> Needing,
                  llvm::function_ref<bool(unsigned)> CanStand);

/// What stands together above, and is to be at several places.
class Sinking {
public:
  /// `First` to `Last`, and what is inserted directly behind either from now on, is to be
  /// before each of `Before`, which lie in blocks of their own. `Stays`: `First` itself
  /// need not.
  void plan(llvm::Instruction &First, llvm::Instruction &Last, bool Stays,
            llvm::ArrayRef<llvm::Instruction *> Before);
  bool isPlanned() const { return End; }

  /// Emits it there, for its uses to use.
  void emit();
  /// After emit(), until drop(): what is in `Block` in place of `Of`.
  llvm::Value &valueIn(llvm::BasicBlock &Block, llvm::Value &Of) const;
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
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_SINKING_H
