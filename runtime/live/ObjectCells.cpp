//===- ObjectCells.cpp - What an arena holds of a record ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ObjectCells.h"
#include "Records.h"
#include "allocsite/Tag.h"
#include "profile/System.h"

namespace allocsite {

ObjectCell *ObjectCells;
Shadow InsideShadow;
Shadow::Entry FirstObject = Shadow::BeingFreed;

static constexpr uint32_t MostCells = 1u << Log2ObjectCells;
static uint32_t CellCount = 1, FreeCells;
static uint32_t FirstOver, LastOver; // cells with entries that are not gone, the oldest first

bool startObjectCells(bool OfBlocks) {
  constexpr unsigned Log2Granule = 4;
  ObjectCells = static_cast<ObjectCell *>(mapSharedPages(MostCells * sizeof(ObjectCell)));
  if (!ObjectCells || !InsideShadow.start(Log2Granule))
    return false;
  InsideShadow.setInherited(false);
  ObjectCells[0].Mark = ~Shadow::Entry(0); // None names it, and is no object.
  if (OfBlocks)
    FirstObject = ObjectBit;
  return true;
}

//===----------------------------------------------------------------------===//
// The index: open addressing, by what makes cells different
//===----------------------------------------------------------------------===//

static uint32_t *Index;
static unsigned Log2Index;
static uint32_t UsedInIndex;

static size_t indexMask() { return (size_t(1) << Log2Index) - 1; }

static size_t placeOf(const Arena *In, uint32_t Record, ObjectPlace Place,
                      Shadow::Entry Block) {
  uint64_t Mixed = reinterpret_cast<uintptr_t>(In) * ALLOCSITE_SITE_FACTOR;
  Mixed = (Mixed + Record) * ALLOCSITE_SITE_FACTOR;
  Mixed =
      (Mixed + (uint64_t(Block) << 2 | static_cast<uint32_t>(Place))) * ALLOCSITE_SITE_FACTOR;
  return static_cast<size_t>(Mixed >> (64 - Log2Index));
}
static size_t placeOf(uint32_t Number) {
  const ObjectCell &Its = ObjectCells[Number];
  return placeOf(Its.In, Its.Record, Its.Place, Its.Block);
}

static void enter(uint32_t Number) {
  size_t At = placeOf(Number);
  while (Index[At])
    At = (At + 1) & indexMask();
  Index[At] = Number;
}

static bool growIndex() {
  uint32_t *const Old = Index;
  const size_t OldSize = Old ? indexMask() + 1 : 0;
  const unsigned Log2 = Old ? Log2Index + 1 : 10;
  auto *Larger = static_cast<uint32_t *>(mapSharedPages(sizeof(uint32_t) << Log2));
  if (!Larger)
    return false;
  Index = Larger;
  Log2Index = Log2;
  for (size_t I = 0; I < OldSize; ++I)
    if (Old[I])
      enter(Old[I]);
  if (Old)
    unmapPages(Old, OldSize * sizeof(uint32_t));
  return true;
}

/// What stands behind it moves up where a search would no longer come to it.
static void leave(uint32_t Number) {
  size_t At = placeOf(Number);
  while (Index[At] != Number)
    At = (At + 1) & indexMask();
  for (size_t I = (At + 1) & indexMask(); Index[I]; I = (I + 1) & indexMask())
    if (((I - placeOf(Index[I])) & indexMask()) >= ((I - At) & indexMask())) {
      Index[At] = Index[I];
      At = I;
    }
  Index[At] = 0;
  --UsedInIndex;
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

static void freeCell(uint32_t Number) {
  ObjectCells[Number] = {};
  ObjectCells[Number].Next = FreeCells;
  FreeCells = Number;
}

static bool areEntriesGone(const ObjectCell &Its) {
  return __atomic_load_n(&Its.Gone, __ATOMIC_RELAXED) == Its.Stale;
}

static void waitForEntries(uint32_t Number) {
  ObjectCells[Number].Next = 0;
  (FirstOver ? ObjectCells[LastOver].Next : FirstOver) = Number;
  LastOver = Number;
}

/// The oldest of those that are over is looked at first: what is in its place goes to the end.
static void reclaimSome() {
  for (unsigned I = 0; I < 2 && FirstOver; ++I) {
    const uint32_t Number = FirstOver;
    FirstOver = ObjectCells[Number].Next;
    if (areEntriesGone(ObjectCells[Number]))
      freeCell(Number);
    else
      waitForEntries(Number);
  }
}

static uint32_t takeCell() {
  if (!FreeCells)
    reclaimSome();
  if (const uint32_t Number = FreeCells) {
    FreeCells = ObjectCells[Number].Next;
    return Number;
  }
  return CellCount < MostCells ? CellCount++ : 0;
}

bool areCellsPlenty() { return CellCount < MostCells / 2; }

uint32_t findOrMakeCell(Arena &In, uint32_t &First, uint32_t Record, ObjectPlace Place,
                        Shadow::Entry Block) {
  if ((!Index || UsedInIndex * 2 >= indexMask()) && !growIndex())
    return 0;
  size_t At = placeOf(&In, Record, Place, Block);
  for (; const uint32_t Number = Index[At]; At = (At + 1) & indexMask()) {
    const ObjectCell &Its = ObjectCells[Number];
    if (Its.In == &In && Its.Record == Record && Its.Place == Place && Its.Block == Block)
      return Number;
  }
  const uint32_t New = takeCell();
  if (!New)
    return 0;
  ObjectCell &Its = ObjectCells[New];
  Its = {};
  Its.In = &In;
  Its.Record = Record;
  Its.Place = Place;
  Its.Block = Block;
  Its.Next = First;
  Its.Size = liveRecords().key(Record).Size;
  if (Block != Shadow::None)
    Its.ChunkBytes = liveRecords().key(Block & Records::NumberMask).Size;
  if (Place != ObjectPlace::Elsewhere)
    Its.Mark = ObjectBit | New << ObjectOffsetBits;
  // Release: whoever finds an entry in the shadow finds the block that the cell keeps.
  __atomic_thread_fence(__ATOMIC_RELEASE);
  First = New;
  Index[At] = New;
  ++UsedInIndex;
  return New;
}

/// Its entries say nothing from now on. False where it has had all its lives.
static bool beginLife(ObjectCell &Its) {
  constexpr Shadow::Entry One = ObjectBit >> 6,
                          LastLife = 62 * One; // with 63, one would be BeingFreed
  Its.Stale += Its.Count;
  Its.Count = 0;
  Its.Mark += One;
  return (Its.Mark & 63 * One) <= LastLife;
}

bool endCell(uint32_t Number, bool GoesOn) {
  constexpr uint32_t MostIdle = 8;
  ObjectCell &Its = ObjectCells[Number];
  Its.Idle = Its.Count ? 0 : Its.Idle + 1;
  bool MayGoOn = Its.Idle < MostIdle;
  if (Its.Place == ObjectPlace::Elsewhere)
    Its.Count = 0;
  else if (Its.Count)
    MayGoOn = beginLife(Its);
  if (GoesOn && MayGoOn)
    return true;
  leave(Number);
  Its.In = nullptr;
  Its.Of = nullptr;
  Its.Mark = 0;
  if (areEntriesGone(Its))
    freeCell(Number);
  else
    waitForEntries(Number);
  return false;
}

} // namespace allocsite
