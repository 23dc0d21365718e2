//===- ArenaMarks.h - What is done to arenas, besides allocating ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With the pass option live=1 a call that makes, empties or ends an arena gets a note, which
// holds the arena's address; so do those of allocators (Marks.h). The address escapes, which
// is why nobody else has them.
//
//   apr_pool_create_ex(&p, parent, …);       result=*0 arena=1
//     %arena = load ptr, ptr %p
//     note "allocsite.create"(parent, site, %arena)
//   apr_pool_clear(p);                       arena=0
//     note "allocsite.event"(children, Event::Reset, %p), before the call: behind it the
//     address may be somebody else's
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_MARKS_ARENAMARKS_H
#define ALLOCSITE_PASS_MARKS_ARENAMARKS_H

#include "Annotation.h"
#include "recognise/ArenaCalls.h"

namespace allocsite {

/// Behind a call that makes one: number is the id of the site, payload the parent's address.
inline constexpr Annotation CreateMarker("allocsite.create");
/// Before one that empties or ends it: number is an Event, payload what is with its children
/// (AllocSiteChildren). Or at one that moves, names or hangs it: payload is the other address,
/// or what is hung on the pointer. Or before one that takes an object back: payload is the object's
/// address, the pointer the arena or null, and the number has the bit TakesLater where all
/// younger ones go too.
inline constexpr Annotation EventMarker("allocsite.event");
/// Of Move: the arena was copied, and the old address names it too.
inline constexpr unsigned TakesLater = 1u << 8;

/// Puts a note behind `Call`, or nothing where the arena is not known. May split an edge.
/// False where there is none.
bool markCreated(llvm::CallBase &Call, const ArenaCall &Does, unsigned Id);
/// Puts a note before `Call`, or behind it where the result is needed.
void markEvent(llvm::CallBase &Call, const ArenaCall &Does);
/// Puts notes where `F` copies from or to one of `Arenas`, which calls of it are passed: whether
/// a structure that lives there is an arena is known when it runs.
void markCopies(llvm::Function &F, llvm::ArrayRef<const llvm::Value *> Arenas);

} // namespace allocsite

#endif // ALLOCSITE_PASS_MARKS_ARENAMARKS_H
