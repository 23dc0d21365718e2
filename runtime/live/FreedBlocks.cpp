//===- FreedBlocks.cpp - A block goes -------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FreedBlocks.h"
#include "Arenas.h"
#include "BlockEvents.h"
#include "FreeSites.h"
#include "ObjectCells.h"
#include "PassedBlocks.h"
#include "Platform.h"
#include "Records.h"
#include "ShownSites.h"
#include "SitePeaks.h"
#include "State.h"
#include "SystemHeap.h"
#include "arch/Machine.h"
#include "count/Called.h"
#include "count/Hooks.h"
#include "profile/Sampling.h"
#include "store/Profile.h"

#include "arch/OwnCode.h"

namespace allocsite {

bool HasMore;

void lookForListeners() {
  __atomic_store_n(&HasMore,
                   HasLifetimes || HasSitePeaks || HasFreeSites || HasOthers || PassesBlocks ||
                       hasListeners(),
                   __ATOMIC_RELAXED);
}

void addToSiteOf(uint32_t Number, int64_t Bytes) {
  AllocSiteSitePeak *Of = findSitePeak(Number);
  if (__builtin_expect(!Of, false)) {
    KeepErrno Keep;
    Detached While(threadSlots());
    Of = makeSitePeak(Number);
  }
  if (Of)
    addToSite(*Of, Bytes);
}

static void countFreeSite(uint32_t Number, const void *Caller) {
  uint32_t Site = knownShownSite(Number);
  FreeSite *Of = Site ? findFreeSite(Site, Caller) : nullptr;
  if (__builtin_expect(!Of, false)) {
    KeepErrno Keep;
    Detached While(threadSlots());
    Site = makeShownSite(Number);
    Of = Site ? makeFreeSite(Site, Caller) : nullptr;
  }
  if (Of)
    __atomic_fetch_add(&Of->Blocks, 1, __ATOMIC_RELAXED);
}

static void tellFreedBlock(const void *Block, uint32_t Number) {
  KeepErrno Keep;
  Telling While;
  const LiveKey Key = liveRecords().key(Number);
  if (While)
    tellFreed(Block, Key.Size, Key.Site, Key.Context);
}

void countMoreFreed(LiveThread &Live, uint32_t Number, uint64_t Lifetime, const void *Block,
                    const void *Caller) {
  if (Block && isHooked(ALLOCSITE_SYM_THREAD.Slots))
    tellFreedBlock(Block, Number);
  if (HasFreeSites)
    countFreeSite(Number, Caller);
  if (HasSitePeaks && Block)
    addToSiteOf(Number, -static_cast<int64_t>(liveRecords().key(Number).Size));
  if (!HasLifetimes)
    return;
  AllocSiteThreadLifetime *Of = Live.lifetime(Number);
  if (__builtin_expect(!Of, false)) {
    KeepErrno Keep;
    Detached While(threadSlots());
    Of = makeLifetime(Live, Number);
  }
  if (Of)
    countLifetime(*Of, Lifetime);
}
static inline bool wasLast(LiveThread &Live, const void *Block) {
  bool Was = addressOf(Live.Last) == addressOf(Block);
  if (Was)
    Live.Last = nullptr;
  return Was;
}

ALLOCSITE_SLOW static void freedForeign(const void *Block) {
  if (isProbe(Block))
    return;
  // Not for this a table: a thread or a forked child that only frees needs none.
  LiveThread *Live = isOwnProcess() ? knownLive() : nullptr;
  if (Live) {
    addOne(Live->Foreign);
    if (Live->Resized == Block)
      Live->Resized = nullptr;
  }
}

/// Takes the entry that is at `At`, and leaves `Left` there.
static void takeOther(Shadow::Entry &At, Shadow::Entry Left, const void *Block,
                      const void *Caller) {
  const Shadow::Entry Its = __atomic_exchange_n(&At, Left, __ATOMIC_RELAXED);
  LiveThread *Live = currentLive();
  if (!isLive(Its))
    return;
  if (PassesBlocks)
    passFreed(Block);
  if (Live)
    countFreed(*Live, Its, stampOf(Block, true), wasLast(*Live, Block), Block, Caller);
}

bool freedInside(const void *Block, uint64_t Bytes, const void *Caller) {
  const uintptr_t Begin = addressOf(Block);
  bool Any = false;
  Others.forEachIn(Begin, Begin + Bytes, [&](uintptr_t Address, Shadow::Entry &Its) {
    takeOther(Its, Shadow::None, reinterpret_cast<const void *>(Address), Caller);
    Any = true;
  });
  return Any;
}

/// The same where nobody has counted the block, which may be another allocator's itself; false
/// where there is nothing of either.
static bool freedOther(const void *Block, bool IsDelete, const void *Caller) {
  Shadow::Entry *At = Others.find(Block);
  if (!At)
    return false;
  const Shadow::Entry Its = __atomic_load_n(At, __ATOMIC_RELAXED);
  if (IsDelete) {
    if (Its != Shadow::None)
      takeOther(*At, Shadow::BeingFreed, Block, Caller);
  } else {
    takeOther(*At, Shadow::None, Block, Caller);
    return freedInside(Block, usableSize(Block), Caller) || Its != Shadow::None;
  }
  return Its != Shadow::None;
}

/// Where there are other allocators, and no block begins that the C and C++ library made.
ALLOCSITE_SLOW static void freedElsewhere(const void *Block, bool IsDelete,
                                          const void *Caller) {
  if (!freedOther(Block, IsDelete, Caller) && (!isSampling() || isProbing()))
    freedForeign(Block);
}

uint64_t bytesBelow(Shadow::Entry Its, const void *Block, bool IsDelete) {
  const uint32_t Number = Its & Records::NumberMask;
  const LiveKey &Key = liveRecords().key(Number);
  return Key.Kind == BlockKind::System || IsDelete ? Key.Size + liveRecords().header(Number)
                                                   : usableSize(Block);
}

void freedByHeap(const void *Block, bool IsResized, const void *Caller) {
  if (!hasOthers())
    return;
  auto liveAt = [](const Shadow &In, const void *Address) -> uint32_t {
    const Shadow::Entry *At = In.find(Address);
    // Acquire: the address may be any.
    const Shadow::Entry Its =
        At ? blockIn(__atomic_load_n(At, __ATOMIC_ACQUIRE)) : Shadow::None;
    return isLive(Its) ? Its & Records::NumberMask : 0;
  };
  uint32_t Number = liveAt(Others, Block);
  // Or it is handed on. A granule may have the beginning of the next block, with another header.
  const void *Below = nullptr;
  if (!Number)
    liveRecords().forEachHeader([&](uint16_t Header) {
      const void *At = static_cast<const char *>(Block) - Header;
      const uint32_t Its = liveAt(Heap, At);
      if (!Its || liveRecords().key(Its).Kind == BlockKind::System ||
          liveRecords().header(Its) != Header)
        return false;
      Number = Its;
      Below = At;
      return true;
    });
  LiveThread *Live = Number ? currentLive() : nullptr;
  if (!Live)
    return;
  if (IsResized) {
    Live->Resizing = Block;
    Live->ResizedFrom = liveRecords().key(Number).Size;
    wasLast(*Live, Below ? Below : Block); // it is no temporary one: see resized()
  }
  // Where that calls `free`, the block is taken already.
  if (Below)
    (PassesBlocks ? freedPassed : freed)(Below, /*IsDelete=*/true, Caller);
  else
    freedOther(Block, /*IsDelete=*/true, Caller);
}

/// Its entry is no plain block's, or events want more of it.
__attribute__((noinline)) static void freedUnusual(Shadow::Entry *At, Shadow::Entry Its,
                                                   const void *Block, bool IsDelete,
                                                   const void *Caller) {
  // What lies inside of a chunk is no block, and stays.
  if (isObject(Its))
    Its = blockIn(Its) == Shadow::None ? Shadow::None : takeBlockOf(At, Its, Block);
  if (!isLive(Its)) {
    if (Its == Shadow::BeingFreed && !IsDelete) {
      __atomic_store_n(At, Shadow::None, __ATOMIC_RELAXED);
      if (hasOthers())
        freedInside(Block, usableSize(Block), Caller);
    } else if (Its == Shadow::None && hasOthers())
      freedElsewhere(Block, IsDelete, Caller);
    else if (Its == Shadow::None && (!isSampling() || isProbing()))
      freedForeign(Block);
    return;
  }
  __atomic_store_n(At, IsDelete ? Shadow::BeingFreed : Shadow::None, __ATOMIC_RELAXED);
  if (LiveThread *Live = currentLive())
    countFreed(*Live, Its, stampOf(Block), wasLast(*Live, Block), Block, Caller);
  if (hasOthers())
    freedInside(Block, bytesBelow(Its, Block, IsDelete), Caller);
}

void freed(const void *Block, bool IsDelete, const void *Caller) {
  if (!Block)
    return;
  Shadow::Entry *At = Heap.find(Block);
  const Shadow::Entry Its = At ? __atomic_load_n(At, __ATOMIC_RELAXED) : Shadow::None;
  if (__builtin_expect(!isPlainBlock(Its) || HasMore, false))
    return freedUnusual(At, Its, Block, IsDelete, Caller);
  __atomic_store_n(At, IsDelete ? Shadow::BeingFreed : Shadow::None, __ATOMIC_RELAXED);
  if (LiveThread *Live = currentLive())
    countFreedHere(*Live, Its, wasLast(*Live, Block));
}

void freedPassed(const void *Block, bool IsDelete, const void *Caller) {
  const Shadow::Entry *At = Block ? Heap.find(Block) : nullptr;
  if (At && isLive(blockIn(__atomic_load_n(At, __ATOMIC_RELAXED))))
    passFreed(Block);
  freed(Block, IsDelete, Caller);
}

/// What take() hands out: the entry, and above it the lower half of the block's time.
static Shadow::Entry entryOf(uint64_t Taken) { return static_cast<Shadow::Entry>(Taken); }
static uint32_t stampIn(uint64_t Taken) { return static_cast<uint32_t>(Taken >> 32); }

static uint64_t takeFrom(const Shadow &In, const void *Block, bool IsOther) {
  Shadow::Entry *At = Block ? In.find(Block) : nullptr;
  Shadow::Entry Its = At ? __atomic_load_n(At, __ATOMIC_RELAXED) : Shadow::None;
  if (!IsOther && isObject(Its))
    Its = blockIn(Its) == Shadow::None ? Shadow::None : takeBlockOf(At, Its, Block);
  if (Its == Shadow::None)
    return Shadow::None;
  __atomic_store_n(At, Shadow::None, __ATOMIC_RELAXED);
  if (isLive(Its))
    if (LiveThread *Live = knownLive())
      Live->WasOwnMapping = !IsOther && isOwnMapping(Block);
  return uint64_t(stampOf(Block, IsOther)) << 32 | Its;
}

uint64_t take(const void *Block) {
  const uint64_t Its = takeFrom(Heap, Block, false);
  return Its != Shadow::None || !hasOthers() ? Its : takeFrom(Others, Block, true);
}

void putBack(const void *Block, uint64_t Taken) {
  // Wherever it was: it has a place there, and is found in either.
  if (entryOf(Taken) != Shadow::None)
    if (Shadow::Entry *At = Heap.find(Block) ? Heap.find(Block) : Others.find(Block))
      __atomic_store_n(At, entryOf(Taken), __ATOMIC_RELAXED);
}

uint64_t takePassed(const void *Block) {
  const uint64_t Its = take(Block);
  if (isLive(entryOf(Its)))
    passFreed(Block);
  return Its;
}

void putBackPassed(const void *Block, uint64_t Taken) {
  putBack(Block, Taken);
  if (isLive(entryOf(Taken)))
    passBlock(entryOf(Taken) & Records::NumberMask, Block);
}

void resized(uint64_t Taken, const void *Old, const void *New, const void *Caller,
             const void *Sp) {
  LiveThread *Live = Old && isOwnProcess() ? currentLive() : nullptr;
  if (!Live)
    return;
  const Shadow::Entry Its = entryOf(Taken);
  const bool IsFollowed = isLive(Its);
  // Null for a block that is not followed: what an earlier one has left is not this one's.
  Live->Resized = IsFollowed ? New : nullptr;
  if (!IsFollowed) {
    if (Its == Shadow::None) // Else it is taken already: see freedByHeap().
      addOne(Live->Foreign);
    return;
  }
  Live->ResizedFrom = liveRecords().key(Its & Records::NumberMask).Size;
  Live->HasMoved = addressOf(New) != addressOf(Old);
  Live->HasCopied = Live->HasMoved && New && !(Live->WasOwnMapping && isOwnMapping(New));
  // What a block holds goes on in the new one: that is none that lived for a moment.
  const bool WasLast = wasLast(*Live, Old);
  countFreed(*Live, Its, stampIn(Taken), WasLast && !New, Old,
             isInGate(Caller) ? callerOfGate(Sp) : Caller);
}
} // namespace allocsite
