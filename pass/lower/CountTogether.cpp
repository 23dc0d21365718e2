//===- CountTogether.cpp - Counts at once what is made together -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CountTogether.h"
#include "support/Mechanisms.h"
#include "support/Tuning.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace allocsite {

static bool mayLeave(const Instruction &I) {
  return (isa<CallBase>(I) && !isa<IntrinsicInst>(I)) ||
         !isGuaranteedToTransferExecutionToSuccessor(&I);
}

/// May something leave on the way from `First` to `Last`, which is behind it in the
/// same block?
static bool mayLeaveBetween(const Instruction &First, const Instruction &Last) {
  for (const Instruction *I = &First; I != &Last; I = I->getNextNode())
    if (mayLeave(*I))
      return true;
  return false;
}

void countTogether(SmallVectorImpl<Counted> &All) {
  if (without(Mechanism::CountsTogether))
    return;
  SmallVector<Counted, 16> Result;
  size_t Open = 0; // those from here on can be joined
  const Instruction *Last = nullptr;
  for (const Counted &Each : All) {
    if (!Last || Last->getParent() != Each.Before->getParent() ||
        mayLeaveBetween(*Last, *Each.Before))
      Open = Result.size();
    Last = Each.Before;
    auto *Same = std::find_if(
        Result.begin() + Open, Result.end(), [&](const Counted &Earlier) {
          return Earlier.hasSameKey(Each) && Earlier.Times < tuning::MostTogether;
        });
    if (Same == Result.end()) {
      Result.push_back(Each);
      continue;
    }
    applied(Mechanism::CountsTogether, *Each.Before->getFunction());
    Same->Before = Each.Before;
    Same->Location = Each.Location;
    Same->Times += Each.Times;
  }
  All.assign(Result.begin(), Result.end());
}

} // namespace allocsite
