//===- ArenaObjects.cpp - Where the objects of arenas lie -----------------===//
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
#include "ArenaSet.h"
#include "HeapBlocks.h"
#include "PassedBlocks.h"
#include "Platform.h"
#include "profile/ArenaTally.h"

namespace allocsite {

namespace {

struct ArenaChunk {
  uintptr_t Address; ///< 0: free.
  Arena *In;
  uint32_t Life;
  uint32_t Objects; ///< Of those that are entries.
  uint64_t Bytes;
};

struct ArenaName {
  uintptr_t Address; ///< 0: free.
  Arena *In;
  uint16_t Birth;
};

/// Those of an arena are a list, by their addresses, from Arena::Passed on.
struct PassedObject {
  uintptr_t Address; ///< 0: free.
  Arena *In;
  uint32_t Life;
  uint32_t Position; ///< In the journal; of an arena that IsOrdered.
  uintptr_t Next;
};

template <typename Entry> bool isOfThisLife(const Entry &Its) {
  return Its.In && Its.In->Address && Its.Life == Its.In->Life;
}
bool isOfThisLife(const ArenaName &Its) {
  return Its.In && Its.In->Address && Its.Birth == Its.In->Birth;
}

/// By address; open addressing. Entries of lives that are over go when it grows.
template <typename Entry> class AddressTable {
public:
  /// The entry of the address, of whatever life, or null.
  Entry *find(uintptr_t Address) {
    if (!Entries)
      return nullptr;
    for (size_t At = placeOf(Address); Entries[At].Address; At = (At + 1) & mask())
      if (Entries[At].Address == Address)
        return &Entries[At];
    return nullptr;
  }

  /// The same, or a new one that has no arena. Null if memory is short.
  Entry *make(uintptr_t Address) {
    if (Entry *Known = find(Address))
      return Known;
    if ((!Entries || Used * 2 >= size_t(1) << Log2) && !grow())
      return nullptr;
    Entry &New = freePlace(Address);
    New.Address = Address;
    ++Used;
    return &New;
  }

  /// What stands behind it moves up where a search would no longer come to it.
  void remove(Entry &Its) {
    size_t At = static_cast<size_t>(&Its - Entries);
    for (size_t I = (At + 1) & mask(); Entries[I].Address; I = (I + 1) & mask())
      if (((I - placeOf(Entries[I].Address)) & mask()) >= ((I - At) & mask())) {
        Entries[At] = Entries[I];
        At = I;
      }
    Entries[At] = {};
    --Used;
  }

private:
  size_t mask() const { return (size_t(1) << Log2) - 1; }
  size_t placeOf(uintptr_t Address) const {
    return static_cast<size_t>(Address * ALLOCSITE_SITE_FACTOR >> (64 - Log2));
  }
  Entry &freePlace(uintptr_t Address) {
    size_t At = placeOf(Address);
    while (Entries[At].Address)
      At = (At + 1) & mask();
    return Entries[At];
  }

  bool grow() {
    Entry *const Old = Entries;
    const size_t OldSize = Old ? size_t(1) << Log2 : 0;
    size_t Valid = 0;
    for (size_t I = 0; I < OldSize; ++I)
      Valid += Old[I].Address && isOfThisLife(Old[I]);
    unsigned New = 10;
    while (size_t(1) << New < 4 * Valid)
      ++New;
    auto *Larger = static_cast<Entry *>(mapSharedPages(sizeof(Entry) << New));
    if (!Larger)
      return false;
    Entries = Larger;
    Log2 = New;
    Used = Valid;
    for (size_t I = 0; I < OldSize; ++I)
      if (Old[I].Address && isOfThisLife(Old[I]))
        freePlace(Old[I].Address) = Old[I];
    if (Old)
      unmapPages(Old, OldSize * sizeof(Entry));
    return true;
  }

  Entry *Entries = nullptr;
  unsigned Log2 = 0;
  size_t Used = 0;
};

AddressTable<ArenaObject> Objects;
AddressTable<ArenaChunk> Chunks;
AddressTable<ArenaName> ArenaNames;
AddressTable<PassedObject> PassedObjects;

} // namespace

//===----------------------------------------------------------------------===//
// Chunks
//===----------------------------------------------------------------------===//

/// Where no block holds an object, so many bytes around it are not looked at again.
static constexpr uintptr_t Unknown = 4096;

/// The chunk that the object lies in, or null.
static ArenaChunk *chunkOf(Arena &In, uintptr_t Object) {
  if (Object - In.Chunk < In.ChunkSize) {
    ArenaChunk *Known = Chunks.find(In.Chunk);
    return Known && Known->In == &In && Known->Life == In.Life ? Known : nullptr;
  }
  HeapBlock Block;
  if (!findHeapBlock(Object, Block)) {
    In.Chunk = Object & ~(Unknown - 1);
    In.ChunkSize = Unknown;
    return nullptr;
  }
  In.Chunk = Block.Address;
  In.ChunkSize = Block.Span;
  ArenaChunk *Its = Chunks.make(Block.Address);
  const bool IsOfThisLife = Its && Its->In == &In && Its->Life == In.Life;
  if (!Its || (IsOfThisLife && Its->Bytes == Block.Bytes))
    return Its;
  if (IsOfThisLife) // An earlier one, which has gone unseen.
    In.ReservedNow -= Its->Bytes;
  *Its = {Block.Address, &In, In.Life, 0, Block.Bytes};
  In.ReservedNow += Block.Bytes;
  ++In.File->Chunks;
  In.File->Reserved = mergeMax(In.File->Reserved, In.ReservedNow);
  return Its;
}

void noteChunk(Arena &In, uintptr_t Object) { chunkOf(In, Object); }

void endLife(Arena &Its) {
  AllocSiteArena &Of = *Its.File;
  Of.OldReserved += Of.Reserved;
  Of.MostReserved = mergeMax(Of.MostReserved, Of.Reserved);
  Of.OldWasted += wastedBytes(Of);
  Of.Reserved = Its.ReservedNow = 0;
  // Where the heap is not followed, no object is looked at.
  if (isHeapFollowed())
    Its.Chunk = Its.ChunkSize = 0;
  ++Its.Life;
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

ArenaObject *findObject(uintptr_t Address) {
  ArenaObject *Known = Objects.find(Address);
  return Known && isOfThisLife(*Known) ? Known : nullptr;
}

ArenaObject *makeObject(uintptr_t Address, Arena &In, uint32_t Record, uint32_t Position) {
  ArenaObject *New = Objects.make(Address);
  if (!New)
    return nullptr;
  *New = {Address, &In, In.Life, Record, Position, ArenaObject::NoChunk};
  if (!isHeapFollowed())
    return New;
  if (ArenaChunk *Its = chunkOf(In, Address);
      Its && Address - Its->Address < ArenaObject::NoChunk) {
    ++Its->Objects;
    New->Offset = static_cast<uint32_t>(Address - Its->Address);
  }
  return New;
}

void removeObject(ArenaObject &Its) {
  Arena &In = *Its.In;
  ArenaChunk *Of =
      Its.Offset == ArenaObject::NoChunk ? nullptr : Chunks.find(Its.Address - Its.Offset);
  if (Of && Of->In == &In && Of->Life == In.Life && --Of->Objects == 0) {
    In.ReservedNow -= Of->Bytes;
    if (In.Chunk == Of->Address)
      In.Chunk = In.ChunkSize = 0;
    Chunks.remove(*Of);
  }
  Objects.remove(Its);
}

void handObject(ArenaObject &Its, Arena &To, uint32_t Position) {
  const ArenaObject Before = Its;
  removeObject(Its);
  makeObject(Before.Address, To, Before.Record, Position);
}

//===----------------------------------------------------------------------===//
// Objects that were passed
//===----------------------------------------------------------------------===//

/// Takes it from the list of its arena.
static void unlinkPassed(PassedObject &Its) {
  uintptr_t *At = &Its.In->Passed;
  while (*At && *At != Its.Address)
    At = &PassedObjects.find(*At)->Next;
  *At = Its.Next;
}

static void passAndForget(PassedObject &Its) {
  unlinkPassed(Its);
  passFreed(reinterpret_cast<const void *>(Its.Address));
  PassedObjects.remove(Its);
}

/// Whether a block that begins there was passed: an address is passed once.
static bool isPassedBlock(uintptr_t Address) {
  const Shadow::Entry *At =
      isHeapFollowed() ? Heap.find(reinterpret_cast<const void *>(Address)) : nullptr;
  const Shadow::Entry Its = At ? __atomic_load_n(At, __ATOMIC_ACQUIRE) : Shadow::None;
  return Its != Shadow::None && Its != Shadow::BeingFreed;
}

bool addPassed(Arena &In, uintptr_t Address, uint32_t Position) {
  if (isPassedBlock(Address))
    return false;
  if (PassedObject *Before = PassedObjects.find(Address))
    passAndForget(*Before);
  PassedObject *New = PassedObjects.make(Address);
  if (!New)
    return false;
  *New = {Address, &In, In.Life, Position, In.Passed};
  In.Passed = Address;
  return true;
}

void passGone(Arena &In, uintptr_t Address) {
  PassedObject *Its = PassedObjects.find(Address);
  if (Its && Its->In == &In)
    passAndForget(*Its);
}

void passGoneFrom(Arena &In, uint32_t Position) {
  for (uintptr_t At = In.Passed; At;) {
    PassedObject &Its = *PassedObjects.find(At);
    At = Its.Next;
    if (Its.Position >= Position)
      passAndForget(Its);
  }
}

void handPassed(Arena &From, Arena &To, uintptr_t Address) {
  PassedObject *Its = PassedObjects.find(Address);
  if (!Its || Its->In != &From)
    return;
  unlinkPassed(*Its);
  *Its = {Address, &To, To.Life, 0, To.Passed};
  To.Passed = Address;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

void nameArena(Arena &Its, const void *Address) {
  const auto At = reinterpret_cast<uintptr_t>(Address);
  if (ArenaName *New = ArenaNames.make(At))
    *New = {At, &Its, Its.Birth};
}

Arena *findNamed(const void *Address) {
  const ArenaName *Known = ArenaNames.find(reinterpret_cast<uintptr_t>(Address));
  return Known && isOfThisLife(*Known) ? Known->In : nullptr;
}

void forgetName(const void *Address) {
  if (ArenaName *Known = ArenaNames.find(reinterpret_cast<uintptr_t>(Address)))
    ArenaNames.remove(*Known);
}

} // namespace allocsite
