//===- Frequencies.h - How often a function's blocks run --------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's estimate, or what a profile measured, without a pass manager.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_PLAN_FREQUENCIES_H
#define ALLOCSITE_PASS_PLAN_FREQUENCIES_H

#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include <optional>

namespace allocsite {

/// Of `F` as it is when this is made; its blocks must stay as they are.
class Frequencies {
public:
  explicit Frequencies(llvm::Function &F) : F(F), Loops(llvm::DominatorTree(F)) {}

  /// Without a unit: to be compared with that of another block of the function.
  uint64_t of(const llvm::BasicBlock &Block) {
    if (!Blocks) {
      Chances.emplace(F, Loops);
      Blocks.emplace(F, *Chances, Loops);
    }
    return Blocks->getBlockFreq(&Block).getFrequency();
  }

  bool isInLoop(const llvm::BasicBlock &Block) const {
    return Loops.getLoopFor(&Block);
  }

private:
  llvm::Function &F;
  llvm::LoopInfo Loops;
  // Made when they are first asked for: loops alone are had for little.
  std::optional<llvm::BranchProbabilityInfo> Chances;
  std::optional<llvm::BlockFrequencyInfo> Blocks;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLAN_FREQUENCIES_H
