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

void dropUnusedNotes(Function &F) {
  if (!SiteNote.isIn(*F.getParent()))
    return;
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if ((SiteNote.is(I) || ContextNote.is(I)) && I.use_empty())
      I.eraseFromParent();
}

void useForNotes(const FunctionPlan &Plan, ContextWord &Context) {
  for (const NoteDecision &Each : Plan.Notes)
    if (Each.Sites.empty())
      Context.use(*Each.Note);
}

void fillNotes(const FunctionPlan &Plan, LoopWords &Loops, ThreadState &Thread) {
  for (const auto &[Note, Sites, Loop] : Plan.Notes) {
    Value *Filled = nullptr;
    if (Sites.empty()) {
      Filled = Loops.word(Note, Loop);
    } else {
      Value *Number = Loops.number(Note, Loop, Sites, Annotation::number(*Note));
      IRBuilder<> Builder(Note);
      Filled = Thread.emitSiteNumber(Builder, Number);
    }
    Note->replaceAllUsesWith(Filled);
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
