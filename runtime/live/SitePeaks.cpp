//===- SitePeaks.cpp - The most that was alive of each site ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SitePeaks.h"
#include "Platform.h"
#include "Records.h"
#include "ShownSites.h"
#include "store/Profile.h"

namespace allocsite {

bool HasSitePeaks;

static constexpr uint32_t MostPieces = Records::Most / ALLOCSITE_LIVE_RECORDS;

// By number of ShownSites.h.
static int64_t *Inherited; // bytes at the fork that made this process
static AllocSiteSitePeaks **Pieces;
static uint32_t PieceCount;

template <typename T> static bool take(T *&Array, size_t Length) {
  Array = static_cast<T *>(mapSharedPages(Length * sizeof(T)));
  return Array;
}

bool startSitePeaks() {
  HasSitePeaks =
      startShownSites() && take(Inherited, Records::Most + 1) && take(Pieces, MostPieces);
  return HasSitePeaks;
}

static AllocSiteSitePeak *placeOf(uint32_t Number) {
  const uint32_t At = Number - 1;
  // Acquire: what is in the piece was written before.
  AllocSiteSitePeaks *In =
      __atomic_load_n(&Pieces[At / ALLOCSITE_LIVE_RECORDS], __ATOMIC_ACQUIRE);
  AllocSiteSitePeak *Its = In ? &In->Peaks[At % ALLOCSITE_LIVE_RECORDS] : nullptr;
  return Its && __atomic_load_n(&Its->Site, __ATOMIC_ACQUIRE) ? Its : nullptr;
}

AllocSiteSitePeak *findSitePeak(uint32_t Record) {
  const uint32_t Number = knownShownSite(Record);
  return __builtin_expect(Number != 0, true) ? placeOf(Number) : nullptr;
}

static bool makePieces(uint32_t UpTo) {
  for (; PieceCount <= (UpTo - 1) / ALLOCSITE_LIVE_RECORDS; ++PieceCount) {
    auto *New = static_cast<AllocSiteSitePeaks *>(
        allocate(ChunkKind::SitePeaks, sizeof(AllocSiteSitePeaks)).Memory);
    if (!New) {
      sayOutOfMemory();
      return false;
    }
    // Release: a reader of the file takes it for no piece before that.
    __atomic_store_n(&New->IsPiece, uint64_t(1), __ATOMIC_RELEASE);
    __atomic_store_n(&Pieces[PieceCount], New, __ATOMIC_RELEASE);
  }
  return true;
}

AllocSiteSitePeak *makeSitePeak(uint32_t Record) {
  LockGuard Guard;
  if (isOutOfMemory())
    return nullptr;
  const uint32_t Number = makeShownSite(Record);
  if (!Number || !makePieces(shownSiteCount()))
    return nullptr;
  // In a forked child all of them, with what is alive of each.
  for (uint32_t I = shownSiteCount(); I && !placeOf(I); --I) {
    const uint32_t At = I - 1;
    AllocSiteSitePeak &New =
        Pieces[At / ALLOCSITE_LIVE_RECORDS]->Peaks[At % ALLOCSITE_LIVE_RECORDS];
    New.Live = New.Peak = Inherited[I];
    __atomic_store_n(&New.Site, shownSite(I).Hash, __ATOMIC_RELEASE);
  }
  return placeOf(Number);
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
  const int64_t Its = Of ? Of->Peak : Inherited[knownShownSite(Record)];
  return Its > 0 ? static_cast<uint64_t>(Its) : 0;
}

void restartSitePeaks() {
  for (uint32_t I = HasSitePeaks ? shownSiteCount() : 0; I; --I)
    if (AllocSiteSitePeak *Of =
            I <= PieceCount * ALLOCSITE_LIVE_RECORDS ? placeOf(I) : nullptr)
      __atomic_store_n(&Of->Peak, __atomic_load_n(&Of->Live, __ATOMIC_RELAXED),
                       __ATOMIC_RELAXED);
}

void forkSitePeaks() {
  if (!HasSitePeaks)
    return;
  for (uint32_t I = 1; I <= shownSiteCount(); ++I)
    Inherited[I] = 0;
  for (uint32_t I = 1; I <= liveRecords().count(); ++I)
    if (uint32_t Number = knownShownSite(I))
      Inherited[Number] +=
          static_cast<int64_t>(liveRecords().inherited(I) * liveRecords().key(I).Size);
  for (uint32_t I = 0; I < PieceCount; ++I)
    Pieces[I] = nullptr;
  PieceCount = 0;
}

} // namespace allocsite
