//===- ArenaMarks.cpp - What is done to arenas, besides allocating ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArenaMarks.h"
#include "Marks.h"
#include "support/Compat.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace allocsite {

/// An address that the call is passed, or that stands where it is passed, or its result.
static Value *emitAddress(IRBuilder<> &Builder, CallBase &Call, int Argument,
                          bool IsStored = false) {
  if (Argument == Allocator::NoArgument)
    return &Call;
  Value *Its = Call.getArgOperand(Argument);
  if (!IsStored)
    return Its;
  PointerType *Pointer = pointerType(Call.getContext());
  return Builder.CreateLoad(Pointer, Builder.CreatePointerCast(Its, pointerTo(Pointer)));
}

bool markCreated(CallBase &Call, const ArenaCall &Does, unsigned Id) {
  if (Call.isMustTailCall())
    return false;
  IRBuilder<> Builder(placeBehind(Call));
  Builder.SetCurrentDebugLocation(Call.getDebugLoc());
  Value *Parent = Builder.getInt64(0);
  if (Does.Parent != Allocator::NoArgument)
    Parent = Builder.CreatePtrToInt(Call.getArgOperand(Does.Parent), Builder.getInt64Ty());
  CreateMarker.emit(Builder, Parent, Id, emitAddress(Builder, Call, Does.Arena, Does.Stored));
  return true;
}

void markEvent(CallBase &Call, const ArenaCall &Does) {
  const bool IsOfTwo = Does.Does == Event::Move || Does.Does == Event::Alias;
  IRBuilder<> Builder(IsOfTwo && Does.To < 0 ? placeBehind(Call) : &Call);
  Builder.SetCurrentDebugLocation(Call.getDebugLoc());
  auto number = [&](Value *Address) {
    return Builder.CreatePtrToInt(Address, Builder.getInt64Ty());
  };
  if (IsOfTwo || Does.Does == Event::Reparent) {
    EventMarker.emit(Builder,
                     number(IsOfTwo ? emitAddress(Builder, Call, Does.To)
                                    : emitAddress(Builder, Call, Does.Block, Does.Stored)),
                     unsigned(Does.Does), Call.getArgOperand(Does.Arena));
    return;
  }
  if (Does.Block == Allocator::NoArgument) {
    EventMarker.emit(Builder, Builder.getInt64(unsigned(Does.Children)), unsigned(Does.Does),
                     emitAddress(Builder, Call, Does.Arena, Does.Stored));
    return;
  }
  EventMarker.emit(Builder, number(Call.getArgOperand(Does.Block)),
                   unsigned(Does.Does) | (Does.TakesLater ? TakesLater : 0),
                   Does.Arena == Allocator::NoArgument ? nullptr
                                                       : Call.getArgOperand(Does.Arena));
}

/// Without casts. What is left of a structure's first member is one of the member alone.
static const Value *withoutCasts(const Value *Pointer) {
  while (auto *Cast = dyn_cast<BitCastOperator>(Pointer))
    Pointer = Cast->getOperand(0);
  return Pointer;
}

/// What a pointer leads to, as clang writes it: a variable; true: what a variable points to.
static std::pair<const Value *, bool> pointeeOf(const Value *Pointer) {
  auto *Load = dyn_cast<LoadInst>(Pointer);
  const Value *From = Load ? Load->getPointerOperand()->stripPointerCasts() : nullptr;
  return From && isa<AllocaInst>(From) ? std::pair(From, true) : std::pair(Pointer, false);
}

void markCopies(Function &F, ArrayRef<const Value *> Arenas) {
  DenseSet<std::pair<const Value *, unsigned>> Known;
  for (const Value *Each : Arenas)
    Known.insert(pointeeOf(Each->stripPointerCasts()));
  for (Instruction &I : instructions(F)) {
    auto *Copy = dyn_cast<MemCpyInst>(&I);
    if (!Copy || (!Known.count(pointeeOf(withoutCasts(Copy->getRawSource()))) &&
                  !Known.count(pointeeOf(withoutCasts(Copy->getRawDest())))))
      continue;
    IRBuilder<> Builder(Copy);
    EventMarker.emit(Builder, Builder.CreatePtrToInt(Copy->getRawDest(), Builder.getInt64Ty()),
                     unsigned(Event::Move) | TakesLater, Copy->getRawSource());
  }
}

} // namespace allocsite
