//===- ArenaEvents.cpp - Tells the runtime what is done to arenas -----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArenaEvents.h"
#include "marks/ArenaMarks.h"
#include "support/Compat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace allocsite {

/// What a note's number says: an Event, and whether younger objects go too. Calls of several
/// kinds may have become one.
struct Said {
  Value *Does, *WithLater;
};
static Said emitSaid(IRBuilder<> &Builder, const Instruction &Note) {
  Value *Number = Builder.CreateZExt(Annotation::number(Note), Builder.getInt64Ty());
  return {Builder.CreateAnd(Number, TakesLater - 1),
          Builder.CreateLShr(Number, Log2_32(TakesLater))};
}

bool emitArenaEvents(Function &F, ThreadState &Thread) {
  if (!EventMarker.isIn(*F.getParent()))
    return false;
  bool Any = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (!EventMarker.is(I))
      continue;
    IRBuilder<> Builder(&I);
    Value *Arena = Annotation::pointer(I);
    Value *More = Annotation::payload(Builder, I);
    // Neither an arena nor an object: the optimiser has found out that there is none.
    if (Arena || !isa<ConstantInt>(More)) {
      if (!Arena)
        Arena = ConstantPointerNull::get(pointerType(F.getContext()));
      const Said Its = emitSaid(Builder, I);
      Thread.emitEvent(Builder, Its.Does, *Arena, More, Its.WithLater, Builder.getInt64(0));
      Any = true;
    }
    I.eraseFromParent();
  }
  return Any;
}

} // namespace allocsite
