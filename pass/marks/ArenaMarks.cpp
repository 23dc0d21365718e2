//===- ArenaMarks.cpp - What is done to arenas, besides allocating ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArenaMarks.h"
#include "Marks.h"
#include "support/Compat.h"

using namespace llvm;

namespace allocsite {

/// The arena's address, where the builder stands.
static Value *emitArena(IRBuilder<> &Builder, CallBase &Call, const ArenaCall &Does) {
  if (Does.Arena == Allocator::NoArgument)
    return &Call;
  Value *Argument = Call.getArgOperand(Does.Arena);
  if (!Does.Stored)
    return Argument;
  PointerType *Pointer = pointerType(Call.getContext());
  return Builder.CreateLoad(Pointer, Builder.CreatePointerCast(Argument, pointerTo(Pointer)));
}

bool markCreated(CallBase &Call, const ArenaCall &Does, unsigned Id) {
  if (Call.isMustTailCall())
    return false;
  IRBuilder<> Builder(placeBehind(Call));
  Builder.SetCurrentDebugLocation(Call.getDebugLoc());
  Value *Parent = Builder.getInt64(0);
  if (Does.Parent != Allocator::NoArgument)
    Parent = Builder.CreatePtrToInt(Call.getArgOperand(Does.Parent), Builder.getInt64Ty());
  CreateMarker.emit(Builder, Parent, Id, emitArena(Builder, Call, Does));
  return true;
}

void markEvent(CallBase &Call, const ArenaCall &Does) {
  IRBuilder<> Builder(&Call);
  Builder.SetCurrentDebugLocation(Call.getDebugLoc());
  if (Does.Block == Allocator::NoArgument) {
    EventMarker.emit(Builder, Builder.getInt64(unsigned(Does.Children)), unsigned(Does.Does),
                     emitArena(Builder, Call, Does));
    return;
  }
  Value *Object = Call.getArgOperand(Does.Block);
  EventMarker.emit(Builder, Builder.CreatePtrToInt(Object, Builder.getInt64Ty()),
                   unsigned(Does.Does) | (Does.TakesLater ? TakesLater : 0),
                   Does.Arena == Allocator::NoArgument ? nullptr
                                                       : Call.getArgOperand(Does.Arena));
}

} // namespace allocsite
