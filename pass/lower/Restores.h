//===- Restores.h - Where the word that was found is put back ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before an instruction, or on the edges by which ways that pushed join one that did not.
// Where that is so on each of several ways out of a block, it is done in the block, once
// and directly behind what changed the word: what follows then needs neither the word nor
// the stack that it lies in, and code generation can make a frame around the call alone.
//
//     if (p)                                  if (p) {
//       if (f(p)) {                             pushed = f(p)
//         restore                               restore
//         return false         ->               if (pushed)
//       } else                                    return false
//         restore                             }
//     return true                             return true
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_LOWER_RESTORES_H
#define ALLOCSITE_PASS_LOWER_RESTORES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"

namespace allocsite {

/// Of one function, whose blocks stay as they are.
class Restores {
public:
  /// Some of the edges into a block.
  struct EdgesInto {
    llvm::BasicBlock *Into;
    llvm::SmallVector<llvm::BasicBlock *, 4> From;
  };

  void addBefore(llvm::Instruction &At) { Before.push_back(&At); }
  void addOn(EdgesInto Edges) { On.push_back(std::move(Edges)); }

  /// Brings into blocks what is done on all ways out of them. `BehindChange`: what follows
  /// the last in a block that changes the word, or null where it cannot be put back there.
  void gather(llvm::Function &F,
              llvm::function_ref<llvm::Instruction *(const llvm::BasicBlock &)> BehindChange);

  llvm::ArrayRef<llvm::Instruction *> before() const { return Before; }
  llvm::ArrayRef<EdgesInto> on() const { return On; }

private:
  llvm::SmallVector<llvm::Instruction *, 4> Before;
  llvm::SmallVector<EdgesInto, 4> On;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_LOWER_RESTORES_H
