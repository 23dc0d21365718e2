//===- ArenaCalls.cpp - Which calls make, empty and end arenas --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArenaCalls.h"
#include "rules/Parameters.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace allocsite {

/// True if the argument exists and is a pointer.
static bool isPointerArgument(const CallBase &Call, int Argument) {
  return Argument >= 0 && unsigned(Argument) < Call.arg_size() &&
         Call.getArgOperand(Argument)->getType()->isPointerTy();
}

/// False where one of both addresses is not known.
static bool findOther(const CallBase &Call, const Rule &R, unsigned First, ArenaCall &To) {
  To.Arena = irArgument(R.Arena, First);
  To.To = irArgument(R.Result, First);
  return !R.Arena.Stored && !R.Result.Stored && isPointerArgument(Call, To.Arena) &&
         (To.To < 0 ? Call.getType()->isPointerTy() && !Call.isMustTailCall()
                    : isPointerArgument(Call, To.To));
}

/// False where one of both is not known.
static bool findHung(const CallBase &Call, const Rule &R, unsigned First, ArenaCall &To) {
  To.Arena = irArgument(R.Arena, First);
  To.Block = irArgument(R.Block, First);
  To.Stored = R.Block.Stored;
  return !R.Arena.Stored && isPointerArgument(Call, To.Arena) &&
         isPointerArgument(Call, To.Block);
}

/// False where the object is not known.
static bool findObject(const CallBase &Call, const Rule &R, unsigned First, ArenaCall &To) {
  const Argument &Its = To.Does == Event::Free ? R.Block : R.Old;
  To.Block = irArgument(Its, First);
  To.TakesLater = R.TakesLater;
  const int Arena = irArgument(R.Arena, First);
  if (To.Does == Event::Free && !R.Arena.Stored && isPointerArgument(Call, Arena))
    To.Arena = Arena;
  return !Its.Stored && isPointerArgument(Call, To.Block);
}

/// False where the arena is not known.
static bool findArena(const CallBase &Call, const Rule &R, unsigned First, ArenaCall &To) {
  if (R.Kind != RuleKind::Create) {
    To.Arena = irArgument(R.Arena, First);
    To.Stored = R.Arena.Stored;
    To.Children = R.Children;
    return isPointerArgument(Call, To.Arena);
  }
  if (int Parent = irArgument(R.Arena, First);
      !R.Arena.Stored && isPointerArgument(Call, Parent))
    To.Parent = Parent;
  if (R.Result.Number == Argument::None || R.Result.Number == Argument::Returned)
    return Call.getType()->isPointerTy();
  To.Arena = irArgument(R.Result, First);
  To.Stored = R.Result.Stored;
  return isPointerArgument(Call, To.Arena);
}

/// A block of a heap whose `free` the runtime does not see by itself: another one than libc's,
/// or a class's own `operator delete`, or that of Rust, which may keep the block. Those have no
/// arena.
static bool freesUnseen(const Rule &R, const Function &Callee, const FunctionName &Name,
                        StringRef Family) {
  if (!R.Heap || R.Collected || R.TakesLater)
    return false;
  return Family != "malloc" || !Name.scope().empty() || !Callee.isDeclaration() ||
         Name.Qualified == "__rust_dealloc";
}

SmallVector<ArenaCall, 1> arenaCallsOf(const CallBase &Call,
                                       const AllocatorTable &Allocators) {
  SmallVector<ArenaCall, 1> Found;
  const Function *Callee = directCallee(Call);
  if (!Callee || Callee->isIntrinsic())
    return Found;
  for (const Rule *R : Allocators.rulesFor(*Callee)) {
    std::optional<Event> Does = R->event();
    if (!Does || Does == Event::Allocate)
      continue;
    ArenaCall New;
    New.Does = *Does;
    New.Name = Allocators.nameOf(*Callee).Qualified;
    New.Family = Allocators.familyOf(*R, *Callee);
    const bool IsOfObject = New.Does == Event::Free || New.Does == Event::Reallocate;
    const bool IsOfHeap =
        IsOfObject && freesUnseen(*R, *Callee, Allocators.nameOf(*Callee), New.Family);
    if (IsOfObject && !IsOfHeap && !Allocators.arenaFamily(New.Family).HasArenas)
      continue;
    const unsigned First = *Allocators.firstOf(*R, *Callee);
    const bool IsOfTwo = New.Does == Event::Move || New.Does == Event::Alias;
    auto *Find = IsOfObject                    ? findObject
                 : IsOfTwo                     ? findOther
                 : New.Does == Event::Reparent ? findHung
                                               : findArena;
    if (Find(Call, *R, First, New) && !Allocators.isEntryOf(New.Family, *Call.getFunction())) {
      if (IsOfHeap)
        New.Arena = Allocator::NoArgument;
      Found.push_back(std::move(New));
    }
  }
  return Found;
}

} // namespace allocsite
