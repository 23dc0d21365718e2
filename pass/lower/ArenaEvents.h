//===- ArenaEvents.h - Tells the runtime what is done to arenas -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     note "allocsite.event"(children, Event::Reset, %p)
//  ─▶ (*event)(Reset, %p, children, 0, 0)
//
// Where an arena is made it is a site that is told (Counter.h), since who made it matters.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_LOWER_ARENAEVENTS_H
#define ALLOCSITE_PASS_LOWER_ARENAEVENTS_H

#include "ThreadState.h"

namespace allocsite {

/// Emits a call in the place of each such note of `F`, but for those of what is made. True
/// where there were any.
bool emitArenaEvents(llvm::Function &F, ThreadState &Thread);

} // namespace allocsite

#endif // ALLOCSITE_PASS_LOWER_ARENAEVENTS_H
