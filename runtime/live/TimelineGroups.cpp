//===- TimelineGroups.cpp - What was alive when, by kind ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TimelineGroups.h"
#include "Platform.h"
#include "Records.h"
#include "State.h"
#include "profile/Sampling.h"
#include "store/Profile.h"

namespace allocsite {

static constexpr uint32_t Sizes = ALLOCSITE_TIMELINE_SIZES;
static constexpr uint32_t Allocators = ALLOCSITE_TIMELINE_ALLOCATORS;
static constexpr uint32_t MostCells = GroupsThread::MostCells;
/// Those of allocators, then the sizes of blocks, then the sizes of objects.
static constexpr uint32_t Groups = Allocators + 2 * Sizes;

namespace {

struct AllocatorGroup {
  uint64_t Site;   // one of it; 0: of all that have none of their own
  uint32_t Number; // of its name (SiteBlocks.cpp)
  bool InArena;
};

struct GroupTables {
  uint16_t CellOf[Records::Most + 1];
  CellCounts Inherited[MostCells];
  uint16_t Used[MostCells]; // cells, in the order in which they were made
  uint32_t UsedCount;
  bool IsUsed[MostCells];
  AllocatorGroup OfAllocators[Allocators]; // the first two are of all others
  uint32_t AllocatorCount;
  AllocSiteTimelineGroup *Pieces[Groups];
  CellCounts Sums[Groups]; // of the one who writes a point
};

} // namespace

const uint16_t *CellsOfRecords;
static GroupTables *Its;
static GroupsThread *All;

bool startGroups() {
  if (!Its) {
    Its = static_cast<GroupTables *>(mapSharedPages(sizeof(GroupTables)));
    if (!Its)
      return false;
    CellsOfRecords = Its->CellOf;
    Its->OfAllocators[1].InArena = true;
    Its->AllocatorCount = 2;
  }
  All = nullptr;
  for (CellCounts &Each : Its->Inherited)
    Each = {};
  for (AllocSiteTimelineGroup *&Each : Its->Pieces)
    Each = nullptr;
  return true;
}

void beginInGroups(GroupsThread &New) {
  New.NextGroups = All;
  // Release: whoever sees it sees the next.
  __atomic_store_n(&All, &New, __ATOMIC_RELEASE);
}

static uint32_t sizeClassOf(uint64_t Bytes) {
  const uint32_t Class =
      Bytes < 2 ? 0 : 64 - static_cast<uint32_t>(__builtin_clzll(Bytes - 1));
  return Class < Sizes ? Class : Sizes - 1;
}

/// Hold RuntimeLock.
static uint32_t allocatorGroupOf(const LiveKey &Key) {
  const uint32_t Number = allocatorNumber(Key.Site), Others = Key.InArena;
  if (!Number)
    return Others;
  for (uint32_t I = 2; I < Its->AllocatorCount; ++I)
    if (Its->OfAllocators[I].Number == Number && Its->OfAllocators[I].InArena == Key.InArena)
      return I;
  if (Its->AllocatorCount == Allocators)
    return Others;
  Its->OfAllocators[Its->AllocatorCount] = {Key.Site, Number, Key.InArena};
  return Its->AllocatorCount++;
}

static uint32_t groupOfSizes(uint32_t Cell) {
  const bool InArena = Its->OfAllocators[Cell / Sizes].InArena;
  return Allocators + (InArena ? Sizes : 0) + Cell % Sizes;
}

/// Nothing if memory is short. Hold RuntimeLock.
static void makePiece(uint32_t Group) {
  if (Its->Pieces[Group] || isOutOfMemory())
    return;
  auto *New = static_cast<AllocSiteTimelineGroup *>(
      allocate(ChunkKind::TimelineGroups, sizeof(AllocSiteTimelineGroup)).Memory);
  if (!New) {
    sayOutOfMemory();
    return;
  }
  const bool IsOfSizes = Group >= Allocators;
  if (IsOfSizes) {
    New->InArena = Group >= Allocators + Sizes;
    New->SizeClass = (Group - Allocators) % Sizes;
  } else {
    New->InArena = Its->OfAllocators[Group].InArena;
    New->Site = Its->OfAllocators[Group].Site;
  }
  // Release: a reader of the file takes it for no piece before that.
  __atomic_store_n(
      &New->By, uint64_t(IsOfSizes ? ALLOCSITE_GROUP_BY_SIZE : ALLOCSITE_GROUP_BY_ALLOCATOR),
      __ATOMIC_RELEASE);
  __atomic_store_n(&Its->Pieces[Group], New, __ATOMIC_RELEASE);
}

static void makePieces(uint32_t Cell) {
  makePiece(Cell / Sizes);
  makePiece(groupOfSizes(Cell));
}

void makeGroupPieces() {
  for (uint32_t I = 0; I < Its->UsedCount; ++I)
    makePieces(Its->Used[I]);
}

RecordCell makeCell(uint32_t Record) {
  LockGuard Guard;
  if (RecordCell Known = cellOf(Record))
    return Known;
  const LiveKey &Key = liveRecords().key(Record);
  const uint32_t Cell = allocatorGroupOf(Key) * Sizes + sizeClassOf(Key.Size);
  if (!Its->IsUsed[Cell]) {
    Its->IsUsed[Cell] = true;
    makePieces(Cell);
    Its->Used[Its->UsedCount] = static_cast<uint16_t>(Cell);
    // Release: whoever reads that many sees them.
    __atomic_store_n(&Its->UsedCount, Its->UsedCount + 1, __ATOMIC_RELEASE);
  }
  __atomic_store_n(&Its->CellOf[Record],
                   static_cast<uint16_t>((Cell + 1) | (Key.InArena ? 0x8000u : 0)),
                   __ATOMIC_RELEASE);
  return cellOf(Record);
}

static void addTo(CellCounts &To, const CellCounts &More) {
  To.Blocks += More.Blocks;
  To.Bytes += More.Bytes;
}

void addInherited(uint32_t Record, const CellCounts &Counts) {
  const RecordCell Cell = cellOf(Record);
  if (!Cell)
    return;
  addTo(Its->Inherited[Cell.number()], Counts);
}

static AllocSiteTimelineGroup *pieceOf(uint32_t Group) {
  return __atomic_load_n(&Its->Pieces[Group], __ATOMIC_ACQUIRE);
}

void addGroupPoints(uint64_t Which, uint64_t At) {
  const uint32_t Count = __atomic_load_n(&Its->UsedCount, __ATOMIC_ACQUIRE);
  for (CellCounts &Each : Its->Sums)
    Each = {};
  for (uint32_t I = 0; I < Count; ++I) {
    const uint32_t Cell = Its->Used[I];
    CellCounts Sum = Its->Inherited[Cell];
    for (GroupsThread *Each = __atomic_load_n(&All, __ATOMIC_ACQUIRE); Each;
         Each = Each->NextGroups) {
      Sum.Blocks += __atomic_load_n(&Each->Cells[Cell].Blocks, __ATOMIC_RELAXED);
      Sum.Bytes += __atomic_load_n(&Each->Cells[Cell].Bytes, __ATOMIC_RELAXED);
    }
    addTo(Its->Sums[Cell / Sizes], Sum);
    addTo(Its->Sums[groupOfSizes(Cell)], Sum);
  }
  // While threads run, what one has allocated may be missing and not what another freed.
  auto atLeast0 = [](int64_t Number) {
    return Number < 0 ? 0 : static_cast<uint64_t>(Number);
  };
  for (uint32_t I = 0; I < Groups; ++I)
    if (AllocSiteTimelineGroup *To = pieceOf(I))
      To->Points[Which][At] = {
          samplingOf(TheState.Sampling).whole(atLeast0(Its->Sums[I].Blocks)),
          atLeast0(Its->Sums[I].Bytes)};
}

void halveGroupPoints(uint64_t Which) {
  for (uint32_t I = 0; I < Groups; ++I)
    if (AllocSiteTimelineGroup *Of = pieceOf(I))
      for (unsigned J = 0; J < ALLOCSITE_TIMELINE_POINTS / 2; ++J)
        Of->Points[1 - Which][J] = Of->Points[Which][2 * J + 1];
}

void visitGroups(const GroupVisitor &Visitor) {
  for (uint32_t I = 0; I < Groups; ++I)
    if (const AllocSiteTimelineGroup *Of = pieceOf(I))
      Visitor.Group(Visitor.Closure, *Of);
}

} // namespace allocsite
