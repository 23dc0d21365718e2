//===- ArenaCalls.h - Which calls make, empty and end arenas ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What rules of create:, reset:, move: and the like say of a function, as IR has its parameters.
// A call that one entry of a family makes of another is a part of the outer one, as it is
// with allocations.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RECOGNISE_ARENACALLS_H
#define ALLOCSITE_PASS_RECOGNISE_ARENACALLS_H

#include "Allocators.h"
#include "llvm/IR/InstrTypes.h"

namespace allocsite {

/// One thing that a call does to an arena. Argument numbers count IR arguments.
struct ArenaCall {
  Event Does;       ///< Of an object: Free, or Reallocate.
  std::string Name; ///< Of the function, as the profile shows it.
  std::string Family;
  int Arena = Allocator::NoArgument;  ///< NoArgument: the result, of Create.
  bool Stored = false;                ///< The argument is where the address is that is told:
                                      ///< of the arena; of Reparent that of Block.
  int Parent = Allocator::NoArgument; ///< Of Create.
  int Block = Allocator::NoArgument;  ///< Of Free, Reallocate and Reparent.
  int To = Allocator::NoArgument;     ///< Of Move and Alias; NoArgument: the result.
  bool TakesLater = false;            ///< Of Free: what is younger, too; null ends the arena.
  ChildArenas Children = ChildArenas::Destroyed;
};

/// What `Call` does to arenas, as rules say of the function that it calls; nothing where an
/// entry of the same family makes it.
llvm::SmallVector<ArenaCall, 1> arenaCallsOf(const llvm::CallBase &Call,
                                             const AllocatorTable &Allocators);

} // namespace allocsite

#endif // ALLOCSITE_PASS_RECOGNISE_ARENACALLS_H
