//===- Records.cpp - What blocks are counted as ---------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Records.h"
#include "BlockGenerations.h"
#include "Platform.h"
#include "store/Profile.h"

namespace allocsite {

static constexpr uint32_t IndexMask = 2 * Records::IndexSize - 1;
static constexpr uint32_t MostPieces = Records::Most / ALLOCSITE_LIVE_RECORDS;

static Records TheRecords;
Records &liveRecords() { return TheRecords; }

template <typename T> static bool take(T *&Array, size_t Count) {
  Array = static_cast<T *>(mapSharedPages(Count * sizeof(T)));
  return Array;
}

bool Records::start() {
  return take(Keys, Most + 1) && take(Index, IndexMask + size_t(1)) &&
         take(Inherited, Most + 1) && take(Pieces, MostPieces) &&
         take(Generations, MostPieces);
}

static bool isSame(const LiveKey &A, const LiveKey &B) {
  return A.Tag == B.Tag && A.Context == B.Context && A.Site == B.Site && A.Size == B.Size &&
         A.Generation == B.Generation;
}

/// None, and where it would go.
uint32_t Records::lookUp(const LiveKey &Key, uint32_t &At) const {
  const uint64_t Hash = Key.Tag ^ Key.Generation * ALLOCSITE_SITE_FACTOR;
  for (At = static_cast<uint32_t>(Hash >> 20) & IndexMask;; At = (At + 1) & IndexMask) {
    // Acquire: the key is there before its number is.
    uint32_t Number = __atomic_load_n(&Index[At], __ATOMIC_ACQUIRE);
    if (Number == None || isSame(Keys[Number], Key))
      return Number;
  }
}

uint32_t Records::known(const LiveKey &Key) const {
  uint32_t At;
  return lookUp(Key, At);
}

uint32_t Records::make(const LiveKey &Key) {
  uint32_t At;
  LockGuard Guard;
  if (uint32_t Known = lookUp(Key, At))
    return Known;
  if (Count == Most || isOutOfMemory())
    return None;
  uint32_t New = Count + 1;
  Keys[New] = Key;
  if (!write(New))
    return None;
  __atomic_store_n(&Count, New, __ATOMIC_RELEASE);
  __atomic_store_n(&Index[At], New, __ATOMIC_RELEASE);
  return New;
}

void Records::setHeader(uint32_t Record, uint16_t Bytes) {
  // Relaxed: whoever still reads the old one takes the block for one that is not handed on.
  __atomic_store_n(&Keys[Record].Header, Bytes, __ATOMIC_RELAXED);
  for (uint16_t &Each : Headers) {
    uint16_t Before = 0;
    if (__atomic_compare_exchange_n(&Each, &Before, Bytes, false, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED) ||
        Before == Bytes)
      return;
  }
}

void Records::dropFile() {
  PieceCount = 0;
  dropFileOfBlockGenerations();
}

/// Those of a piece's records. False if memory is short.
bool Records::makeGenerations(uint32_t Piece) {
  if (!HasBlockGenerations)
    return true;
  auto *New = static_cast<AllocSiteRecordGenerations *>(
      allocate(ChunkKind::RecordGenerations, sizeof(AllocSiteRecordGenerations)).Memory);
  if (!New || !recordBlockGenerations())
    return false;
  const uint32_t First = Piece * ALLOCSITE_LIVE_RECORDS + 1;
  for (uint32_t I = 0; I < ALLOCSITE_LIVE_RECORDS && First + I <= Count; ++I)
    New->Generations[I] = Keys[First + I].Generation;
  // Release: as below.
  __atomic_store_n(&New->First, uint64_t(First), __ATOMIC_RELEASE);
  Generations[Piece] = New;
  return true;
}

/// Whatever precedes it is there, too: of a child's records, those of the parent.
AllocSiteLiveRecords *Records::piece(uint32_t Number) {
  for (; PieceCount <= Number; ++PieceCount) {
    auto *New = static_cast<AllocSiteLiveRecords *>(
        allocate(ChunkKind::LiveRecords, sizeof(AllocSiteLiveRecords)).Memory);
    if (!New || !makeGenerations(PieceCount)) {
      sayOutOfMemory();
      return nullptr;
    }
    uint32_t First = PieceCount * ALLOCSITE_LIVE_RECORDS + 1;
    for (uint32_t I = 0; I < ALLOCSITE_LIVE_RECORDS && First + I <= Count; ++I) {
      const LiveKey &Key = Keys[First + I];
      New->Records[I] = {Key.Context, Key.Site, Key.Size, Inherited[First + I]};
      New->InArena |= uint64_t(Key.InArena) << I;
    }
    // Release: a reader of the file takes it for no piece before that.
    __atomic_store_n(&New->First, uint64_t(First), __ATOMIC_RELEASE);
    Pieces[PieceCount] = New;
  }
  return Pieces[Number];
}

/// Writes one that is not counted yet.
bool Records::write(uint32_t Record) {
  AllocSiteLiveRecords *In = piece((Record - 1) / ALLOCSITE_LIVE_RECORDS);
  if (!In)
    return false;
  AllocSiteLiveRecord &To = In->Records[(Record - 1) % ALLOCSITE_LIVE_RECORDS];
  To.Context = Keys[Record].Context;
  To.Size = Keys[Record].Size;
  In->InArena |= uint64_t(Keys[Record].InArena) << ((Record - 1) % ALLOCSITE_LIVE_RECORDS);
  if (HasBlockGenerations)
    Generations[(Record - 1) / ALLOCSITE_LIVE_RECORDS]
        ->Generations[(Record - 1) % ALLOCSITE_LIVE_RECORDS] = Keys[Record].Generation;
  // Release: from here on it is a record.
  __atomic_store_n(&To.Site, Keys[Record].Site, __ATOMIC_RELEASE);
  return true;
}

AllocSiteLiveRecords *Records::state() {
  // Of a child: all that blocks may be counted as.
  return piece(Count ? (Count - 1) / ALLOCSITE_LIVE_RECORDS : 0) ? Pieces[0] : nullptr;
}

} // namespace allocsite
