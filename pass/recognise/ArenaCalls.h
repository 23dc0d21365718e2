//===- ArenaCalls.h - Which calls make, empty and end arenas ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds what a call does to arenas, from the rules create:, reset:, move: and the like, in
// terms of IR arguments. A call between two functions of one family is part of the outer
// call, as it is with allocations.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RECOGNISE_ARENACALLS_H
#define ALLOCSITE_PASS_RECOGNISE_ARENACALLS_H

#include "Allocators.h"
#include "llvm/IR/InstrTypes.h"

namespace allocsite {

/// One thing that a call does to an arena. Argument numbers count IR arguments.
struct ArenaCall {
  Event Does;       ///< For an object: Free or Reallocate.
  std::string Name; ///< The name of the function, as the profile shows it.
  std::string Family;
  int Arena = Allocator::NoArgument;  ///< NoArgument: the result (Create).
  bool Stored = false;                ///< The argument points to the address of the arena;
                                      ///< for Reparent to that of Block.
  int Parent = Allocator::NoArgument; ///< For Create.
  int Block = Allocator::NoArgument;  ///< For Free, Reallocate and Reparent.
  int To = Allocator::NoArgument;     ///< For Move and Alias; NoArgument: the result.
  bool TakesLater = false;            ///< Free also frees younger objects; null: the arena.
  ChildArenas Children = ChildArenas::Destroyed;
};

/// What `Call` does to arenas, by the rules for its callee; nothing if a function of the same
/// family makes the call.
llvm::SmallVector<ArenaCall, 1> arenaCallsOf(const llvm::CallBase &Call,
                                             const AllocatorTable &Allocators);

} // namespace allocsite

#endif // ALLOCSITE_PASS_RECOGNISE_ARENACALLS_H
