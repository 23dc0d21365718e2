//===- ArenaObjects.cpp - Where the objects of arenas lie -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   pool_alloc(p, n) = o ──▶ the block of the heap that o lies in is a chunk of p
//                        └─▶ o ─▶ cell of {p, record}   of families that free one by one:
//   pool_free(p, o)      ──▶ the record has one less,   ObjectCells.h tells where that is kept
//                            and p too
//
//        chunk of p     ┌──────┬──────┬────┬──────────┐
//                       │ o 24 │ o 40 │    │   tail   │   reserved: its bytes, as long as an
//                       └──────┴──────┴────┴──────────┘   object of this cycle lies in it
//
// The shadow of the heap tells the block: the one that begins last before the object. The
// next objects mostly lie in the same one, which the arena remembers. Where the heap is not
// followed no arena has chunks. An object that fills a block is a chunk of its own.
//
// An arena may have names, which are addresses that stand for its own: those of the coroutines
// of one Lua, and where a structure was copied that is an arena.
//
// An entry of the table is valid as long as the life of its arena is what it was: a reset leaves it.
//
// Hold an ArenaGuard, but where ArenaSet.h says otherwise.
//
//===----------------------------------------------------------------------===//
#include "AddressTable.h"
#include "ArenaRoom.h"
#include "ArenaSet.h"
#include "Lifetimes.h"
#include "PassedBlocks.h"
#include "Records.h"
#include "State.h"
#include "profile/ArenaTally.h"

namespace allocsite {

namespace {

struct ChunkPlace {
  uintptr_t Address; ///< 0: free.
  ArenaChunk *Its;
  bool isNeeded() const { return Its; }
};

struct ArenaName {
  uintptr_t Address; ///< 0: free.
  Arena *In;
  uint16_t Birth;
  bool isNeeded() const { return In && In->Address && Birth == In->Birth; }
};

/// Those of an arena are a list, by their addresses, from Arena::Passed on.
struct PassedObject {
  uintptr_t Address; ///< 0: free.
  Arena *In;
  uint32_t Life;
  uint32_t Position; ///< In the journal; of an arena that IsOrdered.
  uintptr_t Next;
  bool isNeeded() const { return In && In->Address && Life == In->Life; }
};

AddressTable<ArenaObject> Objects;
AddressTable<ChunkPlace> Chunks;
AddressTable<ArenaName> ArenaNames;
AddressTable<PassedObject> PassedObjects;

} // namespace

bool startArenaObjects() {
  return startObjectCells(/*OfBlocks=*/isHeapFollowed() && !HasLifetimes);
}

//===----------------------------------------------------------------------===//
// Chunks
//===----------------------------------------------------------------------===//

/// Where no block holds an object, so many bytes around it are not looked at again.
static constexpr uintptr_t Unknown = 4096;

static ArenaChunk *makeChunk(Arena &In, const HeapBlock &Block) {
  auto *New = static_cast<ArenaChunk *>(takeRoom(sizeof(ArenaChunk)));
  if (!New)
    return nullptr;
  *New = {Block.Address, &In, Block.Span, Block.Bytes, 0, In.Chunks, nullptr};
  if (New->Next)
    New->Next->Previous = New;
  In.Chunks = New;
  reserveChunk(In, Block.Bytes);
  return New;
}

/// Its block may be another one's by now.
static void leaveTable(const ArenaChunk &Its) {
  if (ChunkPlace *At = Chunks.find(Its.Address); At && At->Its == &Its)
    Chunks.remove(*At);
}

static void dropChunk(ArenaChunk &Its) {
  Arena &In = *Its.In;
  In.ReservedNow -= Its.Bytes;
  if (In.Filling == &Its) {
    In.Chunk = In.ChunkSize = 0;
    In.Filling = nullptr;
  }
  if (In.Freeing == &Its)
    In.Freeing = nullptr;
  leaveTable(Its);
  (Its.Previous ? Its.Previous->Next : In.Chunks) = Its.Next;
  if (Its.Next)
    Its.Next->Previous = Its.Previous;
  giveRoom(&Its, sizeof(ArenaChunk));
}

void dropChunks(Arena &Its) {
  while (ArenaChunk *First = Its.Chunks) {
    Its.Chunks = First->Next;
    leaveTable(*First);
    giveRoom(First, sizeof(ArenaChunk));
  }
  Its.Filling = Its.Freeing = nullptr;
}

static bool isIn(const ArenaChunk *Its, uintptr_t Object) {
  return Its && Object - Its->Address < Its->Span;
}

/// A chunk that begins too far before for the heap to find it, or null.
static ArenaChunk *findLarge(const Arena &In, uintptr_t Object) {
  ArenaChunk *Each = In.Chunks;
  while (Each && !isIn(Each, Object))
    Each = Each->Next;
  return Each;
}

/// The chunk that the object lies in, or null.
static ArenaChunk *chunkOf(Arena &In, uintptr_t Object) {
  if (Object - In.Chunk < In.ChunkSize)
    return In.Filling;
  HeapBlock Block;
  In.Filling = nullptr;
  if (!findHeapBlock(Object, Block)) {
    In.Filling = findLarge(In, Object);
    In.Chunk = In.Filling ? In.Filling->Address : Object & ~(Unknown - 1);
    In.ChunkSize = In.Filling ? In.Filling->Span : Unknown;
    return In.Filling;
  }
  In.Chunk = Block.Address;
  In.ChunkSize = Block.Span;
  ChunkPlace *At = Chunks.make(Block.Address);
  if (!At)
    return nullptr;
  if (ArenaChunk *Known = At->Its; Known && Known->In == &In) {
    if (Known->Bytes == Block.Bytes)
      return In.Filling = Known;
    dropChunk(*Known); // An earlier one, which has gone unseen.
    In.Chunk = Block.Address;
    In.ChunkSize = Block.Span;
    At = Chunks.make(Block.Address);
  }
  if (!At || !(At->Its = makeChunk(In, Block)))
    return nullptr;
  return In.Filling = At->Its;
}

/// The chunk of an object that is kept and goes, or null.
static ArenaChunk *knownChunkOf(Arena &In, uintptr_t Object) {
  if (isIn(In.Filling, Object))
    return In.Filling;
  if (isIn(In.Freeing, Object))
    return In.Freeing;
  HeapBlock Block;
  if (!findHeapBlock(Object, Block))
    return findLarge(In, Object);
  const ChunkPlace *At = Chunks.find(Block.Address);
  return At && At->Its && At->Its->In == &In ? At->Its : nullptr;
}

void noteChunk(Arena &In, uintptr_t Address) { chunkOf(In, Address); }

void endLife(Arena &Its) {
  AllocSiteArena &Of = *Its.File;
  Of.OldReserved += Of.Reserved;
  Of.MostReserved = mergeMax(Of.MostReserved, Of.Reserved);
  Of.OldWasted += wastedBytes(Of);
  Of.Reserved = Its.ReservedNow = 0;
  // Where the heap is not followed, no object is looked at.
  if (isHeapFollowed())
    Its.Chunk = Its.ChunkSize = 0;
  dropChunks(Its);
  ++Its.Life;
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

/// Whether an object of that size leaves no room for another one in the block.
static bool fills(Shadow::Entry Block, uint32_t Record) {
  const uint64_t Bytes = liveRecords().key(Block & Records::NumberMask).Size,
                 Size = liveRecords().key(Record).Size;
  return Size <= Bytes && Bytes - Size < 8;
}

static Shadow::Entry *findOrMakeInside(uintptr_t Address) {
  const auto *Place = reinterpret_cast<const void *>(Address);
  Shadow::Entry *At = InsideShadow.find(Place);
  return At ? At : InsideShadow.make(Place);
}

/// The entry of Heap, or what was below where an object has gone with its arena.
static Shadow::Entry blockAt(Shadow::Entry *At) {
  const Shadow::Entry Its = loadEntry(At);
  if (!isObject(Its) || isAliveObject(Its))
    return Its;
  const Shadow::Entry Block = objectCell(Its).Block;
  loseEntry(Its);
  __atomic_store_n(At, Block, __ATOMIC_RELAXED);
  return Block;
}

/// Of what the thread has taken from `malloc`: the number of the cell, or 0 where the block has other
/// objects, or none is followed there.
static uint32_t placeInBlock(Arena &In, uintptr_t Address, uint32_t Record) {
  Shadow::Entry *At = Heap.find(reinterpret_cast<const void *>(Address));
  const Shadow::Entry Block = blockAt(At);
  const bool IsBeside = FirstObject != ObjectBit;
  // Where blocks are sampled, many have no entry.
  const bool IsBlock = Block != Shadow::None && Block != Shadow::BeingFreed;
  if (isObject(Block) || (IsBlock ? !fills(Block, Record) : !At || IsBeside || !isSampling()))
    return 0;
  const uint32_t Cell =
      cellIn(In, Record, IsBeside ? ObjectPlace::Beside : ObjectPlace::OfBlock,
             IsBlock ? (IsBeside ? Block & Records::NumberMask : Block) : Shadow::None);
  if (!Cell)
    return 0;
  const Shadow::Entry Its = objectEntry(ObjectCells[Cell], Address);
  if (!IsBeside)
    __atomic_store_n(At, Its, __ATOMIC_RELAXED);
  else if (!findOrMakeInside(Address) || !placeBeside(Address, Its))
    return 0;
  if (IsBlock)
    reserveChunk(In, ObjectCells[Cell].ChunkBytes);
  return Cell;
}

static uint32_t placeInChunk(Arena &In, uintptr_t Address, uint32_t Record) {
  if (isHeapFollowed() && !chunkOf(In, Address))
    return 0;
  if (!findOrMakeInside(Address))
    return 0;
  const uint32_t Cell = cellIn(In, Record, ObjectPlace::Inside);
  return Cell && placeInside(In, Address, objectEntry(ObjectCells[Cell], Address)) ? Cell : 0;
}

/// In the table. False if memory is short.
static bool enter(Arena &In, uintptr_t Address, uint32_t Record, uint32_t Cell,
                  uint32_t Position) {
  ArenaObject *New = Objects.make(Address);
  if (!New)
    return false;
  ArenaChunk *Its = isHeapFollowed() ? chunkOf(In, Address) : nullptr;
  *New = {Address, &In, In.Life, Record, Its != nullptr, Cell, Position};
  if (Its)
    ++Its->Objects;
  return true;
}

bool placeInOrder(Arena &In, uintptr_t Address, uint32_t Record, uint32_t Position) {
  return enter(In, Address, Record, 0, Position);
}

uint32_t placeObject(Arena &In, uintptr_t Address, uint32_t Record, bool IsLastBlock) {
  uint32_t Cell = IsLastBlock && isHeapFollowed() ? placeInBlock(In, Address, Record) : 0;
  if (!Cell)
    Cell = placeInChunk(In, Address, Record);
  if (!Cell) {
    Cell = cellIn(In, Record, ObjectPlace::Elsewhere);
    if (!Cell || !enter(In, Address, Record, Cell, 0))
      return 0;
  }
  ++ObjectCells[Cell].Count;
  return Cell;
}

FoundObject findObject(uintptr_t Address) {
  FoundObject Its;
  Its.Address = Address;
  if ((Its.At = findInShadow(Address))) {
    Its.Cell = cellNumber(loadEntry(Its.At));
    Its.In = ObjectCells[Its.Cell].In;
    Its.Record = ObjectCells[Its.Cell].Record;
  } else if (ArenaObject *Entry = Objects.find(Address); Entry && Entry->isNeeded()) {
    Its.Entry = Entry;
    Its.In = Entry->In;
    Its.Record = Entry->Record;
    Its.Cell = Entry->Cell;
  }
  return Its;
}

void removeObject(const FoundObject &Its) {
  Arena &In = *Its.In;
  if (Its.At && isOwnChunk(ObjectCells[Its.Cell].Place)) {
    addTo(In.ReservedNow, -ObjectCells[Its.Cell].ChunkBytes);
  } else if (ArenaChunk *Of = isHeapFollowed() && (Its.At || Its.Entry->HasChunk)
                                  ? knownChunkOf(In, Its.Address)
                                  : nullptr) {
    In.Freeing = Of;
    if (Of->Objects && --Of->Objects == 0)
      dropChunk(*Of);
  }
  if (Its.At)
    __atomic_store_n(Its.At, entryWithout(ObjectCells[Its.Cell]), __ATOMIC_RELAXED);
  else
    Objects.remove(*Its.Entry);
}

/// It is of the cell from now on, in the same place.
static void setCell(const FoundObject &Its, uint32_t Cell) {
  --ObjectCells[Its.Cell].Count;
  ++ObjectCells[Cell].Count;
  __atomic_store_n(Its.At, objectEntry(ObjectCells[Cell], Its.Address), __ATOMIC_RELAXED);
}

bool setBlockOf(const FoundObject &Its, Shadow::Entry Block) {
  const uint64_t Before = ObjectCells[Its.Cell].ChunkBytes;
  const uint32_t Cell = cellIn(*Its.In, Its.Record, ObjectPlace::OfBlock, Block);
  if (!Cell)
    return false;
  setCell(Its, Cell);
  addTo(Its.In->ReservedNow, ObjectCells[Cell].ChunkBytes - Before);
  return true;
}

bool handObject(const FoundObject &Its, Arena &To) {
  ObjectCell &Of = ObjectCells[Its.Cell];
  const uint32_t Cell = cellIn(To, Its.Record, Of.Place, Of.Block);
  if (!Cell)
    return false;
  removeObject(Its);
  if (Its.At && isOwnChunk(Of.Place)) {
    if (Of.Block != Shadow::None)
      reserveChunk(To, Of.ChunkBytes);
    setCell(Its, Cell);
    return true;
  }
  --Of.Count;
  if (placeObject(To, Its.Address, Its.Record, /*IsLastBlock=*/false))
    return true;
  ++Of.Count; // It goes when the arena is emptied.
  if (Its.At)
    __atomic_fetch_add(&Of.Gone, 1, __ATOMIC_RELAXED);
  return false;
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
  const Shadow::Entry Its = At ? blockIn(__atomic_load_n(At, __ATOMIC_ACQUIRE)) : Shadow::None;
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
  ArenaName *New = ArenaNames.make(At);
  if (!New)
    return;
  if (!New->In)
    addNearby(Address, 1);
  *New = {At, &Its, Its.Birth};
}

Arena *findNamed(const void *Address) {
  const ArenaName *Known = ArenaNames.find(reinterpret_cast<uintptr_t>(Address));
  return Known && Known->isNeeded() ? Known->In : nullptr;
}

void forgetName(const void *Address) {
  if (ArenaName *Known = ArenaNames.find(reinterpret_cast<uintptr_t>(Address))) {
    ArenaNames.remove(*Known);
    addNearby(Address, -1);
  }
}

} // namespace allocsite
