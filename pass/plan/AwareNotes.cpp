//===- AwareNotes.cpp - What allocators are told of their sites -----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AwareNotes.h"
#include "marks/AwareCalls.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace allocsite {

/// Notes whose value nobody uses say nothing: what was told has been inlined, and did
/// not look at it.
AwareNotes::AwareNotes(Function &F) {
  if (!SiteNote.isIn(*F.getParent()))
    return;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Kept = SiteNote.is(I) ? &Sites : ContextNote.is(I) ? &Contexts : nullptr;
    if (Kept && I.use_empty())
      I.eraseFromParent();
    else if (Kept)
      Kept->push_back(&I);
  }
}

void AwareNotes::use(ContextWord &Context) const {
  for (Instruction *Note : Contexts)
    Context.use(*Note);
}

void AwareNotes::fill(SitePlan &Plan, TailRecursion &Recursion, ThreadState &Thread) {
  for (Instruction *Note : Sites) {
    Value *Number = Plan.numberOf(*Note, Recursion);
    IRBuilder<> Builder(Note);
    Note->replaceAllUsesWith(Thread.emitSiteNumber(Builder, Number));
    Note->eraseFromParent();
  }
  for (Instruction *Note : Contexts) {
    Note->replaceAllUsesWith(
        Recursion.word(Note, Note->getDebugLoc().get()));
    Note->eraseFromParent();
  }
}

void dropAwareNotes(Module &M) {
  if (!SiteNote.isIn(M))
    return;
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (SiteNote.is(I) || ContextNote.is(I)) {
        I.replaceAllUsesWith(ConstantInt::get(I.getType(), 0));
        I.eraseFromParent();
      }
  SiteNote.dropLabel(M);
  ContextNote.dropLabel(M);
}

} // namespace allocsite
