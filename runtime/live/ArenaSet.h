//===- ArenaSet.h - The arenas that live, by their addresses ----*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   address ── Places ─▶ Arena ──File──▶ AllocSiteArena in the profile: Objects, Bytes
//      ▲                  │ Journal[…]   the record of each object since it was empty
//      │ a thread's cache │ Cells        ObjectCells.h: of objects that may go one by one, and
//      LiveThread         │              where the journal was full
//                         └─ Parent, Children   destroyed with it
//
// A reset or destroy takes all objects: each record in the journal is one object that is
// freed. A journal begins small, inside the arena, and grows to MostInJournal entries; from
// then on it is emptied into cells. So an allocation costs an entry, and a reset what the
// arena holds.
//
// All of it is done by who holds ArenaLock, but for objects that come and go on the thread that an
// arena belongs to (Arena::Owner).
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_ARENASET_H
#define ALLOCSITE_RUNTIME_LIVE_ARENASET_H

#include "HeapBlocks.h"
#include "ObjectCells.h"
#include "allocsite/Abi.h"
#include "allocsite/ProfileFormat.h"
#include "arch/Machine.h"
#include <stddef.h>
#include <stdint.h>

namespace allocsite {

struct Arena;
struct LiveThread;

/// A block of the heap that objects of an arena lie in, but one that an object is.
struct ArenaChunk {
  uintptr_t Address; ///< Where its first granule begins.
  Arena *In;
  uintptr_t Span; ///< From there on: all of it but the last bytes, which may lie further on.
  uint64_t Bytes;
  uint32_t Objects; ///< Of those that are kept.
  ArenaChunk *Next, *Previous;
};

struct Arena {
  static constexpr uint32_t InItself = 16, MostInJournal = 512;

  const void *Address; ///< Null: none lives here.
  const void *Copied;  ///< Where it was copied from, which still names it; or null.
  AllocSiteArena *File;
  uintptr_t Chunk;     ///< Objects from here on, so many bytes, need no look at where they
  uintptr_t ChunkSize; ///< lie: see ArenaObjects.cpp.
  ArenaChunk *Filling; ///< It; null where none is there.
  ArenaChunk *Freeing; ///< That of the object that went last, or null.
  ArenaChunk *Chunks;  ///< All of this cycle.
  LiveThread *Owner;   ///< Null: several threads use it, each under the lock.
  uint32_t *Journal;
  uint32_t Used, Capacity;                    ///< Of the journal.
  uint32_t Cells;                             ///< The number of its first one, or 0.
  Arena *Parent, *Children, *Next, *Previous; ///< Next also on the list of free ones.
  uint32_t Maker;
  uint32_t Handovers;    ///< From one thread to another.
  uint32_t Life;         ///< Another one from each reset and end on.
  bool HasAlone;         ///< Objects that may go one by one.
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
bool startArenaObjects();

// All of the following: hold an ArenaGuard.

/// By a hash of the address, how many arenas and names of arenas there are; the most that fits stays.
inline constexpr unsigned Log2Nearby = 13;
extern uint8_t Nearby[1u << Log2Nearby];
inline size_t nearbyPlace(const void *Address) {
  return reinterpret_cast<uintptr_t>(Address) * ALLOCSITE_SITE_FACTOR >> (64 - Log2Nearby);
}
/// So many more are at the address.
void addNearby(const void *Address, int More);
/// Does an arena live there, or does it have the address for a name? May say so where that is not
/// so. Any thread, without the lock.
inline bool mayBeArena(const void *Address) {
  return __atomic_load_n(&Nearby[nearbyPlace(Address)], __ATOMIC_RELAXED) != 0;
}
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

/// The number of its cell, made if there is none; 0 if memory is short.
inline uint32_t cellIn(Arena &Its, uint32_t Record, ObjectPlace Place,
                       Shadow::Entry Block = Shadow::None) {
  return findOrMakeCell(Its, Its.Cells, Record, Place, Block);
}
/// Makes room for one more entry of the journal. False if memory is short.
bool makeRoom(Arena &Its);
/// Calls Use(record, count) for all that it holds, which is empty then. Not `GoesOn`: it keeps no cells.
template <typename Function> void takeAll(Arena &Its, bool GoesOn, Function Use) {
  for (uint32_t I = 0; I < Its.Used && I < Its.Capacity; ++I)
    if (Its.Journal[I])
      Use(Its.Journal[I], 1u);
  Its.Used = 0;
  uint32_t Staying = 0;
  for (uint32_t Each = Its.Cells; Each;) {
    ObjectCell &Of = ObjectCells[Each];
    const uint32_t Next = Of.Next;
    if (static_cast<int32_t>(Of.Count) > 0) // Two threads may have lost one.
      Use(Of.Record, Of.Count);
    if (endCell(Each, GoesOn)) {
      Of.Next = Staying;
      Staying = Each;
    }
    Each = Next;
  }
  Its.Cells = Staying;
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
// Names, and objects that may go one by one: in ArenaObjects.cpp. Hold an ArenaGuard.
//===----------------------------------------------------------------------===//

/// From now on the address names the arena, until it ends.
void nameArena(Arena &Its, const void *Address);
/// The arena that an address names, or null.
Arena *findNamed(const void *Address);
void forgetName(const void *Address);

/// An entry of the table, of objects that the shadow does not have.
struct ArenaObject {
  uintptr_t Address; ///< 0: free.
  Arena *In;
  uint32_t Life;
  uint32_t Record;
  uint32_t HasChunk; ///< 1: that counts it.
  uint32_t Cell;     ///< Its number; or 0, and
  uint32_t Position; ///< in the journal, of an arena that IsOrdered.

  bool isNeeded() const { return In && In->Address && Life == In->Life; }
};

/// Where an object is kept. Valid until another one comes or goes.
struct FoundObject {
  uintptr_t Address = 0;
  Arena *In = nullptr; ///< Null: none is there.
  uint32_t Record = 0;
  uint32_t Cell = 0;           ///< 0: the journal has it.
  Shadow::Entry *At = nullptr; ///< In the shadow, or null:
  ArenaObject *Entry = nullptr;

  explicit operator bool() const { return In; }
};

/// The object at an address of a life that goes on.
FoundObject findObject(uintptr_t Address);
/// Keeps an object, and counts it in a cell. `IsLastBlock`: the thread has taken what begins there
/// from `malloc`, and nothing since. The number of the cell, or 0 if memory is short.
uint32_t placeObject(Arena &In, uintptr_t Address, uint32_t Record, bool IsLastBlock);
/// The same in an arena that IsOrdered, whose journal has it. False if memory is short.
bool placeInOrder(Arena &In, uintptr_t Address, uint32_t Record, uint32_t Position);
/// Forgets it, where its cell has it no more; what its chunk has reserved goes with the last of
/// those that were added.
void removeObject(const FoundObject &Its);
/// The block that the object is has another entry of its own from now on, or None. False if memory is
/// short.
bool setBlockOf(const FoundObject &Its, Shadow::Entry Block);
/// The object is one of another arena from now on, neither of which IsOrdered. False if memory is
/// short.
bool handObject(const FoundObject &Its, Arena &To);

/// A block of the heap, that an object is or that objects lie in, is a chunk of the arena from now on.
inline void reserveChunk(Arena &In, uint64_t Bytes) {
  addTo(In.ReservedNow, Bytes);
  addOne(In.File->Chunks);
  // Where threads have lost one, less than none may be reserved.
  if (static_cast<int64_t>(In.ReservedNow - In.File->Reserved) > 0)
    __atomic_store_n(&In.File->Reserved, In.ReservedNow, __ATOMIC_RELAXED);
}

// Of the thread that the arena belongs to, without the lock.

inline Shadow::Entry loadEntry(const Shadow::Entry *At) {
  return At ? __atomic_load_n(At, __ATOMIC_RELAXED) : Shadow::None;
}

/// Where the entry of an object is in a shadow; null where it has none. Any thread, without the lock.
__attribute__((always_inline)) inline Shadow::Entry *findInShadow(uintptr_t Address) {
  const auto *Place = reinterpret_cast<const void *>(Address);
  Shadow::Entry *At = FirstObject == ObjectBit ? Heap.find(Place) : nullptr;
  Shadow::Entry Its = loadEntry(At);
  if (!isObject(Its) || !isObjectAt(Its, Address)) {
    At = InsideShadow.find(Place);
    Its = loadEntry(At);
    if (!isObjectAt(Its, Address))
      return nullptr;
  }
  return At;
}

/// The object gets the entry. False where another one has it.
__attribute__((always_inline)) inline bool placeBeside(uintptr_t Address, Shadow::Entry Its) {
  Shadow::Entry *At = InsideShadow.find(reinterpret_cast<const void *>(Address));
  if (!At)
    return false;
  if (const Shadow::Entry Before = loadEntry(At)) {
    if (isAliveObject(Before))
      return false;
    loseEntry(Before);
  }
  __atomic_store_n(At, Its, __ATOMIC_RELAXED);
  return true;
}

/// The same of one that comes to the chunk at hand. False where that is for placeObject() to decide.
__attribute__((always_inline)) inline bool placeInside(Arena &In, uintptr_t Address,
                                                       Shadow::Entry Its) {
  if ((isHeapFollowed() && (Address - In.Chunk >= In.ChunkSize || !In.Filling)) ||
      !placeBeside(Address, Its))
    return false;
  if (In.Filling)
    addTo(In.Filling->Objects, 1u);
  return true;
}

/// It goes from the chunk at hand, and has its entry there. False where that is for removeObject().
__attribute__((always_inline)) inline bool takeInside(Arena &In, uintptr_t Address,
                                                      Shadow::Entry *At) {
  if (isHeapFollowed()) {
    ArenaChunk *Of = In.Filling;
    if (!Of || Address - Of->Address >= Of->Span)
      Of = In.Freeing;
    if (!Of || Address - Of->Address >= Of->Span || Of->Objects < 2)
      return false;
    addTo(Of->Objects, ~0u);
  }
  __atomic_store_n(At, Shadow::None, __ATOMIC_RELAXED);
  return true;
}

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

/// An object is in the arena that is kept nowhere: finds its chunk.
void noteChunk(Arena &In, uintptr_t Address);
/// The arena has been emptied: what it allocates from now on is another life.
void endLife(Arena &Its);
/// Forgets the chunks of the arena.
void dropChunks(Arena &Its);

} // namespace allocsite

#endif
