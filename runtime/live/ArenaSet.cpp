//===- ArenaSet.cpp - The arenas that live, by their addresses ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ArenaSet.h"
#include "AddressTable.h"
#include "ArenaRoom.h"
#include "Platform.h"
#include "arch/Machine.h"
#include "profile/ArenaTally.h"
#include "store/Profile.h"

#include <sys/syscall.h>
#include <unistd.h>

namespace allocsite {

static constexpr uint32_t MostArenas = 1u << 20;
static constexpr uint32_t MostMakers = 1u << 16, MakerIndexMask = 2 * MostMakers - 1;
static constexpr uint32_t PieceOf = ALLOCSITE_ARENAS;

/// As many as a piece of the file has.
struct ArenaPiece {
  AllocSiteArenas *File;
  Arena Arenas[PieceOf];
};

namespace {
struct ArenaPlace {
  uintptr_t Address;
  Arena *Its;
  bool isNeeded() const { return true; }
};
AddressTable<ArenaPlace> Places;
} // namespace

static ArenaPiece **Pieces;
static uint32_t PieceCount;
static Arena *FreeArenas; // by Next

struct MakerKey {
  uint64_t Context, Site;
};
static MakerKey *Makers;
static uint32_t *MakerIndex; // open addressing; a number, from 1
static AllocSiteArenaMakers **MakerPieces;
static uint32_t MakerCount;

//===----------------------------------------------------------------------===//
// The lock
//===----------------------------------------------------------------------===//

static char *LockHolder; // the thread pointer of who holds it

/// False where this thread has it already.
static bool lockArenas() {
  char *Me = threadPointer();
  // Relaxed: only this thread stores what it compares with.
  if (__atomic_load_n(&LockHolder, __ATOMIC_RELAXED) == Me)
    return false;
  for (;;) {
    char *Nobody = nullptr;
    // Acquire, with the release below: who holds it sees what was done under it.
    if (__atomic_compare_exchange_n(&LockHolder, &Nobody, Me, false, __ATOMIC_ACQUIRE,
                                    __ATOMIC_RELAXED))
      return true;
    syscall(SYS_sched_yield);
  }
}

static void unlockArenas() {
  __atomic_store_n(&LockHolder, static_cast<char *>(nullptr), __ATOMIC_RELEASE);
}

ArenaGuard::ArenaGuard() : Has(lockArenas()) {}
ArenaGuard::~ArenaGuard() {
  if (Has)
    unlockArenas();
}

template <typename T> static bool reserve(T *&Array, size_t Count) {
  Array = static_cast<T *>(mapSharedPages(Count * sizeof(T)));
  return Array;
}

bool startArenas() {
  return reserve(Pieces, MostArenas / PieceOf) && reserve(Makers, MostMakers + 1) &&
         reserve(MakerIndex, MakerIndexMask + size_t(1)) &&
         reserve(MakerPieces, MostMakers / PieceOf);
}

//===----------------------------------------------------------------------===//
// Who makes them
//===----------------------------------------------------------------------===//

static uint64_t mix(uint64_t Word) { return Word * ALLOCSITE_SITE_FACTOR; }

static AllocSiteArenaMaker &maker(uint32_t Number) {
  return MakerPieces[(Number - 1) / PieceOf]->Makers[(Number - 1) % PieceOf];
}

const AllocSiteArenaMaker &makerOf(const Arena &Its) { return maker(Its.Maker); }

/// The record of a maker whose key is there.
static bool writeMaker(uint32_t Number) {
  AllocSiteArenaMakers *&In = MakerPieces[(Number - 1) / PieceOf];
  if (!In) {
    LockGuard Guard;
    In = static_cast<AllocSiteArenaMakers *>(
        allocate(ChunkKind::ArenaMakers, sizeof(AllocSiteArenaMakers)).Memory);
    if (!In) {
      sayOutOfMemory();
      return false;
    }
    // Release: a reader of the file takes it for no piece before that.
    __atomic_store_n(&In->First, uint64_t((Number - 1) / PieceOf * PieceOf + 1),
                     __ATOMIC_RELEASE);
  }
  AllocSiteArenaMaker &To = maker(Number);
  To.Context = Makers[Number].Context;
  // Release: from here on it is a maker.
  __atomic_store_n(&To.Site, Makers[Number].Site, __ATOMIC_RELEASE);
  return true;
}

/// Its number, or 0 where there is no room.
static uint32_t numberOfMaker(uint64_t Context, uint64_t Site) {
  uint32_t At = static_cast<uint32_t>(mix(mix(Context) + Site) >> 40) & MakerIndexMask;
  for (; uint32_t Number = MakerIndex[At]; At = (At + 1) & MakerIndexMask)
    if (Makers[Number].Context == Context && Makers[Number].Site == Site)
      return Number;
  if (MakerCount == MostMakers || isOutOfMemory())
    return 0;
  const uint32_t New = MakerCount + 1;
  Makers[New] = {Context, Site};
  if (!writeMaker(New))
    return 0;
  __atomic_store_n(&MakerCount, New, __ATOMIC_RELEASE);
  MakerIndex[At] = New;
  return New;
}

//===----------------------------------------------------------------------===//
// Arenas
//===----------------------------------------------------------------------===//

Arena *findArenaAt(const void *Address) {
  const ArenaPlace *Known = Places.find(reinterpret_cast<uintptr_t>(Address));
  return Known ? Known->Its : nullptr;
}

Arena *findArena(const void *Address) {
  Arena *Its = findArenaAt(Address);
  return Its ? Its : findNamed(Address);
}

uint8_t Nearby[1u << Log2Nearby];

void addNearby(const void *Address, int More) {
  uint8_t &Count = Nearby[nearbyPlace(Address)];
  if (Count != UINT8_MAX)
    __atomic_store_n(&Count, static_cast<uint8_t>(Count + More), __ATOMIC_RELAXED);
}

/// False if memory is short.
static bool enter(Arena &Its) {
  ArenaPlace *New = Places.make(reinterpret_cast<uintptr_t>(Its.Address));
  if (!New)
    return false;
  New->Its = &Its;
  addNearby(Its.Address, 1);
  return true;
}

static void leave(const Arena &Its) {
  addNearby(Its.Address, -1);
  Places.remove(*Places.find(reinterpret_cast<uintptr_t>(Its.Address)));
}

static AllocSiteArenas *makeFilePiece() {
  LockGuard Guard;
  auto *New = static_cast<AllocSiteArenas *>(
      allocate(ChunkKind::Arenas, sizeof(AllocSiteArenas)).Memory);
  if (!New) {
    sayOutOfMemory();
    return nullptr;
  }
  // Release: a reader of the file takes it for no piece before that.
  __atomic_store_n(&New->IsPiece, uint64_t(1), __ATOMIC_RELEASE);
  return New;
}

static bool makePiece() {
  if (PieceCount == MostArenas / PieceOf || isOutOfMemory())
    return false;
  auto *New = static_cast<ArenaPiece *>(mapSharedPages(sizeof(ArenaPiece)));
  if (!New || !(New->File = makeFilePiece()))
    return false;
  for (uint32_t I = PieceOf; I-- > 0;) {
    Arena &Each = New->Arenas[I];
    Each.File = &New->File->Arenas[I];
    Each.Next = FreeArenas;
    FreeArenas = &Each;
  }
  Pieces[PieceCount] = New;
  __atomic_store_n(&PieceCount, PieceCount + 1, __ATOMIC_RELEASE);
  return true;
}

Arena *makeArena(const void *Address, uint64_t Context, uint64_t Site) {
  const uint32_t Maker = numberOfMaker(Context, Site);
  if (!Maker || (!FreeArenas && !makePiece()))
    return nullptr;
  Arena &New = *FreeArenas;
  New.Address = Address;
  if (!enter(New)) {
    New.Address = nullptr;
    return nullptr;
  }
  FreeArenas = New.Next;
  New.Next = New.Previous = New.Parent = New.Children = nullptr;
  New.Journal = New.Inside;
  New.Capacity = Arena::InItself;
  New.Used = New.Handovers =
      0; // The cells are those of the arena before: the next one is often alike.
  New.Copied = nullptr;
  New.Owner = nullptr;
  New.HasAlone = New.IsOrdered = false;
  New.Chunk = New.ChunkSize = New.ReservedNow = 0;
  New.Filling = New.Freeing = New.Chunks = nullptr;
  New.Maker = Maker;
  clearWords(&New.File->Objects, sizeof(AllocSiteArena) - sizeof(uint64_t));
  // Release: a reader of the file takes it for no arena before that.
  __atomic_store_n(&New.File->Maker, uint64_t(Maker), __ATOMIC_RELEASE);
  return &New;
}

void adoptArena(Arena &Its, uint64_t Context, uint64_t Site) {
  const uint32_t Maker = numberOfMaker(Context, Site);
  if (!Maker)
    return;
  Its.Maker = Maker;
  __atomic_store_n(&Its.File->Maker, uint64_t(Maker), __ATOMIC_RELEASE);
}

void moveArena(Arena &Its, const void *To) {
  const void *From = Its.Address;
  Its.Address = To;
  if (!enter(Its)) {
    Its.Address = From; // There is no memory for the move.
    return;
  }
  Its.Address = From;
  leave(Its);
  Its.Address = To;
}

void setParent(Arena &Child, Arena &Parent) {
  Child.Parent = &Parent;
  Child.Next = Parent.Children;
  if (Child.Next)
    Child.Next->Previous = &Child;
  Parent.Children = &Child;
}

void setParentless(Arena &Its) {
  if (Its.Next)
    Its.Next->Previous = Its.Previous;
  if (Its.Previous)
    Its.Previous->Next = Its.Next;
  else if (Its.Parent)
    Its.Parent->Children = Its.Next;
  Its.Next = Its.Previous = Its.Parent = nullptr;
}

void endArena(Arena &Its, bool IsSeen) {
  ArenaTally Ended = tallyOf(*Its.File);
  Ended.Alive = Ended.LiveObjects = Ended.LiveBytes = 0;
  Ended.Destroyed = IsSeen;
  AllocSiteArenaMaker &Of = maker(Its.Maker);
  // Who is killed in between has lost one arena that has ended, and counts none twice. The fence:
  // whoever sees the maker's counts does not see the arena.
  __atomic_store_n(&Its.File->Maker, uint64_t(0), __ATOMIC_RELEASE);
  __atomic_thread_fence(__ATOMIC_RELEASE);
  Ended.merge(tallyOf(Of));
#define ALLOCSITE_ARENA_MEASURE(Name, Title, Word, Unit, Merge)                               \
  __atomic_store_n(&Of.Name, Ended.Name, __ATOMIC_RELAXED);
#include "allocsite/ArenaMeasures.inc"
  leave(Its);
  dropChunks(Its);
  setParentless(Its);
  Its.Address = nullptr;
  ++Its.Life;
  ++Its.Birth;
  if (Its.Journal != Its.Inside)
    giveRoom(Its.Journal, Its.Capacity * sizeof(uint32_t));
  Its.Next = FreeArenas;
  FreeArenas = &Its;
}

//===----------------------------------------------------------------------===//
// The journal
//===----------------------------------------------------------------------===//

static bool spill(Arena &Its) {
  while (Its.Used) {
    // Many are of the same record as the one before.
    const uint32_t Record = Its.Journal[Its.Used - 1];
    uint32_t First = Its.Used - 1;
    while (First && Its.Journal[First - 1] == Record)
      --First;
    const uint32_t To = cellIn(Its, Record, ObjectPlace::Elsewhere);
    if (!To)
      return false;
    ObjectCells[To].Count += Its.Used - First;
    Its.Used = First;
  }
  return true;
}

/// Twice as much. False if memory is short.
static bool grow(Arena &Its) {
  const uint32_t Capacity = Its.Capacity * 2;
  auto *Larger = static_cast<uint32_t *>(takeRoom(Capacity * sizeof(uint32_t)));
  if (!Larger)
    return false;
  for (uint32_t I = 0; I < Its.Used; ++I)
    Larger[I] = Its.Journal[I];
  if (Its.Journal != Its.Inside)
    giveRoom(Its.Journal, Its.Capacity * sizeof(uint32_t));
  Its.Journal = Larger;
  Its.Capacity = Capacity;
  return true;
}

bool makeRoom(Arena &Its) {
  if (Its.Used + 1 < Its.Capacity)
    return true;
  if (Its.Used > Its.Capacity)
    Its.Used = Its.Capacity; // Handlers have come by.
  const bool MaySpill = Its.Capacity >= Arena::MostInJournal && !Its.IsOrdered;
  return (MaySpill && spill(Its)) || grow(Its);
}

//===----------------------------------------------------------------------===//
// Forks
//===----------------------------------------------------------------------===//

template <typename Function> static void forEachArena(Function Use) {
  const uint32_t Count = __atomic_load_n(&PieceCount, __ATOMIC_ACQUIRE);
  for (uint32_t I = 0; I < Count; ++I)
    for (Arena &Each : Pieces[I]->Arenas)
      if (Each.Address)
        Use(Each);
}

static bool HoldsForFork;

void prepareArenaFork() {
  if (!Pieces)
    return;
  HoldsForFork = lockArenas();
  forEachArena([](Arena &Each) { Each.AtFork = *Each.File; });
}

void endArenaFork() {
  if (Pieces && HoldsForFork)
    unlockArenas();
}

/// What lives goes on in a file of its own; what had ended is the parent's.
void forkArenas() {
  if (!Pieces)
    return;
  for (uint32_t I = 0; I * PieceOf < MakerCount; ++I)
    MakerPieces[I] = nullptr;
  for (uint32_t I = 1; I <= MakerCount; ++I)
    if (!writeMaker(I)) {
      MakerCount = I - 1; // There is no memory: what is made from now on is not followed.
      break;
    }
  for (uint32_t I = 0; I < PieceCount; ++I) {
    ArenaPiece &Of = *Pieces[I];
    Of.File = makeFilePiece();
    for (uint32_t J = 0; J < PieceOf; ++J) {
      Arena &Each = Of.Arenas[J];
      static AllocSiteArena Nowhere;
      Each.File = Of.File ? &Of.File->Arenas[J] : &Nowhere;
      Each.Owner = nullptr;
      Each.Handovers = 0;
      if (Each.Address)
        *Each.File = Each.AtFork;
    }
  }
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

bool areArenasMade() { return __atomic_load_n(&MakerCount, __ATOMIC_RELAXED) != 0; }

bool visitArenas(const ArenaVisitor &Visitor) {
  const uint32_t Count = __atomic_load_n(&MakerCount, __ATOMIC_ACQUIRE);
  for (uint32_t I = 1; I <= Count; ++I)
    if (!Visitor.Maker(Visitor.Closure, maker(I)))
      return false;
  bool Goes = true;
  forEachArena([&](Arena &Each) {
    // Acquire: the counts are this arena's, and not those of an earlier one in its place.
    const uint64_t Maker = __atomic_load_n(&Each.File->Maker, __ATOMIC_ACQUIRE);
    if (Goes && Maker && Maker <= Count)
      Goes = Visitor.Living(Visitor.Closure, maker(static_cast<uint32_t>(Maker)), *Each.File);
  });
  return Goes;
}

} // namespace allocsite
