//===- ArenaObjects.h - Where the objects of arenas lie ---------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   pool_alloc(p, n) = o ──▶ the block of the heap that o lies in is a chunk of p
//                        └─▶ Objects[o] = {p, record}   of families that free one by one
//   pool_free(p, o)      ──▶ the record has one less, and p too
//
//        chunk of p     ┌──────┬──────┬────┬──────────┐
//                       │ o 24 │ o 40 │    │   tail   │   reserved: its bytes, as long as an
//                       └──────┴──────┴────┴──────────┘   object of this cycle lies in it
//
// The shadow of the heap tells the block: the one that begins last before the object. The
// next objects mostly lie in the same one, which the arena remembers. Where the heap is not
// followed no arena has chunks.
//
// An arena may have names, which are addresses that stand for its own: those of the coroutines
// of one Lua, and where a structure was copied that is an arena.
//
// An entry is valid as long as the life of its arena is what it was: a reset leaves it.
//
// All of it: hold an ArenaGuard.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_ARENAOBJECTS_H
#define ALLOCSITE_RUNTIME_LIVE_ARENAOBJECTS_H

#include "ArenaSet.h"

namespace allocsite {

struct ArenaObject {
  static constexpr uint32_t NoChunk = ~uint32_t(0);

  uintptr_t Address; ///< 0: free.
  Arena *In;
  uint32_t Life;
  uint32_t Record;
  uint32_t Position; ///< In the journal; of an arena that IsOrdered.
  uint32_t Offset;   ///< In its chunk, or NoChunk.
};

/// The object at an address of a life that goes on, or null.
ArenaObject *findObject(uintptr_t Address);
/// Null where there is no memory.
ArenaObject *makeObject(uintptr_t Address, Arena &In, uint32_t Record, uint32_t Position);
/// Forgets it; what its chunk has reserved goes with the last of those that were added.
void removeObject(ArenaObject &Its);

/// The object is one of another arena from now on, which has room and holds it at Position.
void handObject(ArenaObject &Its, Arena &To, uint32_t Position);

/// Finds the chunk of an object that is no entry. Object is an address.
void noteChunk(Arena &In, uintptr_t Object);
/// The arena has been emptied: what it allocates from now on is another life.
void endLife(Arena &Its);

} // namespace allocsite

#endif
