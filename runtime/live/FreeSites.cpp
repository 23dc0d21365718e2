//===- FreeSites.cpp - Who frees the blocks of a site ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FreeSites.h"
#include "Platform.h"
#include "ShownSites.h"
#include "profile/System.h"

#include <new>

namespace allocsite {

bool HasFreeSites;

static constexpr unsigned Log2Size = 16;
static constexpr size_t Size = size_t(1) << Log2Size;
// The rest is for unknown callers, and look-ups stay short.
static constexpr size_t MostKnown = Size / 4 * 3;

static FreeSite *All;
static size_t Used; // under RuntimeLock

static constexpr unsigned MostMappings = 64;
static Mappings *Seen; // in pages: no destructor may run at the exit
static unsigned SeenCount;

const Mappings *mappingsOfCallers(unsigned &Count) {
  Count = SeenCount;
  return Seen;
}

static void noteMapping(uintptr_t Caller) {
  for (unsigned I = 0; I < SeenCount; ++I)
    if (Seen[I].has(Caller))
      return;
  if (Caller && SeenCount < MostMappings)
    new (&Seen[SeenCount++]) Mappings;
}

bool startFreeSites() {
  All = static_cast<FreeSite *>(mapSharedPages(Size * sizeof(FreeSite)));
  Seen = static_cast<Mappings *>(mapSharedPages(MostMappings * sizeof(Mappings)));
  HasFreeSites = All && Seen && startShownSites();
  return HasFreeSites;
}

/// The entry, or the free one where it would be; null where none is free.
static FreeSite *lookUp(uint64_t Site, uintptr_t Caller) {
  size_t At = (Site * UINT64_C(0x9e3779b97f4a7c15) + Caller) * UINT64_C(0xbf58476d1ce4e5b9) >>
              (64 - Log2Size);
  for (size_t Tried = 0; Tried < Size; ++Tried, At = (At + 1) % Size) {
    // Acquire: the caller is there before the site is.
    uint64_t Its = __atomic_load_n(&All[At].Site, __ATOMIC_ACQUIRE);
    if (!Its || (Its == Site && All[At].Caller == Caller))
      return &All[At];
  }
  return nullptr;
}

FreeSite *findFreeSite(uint64_t Site, const void *Caller) {
  FreeSite *Its = lookUp(Site, reinterpret_cast<uintptr_t>(Caller));
  return Its && __atomic_load_n(&Its->Site, __ATOMIC_RELAXED) ? Its : nullptr;
}

FreeSite *makeFreeSite(uint64_t Site, const void *Caller) {
  LockGuard Guard;
  FreeSite *Its = findFreeSite(Site, Caller);
  if (Its)
    return Its;
  if (Used >= MostKnown)
    Caller = nullptr;
  Its = lookUp(Site, reinterpret_cast<uintptr_t>(Caller));
  if (Its && !Its->Site) {
    noteMapping(reinterpret_cast<uintptr_t>(Caller));
    Its->Caller = reinterpret_cast<uintptr_t>(Caller);
    __atomic_store_n(&Its->Site, Site, __ATOMIC_RELEASE);
    ++Used;
  }
  return Its;
}

FreeSite *freeSites(size_t &Count) {
  Count = Size;
  return All;
}

void forgetFreeSites() {
  for (size_t I = 0; HasFreeSites && I < Size; ++I)
    if (All[I].Site)
      __atomic_store_n(&All[I].Blocks, uint64_t(0), __ATOMIC_RELAXED);
}

} // namespace allocsite
