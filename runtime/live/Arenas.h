//===- Arenas.h - Objects that go with their arena --------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   pool_alloc(p, n) ──▶ (*in_arena)(start, context, n, p, o) counted as always, and in p
//   pool_create()    ──▶ (*event)(Create, p, parent, …)      a life begins, of this maker
//   pool_clear(p)    ──▶ (*event)(Reset, p, children, …)     what p holds is freed
//   pool_destroy(p)  ──▶ (*event)(Destroy, p, children, …)   and p has ended
//   pool_move(p, q)  ──▶ (*event)(Move, p, q, …)             p lives at q from now on
//   pool_steal(p, o) ──▶ (*event)(Reparent, p, o, …)         p has the object or arena o
//   pool_share(p) = q ─▶ (*event)(Alias, p, q, …)            q stands for p as well
//   pool_free(p, o)  ──▶ (*event)(Free, p, o, …)             the object is freed
//   obstack_free(p, o) ─▶ (*event)(Free, p, o, 1, …)         and all that are younger
//
// Emitted where the pass has live=1 (pass/lower/Lowering.h). What was never seen made, as
// an object on the stack, begins with its first allocation.
//
// Any thread, any moment. A signal handler that comes by while its own thread is at work
// here leaves the arenas alone; its allocations are counted all the same.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_ARENAS_H
#define ALLOCSITE_RUNTIME_LIVE_ARENAS_H

#include "OnThread.h"
#include "allocsite/Abi.h"

extern "C" {
/// What code of this executable calls, until start-up has decided: only counts, and nothing.
extern AllocSiteInArenaFn ALLOCSITE_SYM_IN_ARENA;
extern AllocSiteEventFn ALLOCSITE_SYM_EVENT;
}

namespace allocsite {

/// Lets arenas be followed; their objects are what the peak is of where `MakePeak`. Where
/// there is no memory for it a message says so. By start-up, behind Records::start().
void followArenas(bool MakePeak);
/// Valid when start-up is through.
bool areArenasFollowed();
// Where an entry of Heap is an object's, at `At`, and a block is allocated or freed at that address, any
// thread, signal handlers included:

/// Another block comes, or it goes: so is the object that was all of it. The block's own entry, or None;
/// what is at `At` is to be overwritten.
ALLOCSITE_SLOW Shadow::Entry takeBlockOf(Shadow::Entry *At, Shadow::Entry Its,
                                         const void *Block);
/// It is counted as another one from now on, or as none: the object stays.
ALLOCSITE_SLOW void changeBlockOf(Shadow::Entry *At, Shadow::Entry Its, Shadow::Entry To,
                                  const void *Block);
/// From now on such calls count nothing. By start-up, where the profiler is off.
void countNowhereInArenas();
/// Blocks of heaps that rules name go by what those say (freedByHeap() in Live.h). By start-up.
void followFreesOfHeaps();

} // namespace allocsite

#endif
