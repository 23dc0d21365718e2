//===- RecursionMarks.cpp - Where functions call themselves ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecursionMarks.h"
#include "frames/Frames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace allocsite {

enum class Step : unsigned { Enter, Recurse };

static void annotate(Instruction *Before, const DILocation *Location, Step S) {
  IRBuilder<> Builder(Before);
  Builder.SetCurrentDebugLocation(DebugLoc(Location));
  RecursionMarker.emit(Builder, Builder.getInt64(0), unsigned(S));
}

void markRecursion(Function &F, ArrayRef<CallBase *> Calls) {
  DISubprogram *Subprogram = F.getSubprogram();
  assert(Subprogram && "every function was given one");
  Instruction *Top = &F.getEntryBlock().front();
  while (isa<AllocaInst>(Top))
    Top = Top->getNextNode();
  annotate(Top, DILocation::get(F.getContext(), 0, 0, Subprogram), Step::Enter);
  for (CallBase *Call : Calls) {
    // Two calls of itself are two places.
    Call->addFnAttr(Attribute::NoMerge);
    if (Call->getDebugLoc())
      annotate(Call, Call->getDebugLoc().get(), Step::Recurse);
  }
}

bool hasRecursion(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) { return RecursionMarker.is(I); });
}

static bool is(const Instruction &Marker, Step S) {
  auto *Kind = dyn_cast<ConstantInt>(Annotation::number(Marker));
  return Kind && Kind->getZExtValue() == unsigned(S);
}

bool saysEnter(const Instruction &Marker) { return is(Marker, Step::Enter); }
bool saysRecurse(const Instruction &Marker) { return is(Marker, Step::Recurse); }

bool becameBranch(const Instruction &Recurse) {
  const BasicBlock *Block = Recurse.getParent();
  const Instruction *I = Recurse.getNextNode();
  for (unsigned Blocks = 0; Blocks < 8; ++Blocks) {
    for (; I; I = I->getNextNode()) {
      if (RecursionMarker.is(*I))
        return saysEnter(*I) && I->getDebugLoc() &&
               isSameCopy(*I->getDebugLoc(), *Recurse.getDebugLoc());
      if (isa<CallBase>(I) && !isa<IntrinsicInst>(I))
        return false;
    }
    Block = Block->getSingleSuccessor();
    if (!Block)
      return false;
    I = &Block->front();
  }
  return false;
}

bool becameLoop(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    return RecursionMarker.is(I) && I.getDebugLoc() && saysRecurse(I) && becameBranch(I);
  });
}

} // namespace allocsite
