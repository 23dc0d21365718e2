//===- AllocatedBlocks.cpp - A block comes --------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "AllocatedBlocks.h"
#include "Arenas.h"
#include "BlockEvents.h"
#include "FreedBlocks.h"
#include "ObjectCells.h"
#include "PassedBlocks.h"
#include "Platform.h"
#include "Records.h"
#include "SitePeaks.h"
#include "State.h"
#include "allocsite/Tag.h"
#include "count/Called.h"
#include "count/Hooks.h"
#include "count/Stacks.h"
#include "profile/Sampling.h"
#include "store/Profile.h"

#include "arch/OwnCode.h"

namespace allocsite {

static constexpr uint32_t NotFollowed = ~uint32_t(0);
/// Of a record in a LiveSlot: its blocks are followed by chance alone, or are no blocks of the C
/// and C++ library.
static constexpr uint32_t SampledBit = uint32_t(1) << 31, OtherBit = uint32_t(1) << 30;

/// The address of a block is handed out anew, and nobody has seen that it was freed.
ALLOCSITE_SLOW static void countUnseen(LiveThread &Live, const void *Block,
                                       Shadow::Entry Before, bool IsOther) {
  addOne(Live.Unseen);
  if (PassesBlocks)
    passFreed(Block);
  countFreed(Live, Before, stampOf(Block, IsOther), /*IsTemporary=*/false, Block,
             /*Caller=*/nullptr);
  if (!IsOther && hasOthers())
    freedInside(Block, bytesBelow(Before, Block, /*IsDelete=*/true), /*Caller=*/nullptr);
}

static bool isOfOtherSite(Shadow::Entry Its, uint32_t Number) {
  return liveRecords().key(Its & Records::NumberMask).Site != liveRecords().key(Number).Site;
}

/// An allocator hands on what the thread's last allocation gave it: the block is no more of the
/// site below, and was not freed unseen. `Block`: where that is. `Size`: of the new one.
ALLOCSITE_SLOW static void countHandedOn(LiveThread &Live, Shadow::Entry Before,
                                         const void *Block, uint64_t Size) {
  if (PassesBlocks)
    passFreed(Block);
  const uint32_t Number = Before & Records::NumberMask;
  AllocSiteThreadRecord *Of = recordOf(Live, Number);
  const uint64_t Its = Of ? sizeOf(*Of, Number) : 0;
  if (!liveRecords().key(Number).IsInner)
    addOne(Live.HandedOn);
  if (Of && Size >= Its) {
    // At a peak it stays one, which the new site has its share of: not below it in between.
    addTo(Live.Net, -static_cast<int64_t>(Its));
    touch(Live, *Of, Number);
    addOne(Of->Freed);
    if (HasTimeline)
      countInTimeline(Live, Number, Its, -1);
  } else {
    countFreed(Live, Number, /*IsTemporary=*/false);
  }
  if (HasSitePeaks)
    addToSiteOf(Number, -static_cast<int64_t>(Its));
  if (HasLifetimes)
    turnBackClock(Its);
}

/// The thread allocates for the first time since a reallocation, mostly what that has returned.
ALLOCSITE_SLOW static void countResized(LiveThread &Live, AllocSiteThreadRecord &Of,
                                        const void *Block, uint64_t Size) {
  const bool IsIt = Live.Resized == Block;
  Live.Resized = nullptr;
  if (!IsIt)
    return;
  // Where blocks are sampled, in parts: the old one stands for others that were reallocated.
  const uint64_t Each = samplingOf(TheState.Sampling).parts(Live.ResizedFrom);
  addTo(Live.HasMoved ? Of.Moved : Of.InPlace, Each);
  if (Live.HasCopied)
    addTo(Of.Copied, Each * (Live.ResizedFrom < Size ? Live.ResizedFrom : Size));
}

ALLOCSITE_SLOW static void makeEntry(Shadow &In, const void *Block) { In.make(Block); }

ALLOCSITE_SLOW void passBlock(uint32_t Number, const void *Block) {
  LiveThread *Live = knownLive();
  uint64_t Fixed = 1; // for a thread that has thrown no point
  passAllocated(Block, liveRecords().key(Number).Size,
                Live && Live->Points.Random ? Live->Points.Random : Fixed);
}

ALLOCSITE_SLOW static void countMoreAllocated(uint32_t Number, Shadow::Entry &At,
                                              const void *Block, uint64_t Size, bool IsOther) {
  if (HasSitePeaks)
    addToSiteOf(Number, static_cast<int64_t>(Size));
  if (HasLifetimes)
    stampBlock(At, Block, Size, IsOther);
  else if (PassesBlocks) // blocks are sampled: there are no lifetimes
    passBlock(Number, Block);
}

/// The record of a block comes to an entry of Heap that is an object's. What was there of another block.
ALLOCSITE_SLOW static Shadow::Entry beginOnObject(LiveThread &Live, Shadow::Entry &At,
                                                  Shadow::Entry Before, uint32_t Number,
                                                  const void *Block) {
  const Shadow::Entry Below = blockIn(Before);
  if (isLive(Below) && Live.Last == Block && isOfOtherSite(Below, Number)) {
    changeBlockOf(&At, Before, Number, Block); // It is handed on.
    return Below;
  }
  takeBlockOf(&At, Before, Block);
  __atomic_store_n(&At, Number, __ATOMIC_RELAXED);
  return Below;
}

/// Its record is Number.
__attribute__((always_inline)) static inline void
countAllocatedIn(Shadow &In, LiveThread &Live, uint32_t Number, const void *Block,
                 uint64_t Size) {
  Shadow::Entry *At = In.find(Block);
  if (__builtin_expect(!At, false)) {
    makeEntry(In, Block);
    At = In.find(Block);
    if (!At) {
      addOne(Live.Untracked);
      return;
    }
  }
  AllocSiteThreadRecord *Of = recordOf(Live, Number);
  if (__builtin_expect(!Of, false)) {
    addOne(Live.Untracked);
    return;
  }
  Shadow::Entry Before = __atomic_load_n(At, __ATOMIC_RELAXED);
  if (__builtin_expect(isObject(Before), false))
    Before = beginOnObject(Live, *At, Before, Number, Block);
  else
    __atomic_store_n(At, Number, __ATOMIC_RELAXED);
  if (__builtin_expect(isLive(Before), false)) {
    if (Live.Last == Block && isOfOtherSite(Before, Number))
      countHandedOn(Live, Before, Block, Size);
    else
      countUnseen(Live, Block, Before, &In == &Others);
  }
  if (__builtin_expect(Live.Resized != nullptr, false))
    countResized(Live, *Of, Block, Size);
  Live.Last = Block;
  countCome(Live, *Of, Number, Size);
  if (__builtin_expect(HasMore, false))
    countMoreAllocated(Number, *At, Block, Size, &In == &Others);
}

static Shadow::Entry entryAt(const Shadow &In, const void *Block) {
  const Shadow::Entry *At = In.find(Block);
  return At ? blockIn(__atomic_load_n(At, __ATOMIC_RELAXED)) : Shadow::None;
}

static uint64_t offsetIn(const void *Below, const void *Block) {
  return addressOf(Block) - addressOf(Below);
}

/// Whether a block lies in the one below, of so many bytes, and leaves no room for another one.
static bool isFilledBy(const void *Below, uint64_t Bytes, const void *Block, uint64_t Size) {
  const uint64_t Offset = offsetIn(Below, Block);
  return Offset <= Bytes && Size <= Bytes - Offset && Bytes - Offset - Size <= Size + 64;
}

/// Where the block of malloc begins that an allocator of the program hands on, at the same
/// address or behind a header of its own: the thread's last, which has no room for another one
/// of that size. Else it is a chunk of many; null then.
static const void *handedOn(const LiveThread &Live, const void *Block, uint64_t Size) {
  const Shadow::Entry Its = Live.Last ? entryAt(Heap, Live.Last) : Shadow::None;
  if (!isLive(Its) || (hasOthers() && isLive(entryAt(Others, Live.Last))))
    return nullptr; // Or it is the first of many itself.
  const uint32_t Number = Its & Records::NumberMask;
  const uint64_t Bytes = liveRecords().key(Number).Size + liveRecords().header(Number);
  return isFilledBy(Live.Last, Bytes, Block, Size) ? Live.Last : nullptr;
}

static void setHeader(uint32_t Number, const void *Below, const void *Block) {
  const uint64_t Header = offsetIn(Below, Block);
  if (Header != liveRecords().header(Number) && Header <= UINT16_MAX)
    liveRecords().setHeader(Number, static_cast<uint16_t>(Header));
}

/// The same of any record.
ALLOCSITE_SLOW static void countBlock(LiveThread &Live, uint32_t Number, const void *Block,
                                      uint64_t Size) {
  const LiveKey &Key = liveRecords().key(Number);
  if (Key.Kind == BlockKind::System)
    return countAllocatedIn(Heap, Live, Number, Block, Size);
  const void *Below = handedOn(Live, Block, Key.Size);
  if (!Below && Key.Kind == BlockKind::HandedOn)
    return;
  if (Live.Resizing) {
    Live.Resized = Below ? Below : Block;
    Live.HasMoved = Live.HasCopied = addressOf(Live.Resizing) != addressOf(Block);
    Live.Resizing = nullptr;
  }
  if (!Below) {
    // The first of a chunk of malloc: an address is passed once.
    if (PassesBlocks && isLive(entryAt(Heap, Block)))
      return;
    return countAllocatedIn(Others, Live, Number, Block, Size);
  }
  setHeader(Number, Below, Block);
  countAllocatedIn(Heap, Live, Number, Below, Size);
}

/// Nothing was allocated: a resize that went before it has failed, or has freed.
ALLOCSITE_SLOW static void countNothing() {
  if (LiveThread *Live = knownLive())
    Live->Resizing = nullptr;
}

/// Of a new block that may not be followed itself.
ALLOCSITE_SLOW static void countResizedSampled(LiveThread &Live, uint32_t Number,
                                               const void *Block, uint64_t Size) {
  if (Live.Resizing) { // by another allocator: see countBlock()
    if (liveRecords().key(Number).Kind == BlockKind::System)
      return; // which takes from this one
    Live.Resized = Block;
    Live.HasMoved = Live.HasCopied = addressOf(Live.Resizing) != addressOf(Block);
    Live.Resizing = nullptr;
  }
  if (AllocSiteThreadRecord *Of = recordOf(Live, Number))
    countResized(Live, *Of, Block, Size);
  Live.Resized = nullptr;
}

ALLOCSITE_SLOW static void countSampled(LiveThread &Live, uint32_t Number, const void *Block,
                                        uint64_t Size) {
  if (Live.Points.fallsInto(Size, samplingOf(TheState.Sampling)))
    countBlock(Live, Number, Block, sizeAtPeak(liveRecords().key(Number)));
}

/// What an allocator hands on is followed where the block below is: no second point is thrown.
/// The larger block below is followed more often, and the difference is left out by chance.
ALLOCSITE_SLOW static void countSampledHandedOn(LiveThread &Live, uint32_t Number,
                                                const void *Block) {
  const LiveKey &Key = liveRecords().key(Number);
  const void *Below = handedOn(Live, Block, Key.Size);
  if (!Below)
    return;
  const Sampling Its = samplingOf(TheState.Sampling);
  Shadow::Entry *At = Heap.find(Below);
  const Shadow::Entry Is = __atomic_load_n(At, __ATOMIC_RELAXED);
  const uint32_t Before = blockIn(Is) & Records::NumberMask;
  const uint64_t OfBelow = Its.parts(liveRecords().key(Before).Size),
                 OfIt = Its.parts(Key.Size);
  if (OfBelow < OfIt && nextRandom(Live.Points.Random) % OfIt >= OfBelow) {
    if (isObject(Is))
      changeBlockOf(At, Is, Shadow::None, Below);
    else
      __atomic_store_n(At, Shadow::None, __ATOMIC_RELAXED);
    return countHandedOn(Live, Before, Below, /*Size=*/0);
  }
  setHeader(Number, Below, Block);
  countAllocatedIn(Heap, Live, Number, Below, sizeAtPeak(Key));
}

/// Of a record that is sampled.
__attribute__((always_inline)) static inline void
sampleAllocated(LiveThread &Live, uint32_t Number, const void *Block, uint64_t Size,
                bool IsOther) {
  const uint64_t Its = TheState.Sampling.OfCalls ? Sampling::CallSize : Size ? Size : 1;
  if (__builtin_expect(Live.Resized || Live.Resizing, false))
    countResizedSampled(Live, Number, Block, Size);
  if (__builtin_expect(IsOther, false) && Live.Last &&
      isFilledBy(Live.Last, Live.LastSize, Block, Size))
    return countSampledHandedOn(Live, Number, Block);
  Live.Last = Block;
  Live.LastSize = Size;
  const int64_t Left = Live.Points.Until - static_cast<int64_t>(Its);
  if (__builtin_expect(Left >= 0, true))
    Live.Points.Until = Left;
  else
    countSampled(Live, Number, Block, Its);
}

void setBlocksInherited(bool Are) {
  Heap.setInherited(Are);
  Others.setInherited(Are);
  setLifetimesInherited(Are);
  InsideShadow.setInherited(Are);
}

/// There is an allocator of such blocks now. False where there is no room for its shadow.
static bool startOthers() {
  LockGuard Guard;
  if (hasOthers())
    return true;
  constexpr unsigned Granule = 3;
  if (!Others.start(Granule) || (HasLifetimes && !startLifetimes(Granule, true)))
    return false;
  setBlocksInherited(false);
  __atomic_store_n(&HasOthers, true, __ATOMIC_RELEASE);
  lookForListeners();
  return true;
}

/// What a LiveSlot says of the record besides its number.
static uint32_t bitsOf(uint32_t Number) {
  if (Number == NotFollowed)
    return 0;
  return (isSampling() ? SampledBit : 0) |
         (liveRecords().key(Number).Kind == BlockKind::System ? 0 : OtherBit);
}

/// The number of a new record; NotFollowed, or none if memory is short.
static uint32_t makeRecordOf(LiveKey Key) {
  Key.Kind = blockKind(Key.Site);
  if (Key.Kind == BlockKind::None)
    return NotFollowed;
  Key.IsInner = isCountedAbove(Key.Context, Key.Site);
  return Key.Kind == BlockKind::System || startOthers() ? liveRecords().make(Key)
                                                        : Records::None;
}

/// Where no slot knows the record of the key.
static void followAllocated(void *Block, const LiveKey &Key) {
  // Here, and not where the shadow is found: there a child that fork handlers do not know
  // has no entries.
  if (!isOwnProcess())
    return;
  KeepErrno Keep;
  // What is allocated while the profiler pauses is not followed, and its free is foreign.
  if (isParked(ALLOCSITE_SYM_THREAD.Slots)) {
    if (LiveThread *Live = knownLive())
      Live->Resized = nullptr;
    return;
  }
  LiveThread *Live = currentLive();
  if (!Live)
    return;
  uint32_t Number;
  {
    Detached While(threadSlots());
    // As it is counted: rounds of recursion have the records of the first ones.
    LiveKey Counted = Key;
    Counted.Generation = blockGeneration();
    Counted.Context = noteStack(Key.Context, Key.Site);
    if (Counted.Context != Key.Context)
      Counted.Tag = tagOf(Counted.Context, Key.Site * ALLOCSITE_SITE_FACTOR, Key.Size);
    Number = liveRecords().known(Counted);
    if (!Number)
      Number = makeRecordOf(Counted);
    if (Number)
      Live->rememberRecord(Key.Tag, Number | bitsOf(Number), Counted.Generation);
  }
  if (!Number)
    addOne(Live->Untracked);
  else if (Number == NotFollowed)
    return;
  else if (isSampling())
    sampleAllocated(*Live, Number, Block, Key.Size, bitsOf(Number) & OtherBit);
  else
    countBlock(*Live, Number, Block, Key.Size);
}

/// Where a table has no slot of the key, or the thread no table; or nothing was allocated.
ALLOCSITE_SLOW static void countSlowly(void *Block, uint64_t Start, uint64_t Context,
                                       uint64_t Size) {
  LiveKey Key = {Context, Start * ALLOCSITE_SITE_FACTOR_INVERSE, Size,
                 tagOf(Context, Start, Size)};
  // A thread's first allocation is told with its address as well.
  if ((detours() & DetourHooks) && ALLOCSITE_SYM_THREAD.Slots == noSlots()) {
    KeepErrno Keep;
    ownTable();
  }
  Telling While;
  // What is not counted is not followed, also where counting goes on just behind the miss.
  const uint32_t Before = pauses();
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  const bool WasParked = isParked(ALLOCSITE_SYM_THREAD.Slots);
  ALLOCSITE_SYM_MISS(Key.Tag, Key.Context, Key.Size, Key.Site);
  if (!Block)
    countNothing();
  else if (!(Key.Site & ALLOCSITE_SITE_FAILED) && !WasParked && pauses() == Before)
    followAllocated(Block, Key);
  if (While)
    tellAllocated(Block, Key.Size, Key.Site, Key.Context);
}

/// Where it has counted, and what is known of the record does not suffice.
ALLOCSITE_SLOW static void followSlowly(void *Block, uint64_t Start, uint64_t Context,
                                        uint64_t Size) {
  followAllocated(Block, {Context, Start * ALLOCSITE_SITE_FACTOR_INVERSE, Size,
                          tagOf(Context, Start, Size)});
}

__attribute__((always_inline)) static inline void
countAndFollow(void *Block, uint64_t Start, uint64_t Context, uint64_t Size) {
  uint64_t Tag = tagOf(Context, Start, Size);
  AllocSiteSlot *Own = ALLOCSITE_SYM_THREAD.Slots;
  AllocSiteSlot *Slots = direct(Own);
  auto &Slot = *reinterpret_cast<AllocSiteSlot *>(
      reinterpret_cast<char *>(Slots) + slotOffset(Tag, ThreadTable::of(Slots)->SlotMask));
  if (__builtin_expect(Slot.Tag != Tag || Own != Slots, false))
    return countSlowly(Block, Start, Context, Size);
  addOne(Slot.Count);
  // Nothing was allocated, or the site is not of blocks.
  if (__builtin_expect(!Block, false))
    return countNothing();
  LiveThread *Live = hasLive(Slots);
  if (__builtin_expect(!Live, false))
    return followSlowly(Block, Start, Context, Size);
  const uint32_t Known = Live->slotOf(Tag).recordOf(Tag);
  if (__builtin_expect(!Known, false))
    return followSlowly(Block, Start, Context, Size);
  if (__builtin_expect(!(Known & (SampledBit | OtherBit)), true))
    countAllocatedIn(Heap, *Live, Known, Block, Size);
  else if (Known == NotFollowed)
    return;
  else if (Known & SampledBit)
    sampleAllocated(*Live, Known & Records::NumberMask, Block, Size, Known & OtherBit);
  else
    countBlock(*Live, Known & Records::NumberMask, Block, Size);
}

void *countGate(const PushedKey *Of, void *Block) {
  uint64_t Start = Of->TagStart;
  // What has failed has another key. A null for no bytes is no failure.
  if (__builtin_expect(!Block, false) && Of->Size)
    Start ^= ALLOCSITE_SITE_FAILED;
  countAndFollow(Block, Start, Of->Context, Of->Size);
  return Block;
}

ALLOCSITE_BEHIND_CALLS void *countBehind(void *Block, const uint64_t *TagStart,
                                         uint64_t Context, uint64_t Size) {
  countAndFollow(Block, __atomic_load_n(TagStart, __ATOMIC_RELAXED), Context, Size);
  return Block;
}

void countAndFollowThrough(void *Block, uint64_t Start, uint64_t Context, uint64_t Size) {
  countAndFollow(Block, Start, Context, Size);
}

} // namespace allocsite
