//===- FreedObjects.cpp - An object of an arena goes ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Arenas.h"
#include "ObjectEvents.h"
#include "Platform.h"
#include "count/Called.h"
#include "count/Hooks.h"
#include "store/Profile.h"

#include "arch/OwnCode.h"

namespace allocsite {

void freeObjects(LiveThread &Live, uint32_t Number, uint32_t Count) {
  if (AllocSiteThreadRecord *Of = recordOrMake(Live, Number))
    countGone(Live, *Of, Number, Count, sizeOf(*Of, Number));
  else
    addOne(Live.Untracked);
}

void freeOne(LiveThread &Live, const FoundObject &Its) {
  Arena &In = *Its.In;
  handOver(In, Live);
  if (__builtin_expect(In.Passed != 0, false))
    passGone(In, Its.Address);
  if (Its.Cell) {
    --ObjectCells[Its.Cell].Count;
  } else {
    uint32_t &Entry = In.Journal[Its.Entry->Position];
    if (Its.Entry->Position >= In.Used || Entry != Its.Record)
      return removeObject(Its); // It went with an older one.
    Entry = 0;
  }
  freeInFile(*In.File, liveRecords().key(Its.Record).Size);
  freeObjects(Live, Its.Record, 1);
  removeObject(Its);
}

/// It, and all that its arena made later.
static void freeFrom(LiveThread &Live, const FoundObject &Its) {
  Arena &In = *Its.In;
  if (Its.Cell)
    return freeOne(Live, Its);
  const uint32_t Position = Its.Entry->Position;
  if (__builtin_expect(In.Passed != 0, false))
    passGoneFrom(In, Position);
  for (uint32_t I = Position; I < In.Used && I < In.Capacity; ++I)
    if (const uint32_t Number = In.Journal[I]) {
      freeInFile(*In.File, liveRecords().key(Number).Size);
      freeObjects(Live, Number, 1);
    }
  if (Position < In.Used)
    In.Used = Position;
  removeObject(Its);
}

void freeAll(LiveThread &Live, Arena &Its, bool GoesOn) {
  if (__builtin_expect(Its.Passed != 0, false))
    passGoneFrom(Its, 0);
  takeAll(Its, GoesOn,
          [&](uint32_t Number, uint32_t Count) { freeObjects(Live, Number, Count); });
}

void release(LiveThread &Live, bool IsMoved, const void *Address, uint64_t Object,
             bool WithLater) {
  if (!Object) {
    Arena *Its = WithLater && Address ? findArena(Address) : nullptr;
    if (Its)
      end(Live, *Its, /*IsSeen=*/true);
    return;
  }
  Live.ResizedIn = nullptr;
  const FoundObject Its = findObject(Object);
  // A block of a heap that is resized may have an arena at its beginning: that does not move.
  const bool IsInArena = Its || Address;
  if (Its) {
    if (IsMoved) {
      Live.ResizedIn = Its.In;
      Live.ResizedLife = Its.In->Life;
    }
    WithLater ? freeFrom(Live, Its) : freeOne(Live, Its);
  }
  // As in talloc, where each object may have others.
  const auto *Place = reinterpret_cast<const void *>(Object);
  Live.MovedArena = nullptr;
  forgetName(Place);
  if (Arena *Its = findArenaAt(Place)) {
    if (IsMoved)
      Live.MovedArena = IsInArena ? Place : nullptr;
    else
      end(Live, *Its, /*IsSeen=*/true);
  }
}

/// The object that a block is, and that is there still, is gone; or where there is a `To` its block is
/// counted as that from now on. False where there is none, or memory is short.
__attribute__((noinline)) static bool endOrChangeObjectOf(Shadow::Entry *At, Shadow::Entry Its,
                                                          const void *Block,
                                                          const Shadow::Entry *To) {
  ObjectCell &Of = objectCell(Its);
  if (Of.Place != ObjectPlace::OfBlock || !isAliveObject(Its))
    return false;
  KeepErrno Keep;
  LiveThread *Live = currentLive();
  if (!Live)
    return false;
  Detached While(threadSlots());
  ArenaGuard Guard;
  if (!Guard.has() || !isAliveObject(Its))
    return false;
  FoundObject Object;
  Object.Address = addressOf(Block);
  Object.In = Of.In;
  Object.Record = Of.Record;
  Object.Cell = cellNumber(Its);
  Object.At = At;
  if (To) {
    handOver(*Of.In, *Live);
    return setBlockOf(Object, *To);
  }
  freeOne(*Live, Object);
  return true;
}

Shadow::Entry takeBlockOf(Shadow::Entry *At, Shadow::Entry Its, const void *Block) {
  const Shadow::Entry Below = objectCell(Its).Block;
  if (!endOrChangeObjectOf(At, Its, Block, nullptr))
    loseEntry(Its);
  return Below;
}

void changeBlockOf(Shadow::Entry *At, Shadow::Entry Its, Shadow::Entry To, const void *Block) {
  if (endOrChangeObjectOf(At, Its, Block, &To))
    return;
  loseEntry(Its);
  __atomic_store_n(At, To, __ATOMIC_RELAXED);
}

static void freeInHeap(uint64_t Does, const void *Address, uint64_t Object,
                       const void *Caller) {
  if (isHeapFollowed() && !Address && Object &&
      (Does == ALLOCSITE_DOES_Free || Does == ALLOCSITE_DOES_Reallocate))
    freedByHeap(reinterpret_cast<const void *>(Object), Does == ALLOCSITE_DOES_Reallocate,
                Caller);
}

ALLOCSITE_SLOW static void followFreeSlowly(uint64_t Does, uint64_t Block,
                                            const void *Caller) {
  KeepErrno Keep;
  freeInHeap(Does, nullptr, Block, Caller);
}

ALLOCSITE_EMITTED void followFree(uint64_t Does, const void *Address, uint64_t More, uint64_t,
                                  uint64_t) {
  if (!Address && hasOthers())
    followFreeSlowly(Does, More, __builtin_return_address(0));
}

ALLOCSITE_SLOW static void followEventSlowly(uint64_t Does, const void *Address, uint64_t More,
                                             uint64_t Start, uint64_t Context,
                                             const void *Caller) {
  KeepErrno Keep;
  // A child that no fork handlers know of has the counters of its parent.
  LiveThread *Live = (Address || More) && isOwnProcess() ? currentLive() : nullptr;
  if (!Live)
    return;
  EmptiedArena Told = {0, 0, 0};
  const bool Tells = isHooked(ALLOCSITE_SYM_THREAD.Slots);
  {
    Detached While(threadSlots());
    const void *Its = untagged(Address);
    More = untagged(More); // If it is an address.
    if (Tells)
      Told = willEmpty(Does, Its, More, Start != 0);
    doEvent(*Live, Does, Its, More, Start, Context);
  }
  // Behind that: it may be a block whose object has just gone.
  freeInHeap(Does, Address, More, Caller);
  if (!Told.Site)
    return;
  Telling While;
  if (While)
    tellReset(Address, Told.Bytes, Told.Site, Told.Context);
}

//===----------------------------------------------------------------------===//
// The usual case, as in AllocatedObjects.cpp
//===----------------------------------------------------------------------===//

__attribute__((noinline)) ALLOCSITE_EMITTED static void
leaveEvent(uint64_t Does, const void *Address, uint64_t More, uint64_t Start,
           uint64_t Context) {
  followEventSlowly(Does, Address, More, Start, Context, __builtin_return_address(0));
}

/// An object of an arena of the thread goes alone, and is nothing else. False where that is for
/// release().
template <bool CountsBytes>
__attribute__((always_inline)) static inline bool freeQuickly(bool IsMoved, uintptr_t Object) {
  LiveThread *Live = knownLive();
  const auto *Place = reinterpret_cast<const void *>(Object);
  Shadow::Entry *At = findInShadow(Object);
  if (!Live || !At)
    return false;
  ObjectCell &Of = objectCell(loadEntry(At));
  Arena *In = Of.In;
  if (!In || In->Owner != Live || In->Passed || mayBeArena(Place))
    return false;
  AllocSiteThreadRecord *Record = Live->record(Of.Record);
  if (!Record || (!CountsBytes && (!isTouched(*Record) || isAloneAtPeak(*Live))))
    return false;
  if (Of.Place == ObjectPlace::Inside) {
    if (!takeInside(*In, Object, At))
      return false;
  } else {
    addTo(In->ReservedNow, -Of.ChunkBytes);
    __atomic_store_n(At, entryWithout(Of), __ATOMIC_RELAXED);
  }
  addTo(Of.Count, ~0u);
  Live->MovedArena = nullptr;
  Live->ResizedIn = IsMoved ? In : nullptr;
  Live->ResizedLife = In->Life;
  freeInFile(*In->File, Of.Size);
  if (CountsBytes)
    countGone(*Live, *Record, Of.Record, 1, Of.Size);
  else
    addOne(Record->Freed);
  return true;
}

template <bool CountsBytes>
ALLOCSITE_EMITTED static void followEvent(uint64_t Does, const void *Address, uint64_t More,
                                          uint64_t Start, uint64_t Context) {
  const bool IsMoved = Does == ALLOCSITE_DOES_Reallocate;
  if ((Does == ALLOCSITE_DOES_Free || IsMoved) && !Start) {
    if (!More)
      return;
    // What no arena was named for may be a block of a heap.
    if ((Address || !hasOthers()) && freeQuickly<CountsBytes>(IsMoved, untagged(More)))
      return;
  }
  [[clang::musttail]] return leaveEvent(Does, Address, More, Start, Context);
}

void *followerOfEvents() {
  return ObjectBytesCount ? reinterpret_cast<void *>(followEvent<true>)
                          : reinterpret_cast<void *>(followEvent<false>);
}

} // namespace allocsite
