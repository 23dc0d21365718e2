//===- ObjectEvents.h - What happens when an object comes or goes *- C++ -* ===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   an object comes (AllocatedObjects.cpp) ─┐
//   an object goes (FreedObjects.cpp)      ─┼─▶ its record on the thread, its arena in the file,
//   an arena is emptied (ArenaEvents.cpp)  ─┘   the peak, the timeline
//
// What is fast is done on the thread that the arena belongs to, without a lock: the usual case, with
// all that it needs at hand. The slow functions decide all other cases; the thread is on noSlots()
// then, and has the lock of arenas.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_OBJECTEVENTS_H
#define ALLOCSITE_RUNTIME_LIVE_OBJECTEVENTS_H

#include "ArenaSet.h"
#include "OnThread.h"
#include "allocsite/Abi.h"
#include "profile/ArenaTally.h"

// As emitted code calls them.
#define ALLOCSITE_EMITTED __attribute__((preserve_most))

namespace allocsite {

/// Are objects what the peak is of? Do their bytes count, for that or a timeline? Constant when
/// start-up is through.
extern bool ObjectsMakePeak, ObjectBytesCount;

static_assert(UINT64_C(1) << AddressBits <= ALLOCSITE_OBJECT_ADDRESS,
              "the bits of ALLOCSITE_OBJECT_… are none of an address");

/// The address in what emitted code says of an object: that, and how it may go.
inline uintptr_t addressIn(uint64_t Object) {
  return untagged(Object & ALLOCSITE_OBJECT_ADDRESS);
}
/// The same, without the rest of a tag.
inline uint64_t addressAndBits(uint64_t Object) {
  return untagged(Object) | (Object & ~ALLOCSITE_OBJECT_ADDRESS);
}

/// How often an arena may go from one thread to another before each that uses it takes the
/// lock for that.
inline constexpr uint32_t MostHandovers = 8;

inline AllocSiteThreadRecord *recordOrMake(LiveThread &Live, uint32_t Number) {
  AllocSiteThreadRecord *Known = Live.record(Number);
  return Known ? Known : makeRecord(Live, Number);
}

/// The arena is the thread's from now on, or several threads'.
inline void handOver(Arena &In, LiveThread &To) {
  if (In.Owner == &To)
    return;
  // Heaps whose blocks go one by one may lock for themselves: threads use them at one time.
  In.Owner = In.Handovers < (In.HasAlone ? 1 : MostHandovers) ? &To : nullptr;
  ++In.Handovers;
}

/// An object of the record has come, behind touch(). If ObjectBytesCount, those count then.
inline void countObject(AllocSiteThreadRecord &Of, Arena &In, uint64_t Size) {
  addOne(Of.Allocated);
  AllocSiteArena &File = *In.File;
  addOne(File.Objects);
  addTo(File.Bytes, Size);
}

/// Has the record changed since the peak was left?
inline bool isTouched(const AllocSiteThreadRecord &Its) {
  return Its.Epoch == static_cast<uint32_t>(__atomic_load_n(PeakEpoch, __ATOMIC_ACQUIRE));
}

/// Objects of a record have gone, of so many bytes each.
__attribute__((always_inline)) inline void countGone(LiveThread &Live,
                                                     AllocSiteThreadRecord &Of,
                                                     uint32_t Number, uint32_t Count,
                                                     uint64_t Size) {
  if (ObjectsMakePeak) {
    addTo(Live.Net, -static_cast<int64_t>(Size * Count));
    if (Live.Net < Live.Low)
      isBelowPeak(Live);
  } else {
    leaveIfAloneAtPeak(Live); // chunks are freed behind their objects
  }
  touch(Live, Of, Number);
  addTo(Of.Freed, uint64_t(Count));
  if (__builtin_expect(HasTimeline, false))
    countInTimeline(Live, Number, Size, -int64_t(Count));
}

/// An object of that many bytes has gone alone.
inline void freeInFile(AllocSiteArena &Of, uint64_t Size) {
  const uint64_t Held = Of.Bytes - Of.FreedBytes;
  if (Held > Of.Held)
    __atomic_store_n(&Of.Held, Held, __ATOMIC_RELAXED);
  addOne(Of.Freed);
  addTo(Of.FreedBytes, Size);
}

// FreedObjects.cpp.

/// So many objects of the record have gone with their arena, or one alone.
void freeObjects(LiveThread &Live, uint32_t Number, uint32_t Count);
void freeOne(LiveThread &Live, const FoundObject &Its);
void freeAll(LiveThread &Live, Arena &Its, bool GoesOn);
/// `WithLater`: from the object on; from nothing on it is the end of the arena.
void release(LiveThread &Live, bool IsMoved, const void *Address, uint64_t Object,
             bool WithLater);

// ArenaEvents.cpp.

/// An arena that nobody was seen to make, yet: it may be in the middle of it. Where it is an
/// object itself, as in talloc, it goes with the arena that it is in.
Arena *beginUnseen(LiveThread &Live, const void *Address, const LiveKey &Key);
/// The arena and those that were made of it end, as somebody has seen or not.
void end(LiveThread &Live, Arena &Its, bool IsSeen);
/// What emitted code says is done (AllocSiteEvent), as AllocSiteEventFn.
void doEvent(LiveThread &Live, uint64_t Does, const void *Address, uint64_t More,
             uint64_t Start, uint64_t Context);

/// An arena that is to be emptied or to end: what it held, and who has made it.
struct EmptiedArena {
  uint64_t Bytes, Site, Context; // Site 0: none is
};
/// What such an event is about to empty. Takes the lock.
EmptiedArena willEmpty(uint64_t Does, const void *Address, uint64_t More, bool WithLater);

// What emitted code calls. Any thread, signal handlers included. Types do not have the convention.

ALLOCSITE_EMITTED void countInArena(uint64_t Start, uint64_t Context, uint64_t Size,
                                    const void *, uint64_t);
/// AllocSiteInArenaFn where arenas are followed, when the options are known.
void *followerOfObjects();
/// The frees of a heap's blocks alone.
ALLOCSITE_EMITTED void followFree(uint64_t Does, const void *Address, uint64_t More, uint64_t,
                                  uint64_t);
/// AllocSiteEventFn where arenas are followed, when the options are known.
void *followerOfEvents();

} // namespace allocsite

#endif
