//===- ShownSites.cpp - Which records are of one site of the log ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ShownSites.h"
#include "Platform.h"
#include "Records.h"
#include "profile/System.h"

namespace allocsite {

uint64_t (*HashShownSite)(uint64_t Site, uint64_t Context);

static constexpr uint32_t IndexMask = 2 * Records::IndexSize - 1;

static uint32_t *SiteOf; // by record; 0: not known yet
static ShownSite *Known; // by number
static uint32_t *Index;  // open addressing, by hash
static uint32_t Count;

template <typename T> static bool take(T *&Array, size_t Length) {
  if (!Array)
    Array = static_cast<T *>(mapSharedPages(Length * sizeof(T)));
  return Array;
}

bool startShownSites() {
  return take(SiteOf, Records::Most + 1) && take(Known, Records::Most + 1) &&
         take(Index, IndexMask + size_t(1));
}

uint32_t knownShownSite(uint32_t Record) {
  // Acquire: what was made for the site was made before.
  return __atomic_load_n(&SiteOf[Record], __ATOMIC_ACQUIRE);
}

static uint32_t numberOf(uint64_t Hash, uint32_t &At) {
  for (At = static_cast<uint32_t>(Hash >> 40) & IndexMask;; At = (At + 1) & IndexMask) {
    const uint32_t Number = Index[At];
    if (!Number || Known[Number].Hash == Hash)
      return Number;
  }
}

uint32_t makeShownSite(uint32_t Record) {
  LockGuard Guard;
  if (uint32_t Number = SiteOf[Record])
    return Number;
  const LiveKey &Key = liveRecords().key(Record);
  const uint64_t Hash = HashShownSite(Key.Site, Key.Context);
  if (!Hash)
    return 0;
  uint32_t At;
  uint32_t Number = numberOf(Hash, At);
  if (!Number) {
    Number = ++Count;
    Known[Number] = {Hash, Record};
    Index[At] = Number;
  }
  __atomic_store_n(&SiteOf[Record], Number, __ATOMIC_RELEASE);
  return Number;
}

uint32_t shownSiteCount() { return Count; }
const ShownSite &shownSite(uint32_t Number) { return Known[Number]; }

} // namespace allocsite
