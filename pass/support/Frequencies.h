//===- Frequencies.h - How often a function's blocks run --------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Block frequencies, estimated by LLVM or from a profile, without a pass manager.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_SUPPORT_FREQUENCIES_H
#define ALLOCSITE_PASS_SUPPORT_FREQUENCIES_H

#include "Tuning.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include <optional>

namespace allocsite {

/// The frequencies of one function, whose blocks must not change between the first query and
/// the last.
class Frequencies {
public:
  explicit Frequencies(llvm::Function &F) : F(F) {}

  /// The relative frequency, comparable only with other blocks of the function.
  uint64_t of(const llvm::BasicBlock &Block) {
    if (!Blocks) {
      Chances.emplace(F, loops());
      Blocks.emplace(F, *Chances, loops());
    }
    return Blocks->getBlockFreq(&Block).getFrequency();
  }

  /// The innermost loop around the block, or null.
  const llvm::Loop *loopAround(const llvm::BasicBlock &Block) {
    return loops().getLoopFor(&Block);
  }

  bool isInLoop(const llvm::BasicBlock &Block) { return loopAround(Block); }

  /// The depth of loops around the block if it runs in each iteration of the innermost; or 0.
  unsigned depthOfRounds(const llvm::BasicBlock &Block) {
    const llvm::Loop *Around = loops().getLoopFor(&Block);
    if (!Around)
      return 0;
    llvm::SmallVector<llvm::BasicBlock *, 4> Latches;
    Around->getLoopLatches(Latches);
    return llvm::all_of(Latches,
                        [&](const llvm::BasicBlock *Each) {
                          return Dominators->dominates(&Block, Each);
                        })
               ? Around->getLoopDepth()
               : 0;
  }

private:
  const llvm::LoopInfo &loops() {
    if (!Loops) {
      Dominators.emplace(F);
      Loops.emplace(*Dominators);
    }
    return *Loops;
  }

  llvm::Function &F;
  // Computed on first use. LoopInfo alone is cheap.
  std::optional<llvm::DominatorTree> Dominators;
  std::optional<llvm::LoopInfo> Loops;
  std::optional<llvm::BranchProbabilityInfo> Chances;
  std::optional<llvm::BlockFrequencyInfo> Blocks;
};

/// The number of instructions, the same with -g and without; cut off for long functions.
inline size_t lengthOf(const llvm::Function &F) {
  size_t Count = 0;
  for (const llvm::BasicBlock &Block : F)
    if ((Count += Block.sizeWithoutDebug()) > tuning::MostInLonger)
      break;
  return Count;
}

/// True if `F` is not optimised for size.
inline bool isForSpeed(const llvm::Function &F) {
  return !F.hasOptNone() && !F.hasOptSize() && !F.hasFnAttribute(llvm::Attribute::Cold);
}

} // namespace allocsite

#endif // ALLOCSITE_PASS_SUPPORT_FREQUENCIES_H
