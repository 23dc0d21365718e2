//===- ArenaSet.h - The arenas that live, by their addresses ----*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   address ── Index ──▶ Arena ──File──▶ AllocSiteArena in the profile: Objects, Bytes
//      ▲                  │ Journal[…]   the record of each object since it was empty
//      │ a thread's cache │ Cells {record, n}   where the journal was full
//      LiveThread         └─ Parent, Children   destroyed with it
//
// A reset or destroy takes all objects: each record in the journal is one object that is
// freed. A journal begins small, inside the arena, and grows to MostInJournal entries; from
// then on it is emptied into cells. So an allocation costs an entry, and a reset what the
// arena holds.
//
// All of it is done by who holds ArenaLock, but for allocations of the thread that an arena
// belongs to (Arena::Owner).
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_ARENASET_H
#define ALLOCSITE_RUNTIME_LIVE_ARENASET_H

#include "allocsite/ProfileFormat.h"
#include <stddef.h>
#include <stdint.h>

namespace allocsite {

struct LiveThread;

struct ArenaCell {
  uint32_t Record; // 0: free
  uint32_t Count;
};

struct Arena {
  static constexpr uint32_t InItself = 16, MostInJournal = 512;

  const void *Address; ///< Null: none lives here.
  const void *Copied;  ///< Where it was copied from, which still names it; or null.
  AllocSiteArena *File;
  uintptr_t Chunk;     ///< Objects from here on, so many bytes, need no look at where they
  uintptr_t ChunkSize; ///< lie: see ArenaObjects.cpp.
  LiveThread *Owner;   ///< Null: several threads use it, each under the lock.
  uint32_t *Journal;
  uint32_t Used, Capacity; ///< Of the journal.
  ArenaCell *Cells;        ///< 2^Log2Cells, or null.
  uint32_t Log2Cells, UsedCells;
  Arena *Parent, *Children, *Next, *Previous; ///< Next also on the list of free ones.
  uint32_t Maker;
  uint32_t Handovers;    ///< From one thread to another.
  uint32_t Life;         ///< Another one from each reset and end on.
  bool IsOrdered;        ///< The journal stays in order: objects go with all younger ones.
  uint16_t Birth;        ///< Another one from each end on.
  uintptr_t Passed;      ///< An object of PassedObjects, or 0.
  uint64_t ReservedNow;  ///< Of the chunks that hold an object of this cycle.
  AllocSiteArena AtFork; ///< What File said when the process was forked.
  uint32_t Inside[InItself];
};

/// A lock that a signal handler on the thread that holds it finds out about. Spins: what is
/// done under it is short.
class ArenaGuard {
  bool Has;

public:
  ArenaGuard();
  ArenaGuard(const ArenaGuard &) = delete;
  ~ArenaGuard();
  /// False in such a handler: it must leave the arenas alone.
  bool has() const { return Has; }
};

/// False if memory is short for the tables.
bool startArenas();

// All of the following: hold an ArenaGuard.

/// The arena that lives at an address, or null.
Arena *findArenaAt(const void *Address);
/// The same, or the one that the address names besides (ArenaObjects.cpp).
Arena *findArena(const void *Address);
/// One begins to live there, where none does. Null if memory is short.
Arena *makeArena(const void *Address, uint64_t Context, uint64_t Site);
/// Who has made it. Hold the lock of arenas.
const AllocSiteArenaMaker &makerOf(const Arena &Its);
/// It was made by who says so now, not by who first allocated in it.
void adoptArena(Arena &Its, uint64_t Context, uint64_t Site);
/// From now on it lives at another address, where none does.
void moveArena(Arena &Its, const void *To);
void setParent(Arena &Child, Arena &Parent);
void setParentless(Arena &Child);
/// Adds what it has counted to its maker, and forgets it. It is empty, and has no children.
void endArena(Arena &Its, bool IsSeen);

/// Makes room for one more entry of the journal. False if memory is short.
bool makeRoom(Arena &Its);
/// Counts that one object of the record is gone. False if memory is short.
bool takeOne(Arena &Its, uint32_t Record);
/// Was an object of the record taken by takeOne() that is in the journal still? Each is told once.
bool wasTaken(Arena &Its, uint32_t Record);
/// Calls Use(record, count) for all that it holds, which is empty then. Counts are above 0, so
/// that what a thread has freed never grows less.
template <typename Function> void takeAll(Arena &Its, Function Use) {
  for (uint32_t I = 0; I < Its.Used && I < Its.Capacity; ++I)
    if (Its.Journal[I] && !(Its.UsedCells && wasTaken(Its, Its.Journal[I])))
      Use(Its.Journal[I], 1u);
  Its.Used = 0;
  if (!Its.UsedCells)
    return;
  for (uint32_t I = 0; I < 1u << Its.Log2Cells; ++I)
    if (ArenaCell &Each = Its.Cells[I]; Each.Record) {
      if (static_cast<int32_t>(Each.Count) > 0)
        Use(Each.Record, Each.Count);
      Each = {0, 0};
    }
  Its.UsedCells = 0;
}

/// Before a fork, and before RuntimeLock is taken: holds ArenaLock, which is taken first.
void prepareArenaFork();
/// In the parent, and in the child behind forkArenas().
void endArenaFork();
/// In the child. Hold RuntimeLock.
void forkArenas();

/// Has any been made, or of a forked child's parent? Any thread.
bool areArenasMade();
struct ArenaVisitor {
  void *Closure;
  bool (*Maker)(void *Closure, const AllocSiteArenaMaker &Of);
  bool (*Living)(void *Closure, const AllocSiteArenaMaker &Of, const AllocSiteArena &Its);
};
/// False where the visitor said so. Hold RuntimeLock.
bool visitArenas(const ArenaVisitor &Visitor);

//===----------------------------------------------------------------------===//
// Names: in ArenaObjects.cpp, whose table they are in. Hold an ArenaGuard.
//===----------------------------------------------------------------------===//

/// From now on the address names the arena, until it ends.
void nameArena(Arena &Its, const void *Address);
/// The arena that an address names, or null.
Arena *findNamed(const void *Address);
void forgetName(const void *Address);

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
/// Null if memory is short.
ArenaObject *makeObject(uintptr_t Address, Arena &In, uint32_t Record, uint32_t Position);
/// Forgets it; what its chunk has reserved goes with the last of those that were added.
void removeObject(ArenaObject &Its);

/// The object is one of another arena from now on, which has room and holds it at Position.
void handObject(ArenaObject &Its, Arena &To, uint32_t Position);

//===----------------------------------------------------------------------===//
// Objects that were passed to OpenTelemetry's probes (PassedBlocks.h), of which each is told once that it
// goes. Hold an ArenaGuard.
//===----------------------------------------------------------------------===//

/// The object is new in the arena, whose journal has it at Position. What was at its address has gone
/// unseen: it is told. False if memory is short, or a block that was passed begins there.
bool addPassed(Arena &In, uintptr_t Address, uint32_t Position);
/// The object of the arena goes, if it was passed.
void passGone(Arena &In, uintptr_t Address);
/// All objects of the arena go that were passed, from that position on.
void passGoneFrom(Arena &In, uint32_t Position);
/// The object is one of another arena from now on, if it was passed.
void handPassed(Arena &From, Arena &To, uintptr_t Address);

/// Finds the chunk of an object that is no entry. Object is an address.
void noteChunk(Arena &In, uintptr_t Object);
/// The arena has been emptied: what it allocates from now on is another life.
void endLife(Arena &Its);

} // namespace allocsite

#endif
