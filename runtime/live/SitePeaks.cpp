//===- SitePeaks.cpp - The most that was alive of each site ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SitePeaks.h"
#include "Platform.h"
#include "Records.h"
#include "store/Profile.h"

namespace allocsite {

bool HasSitePeaks;

static constexpr uint32_t IndexMask = 2 * Records::IndexSize - 1;
static constexpr uint32_t MostPieces = Records::Most / ALLOCSITE_LIVE_RECORDS;

namespace {
struct KnownSite {
  uint64_t Site;
  int64_t Inherited; // bytes at the fork that made this process
};
} // namespace

// Sites are numbered as they come, from 1.
static uint32_t *SiteOf; // by record; 0: not known yet
static KnownSite *Known; // by number
static uint32_t *Index;  // open addressing, by site
static AllocSiteSitePeaks **Pieces;
static uint32_t Count, PieceCount;

template <typename T> static bool take(T *&Array, size_t Length) {
  Array = static_cast<T *>(mapSharedPages(Length * sizeof(T)));
  return Array;
}

bool startSitePeaks() {
  HasSitePeaks = take(SiteOf, Records::Most + 1) && take(Known, Records::Most + 1) &&
                 take(Index, IndexMask + size_t(1)) && take(Pieces, MostPieces);
  return HasSitePeaks;
}

static AllocSiteSitePeak *placeOf(uint32_t Number) {
  const uint32_t At = Number - 1;
  // Acquire: what is in the piece was written before.
  AllocSiteSitePeaks *In =
      __atomic_load_n(&Pieces[At / ALLOCSITE_LIVE_RECORDS], __ATOMIC_ACQUIRE);
  return In ? &In->Peaks[At % ALLOCSITE_LIVE_RECORDS] : nullptr;
}

AllocSiteSitePeak *findSitePeak(uint32_t Record) {
  // Acquire: as above; its piece is there, unless this process is a new one.
  uint32_t Number = __atomic_load_n(&SiteOf[Record], __ATOMIC_ACQUIRE);
  return __builtin_expect(Number != 0, true) ? placeOf(Number) : nullptr;
}

/// Those of the parent come with what is alive of them.
static bool makePieces(uint32_t UpTo) {
  for (; PieceCount <= (UpTo - 1) / ALLOCSITE_LIVE_RECORDS; ++PieceCount) {
    auto *New = static_cast<AllocSiteSitePeaks *>(
        allocate(ChunkKind::SitePeaks, sizeof(AllocSiteSitePeaks)).Memory);
    if (!New) {
      sayOutOfMemory();
      return false;
    }
    uint32_t First = PieceCount * ALLOCSITE_LIVE_RECORDS + 1;
    for (uint32_t I = 0; I < ALLOCSITE_LIVE_RECORDS && First + I <= Count; ++I) {
      const KnownSite &Its = Known[First + I];
      New->Peaks[I] = {Its.Site, Its.Inherited, Its.Inherited, 0};
    }
    // Release: a reader of the file takes it for no piece before that.
    __atomic_store_n(&New->IsPiece, uint64_t(1), __ATOMIC_RELEASE);
    __atomic_store_n(&Pieces[PieceCount], New, __ATOMIC_RELEASE);
  }
  return true;
}

static uint32_t numberOf(uint64_t Site, uint32_t &At) {
  for (At = static_cast<uint32_t>(Site * ALLOCSITE_SITE_FACTOR >> 40) & IndexMask;;
       At = (At + 1) & IndexMask) {
    uint32_t Number = Index[At];
    if (!Number || Known[Number].Site == Site)
      return Number;
  }
}

AllocSiteSitePeak *makeSitePeak(uint32_t Record) {
  LockGuard Guard;
  if (isOutOfMemory())
    return nullptr;
  const uint64_t Site = liveRecords().key(Record).Site;
  uint32_t At;
  uint32_t Number = numberOf(Site, At);
  const uint32_t Wanted = Number ? Number : Count + 1;
  if (!makePieces(Wanted))
    return nullptr;
  if (!Number) {
    Known[Wanted] = {Site, 0};
    Count = Index[At] = Wanted;
    __atomic_store_n(&placeOf(Wanted)->Site, Site, __ATOMIC_RELEASE);
  }
  __atomic_store_n(&SiteOf[Record], Wanted, __ATOMIC_RELEASE);
  return placeOf(Wanted);
}

// Relaxed: a number by itself. With several threads the order in which they come here is that
// in which blocks come and go.
void addToSite(AllocSiteSitePeak &Of, int64_t Bytes) {
  const int64_t Now = __atomic_add_fetch(&Of.Live, Bytes, __ATOMIC_RELAXED);
  int64_t Peak = __atomic_load_n(&Of.Peak, __ATOMIC_RELAXED);
  while (Now > Peak && !__atomic_compare_exchange_n(&Of.Peak, &Peak, Now, true,
                                                    __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
}

uint64_t ownPeak(uint32_t Record) {
  if (!HasSitePeaks)
    return 0;
  const AllocSiteSitePeak *Of = findSitePeak(Record);
  const uint32_t Number = SiteOf[Record];
  int64_t Its = Of ? Of->Peak : Number ? Known[Number].Inherited : 0;
  return Its > 0 ? static_cast<uint64_t>(Its) : 0;
}

void forkSitePeaks() {
  if (!HasSitePeaks)
    return;
  for (uint32_t I = 1; I <= Count; ++I)
    Known[I].Inherited = 0;
  for (uint32_t I = 1; I <= liveRecords().count(); ++I)
    if (uint32_t Number = SiteOf[I])
      Known[Number].Inherited +=
          static_cast<int64_t>(liveRecords().inherited(I) * liveRecords().key(I).Size);
  for (uint32_t I = 0; I < PieceCount; ++I)
    Pieces[I] = nullptr;
  PieceCount = 0;
}

} // namespace allocsite
