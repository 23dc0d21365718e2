//===- AllocatedObjects.cpp - An object of an arena comes -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ObjectEvents.h"
#include "PassedBlocks.h"
#include "Platform.h"
#include "allocsite/Tag.h"
#include "count/Called.h"
#include "count/Pause.h"
#include "store/Profile.h"

#include "arch/OwnCode.h"

namespace allocsite {

/// The journal has room, but a handler may take it.
static inline void writeJournal(Arena &In, uint32_t Number) {
  const uint32_t At = fetchAdd(In.Used, 1); // In one instruction: a handler takes another.
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  if (__builtin_expect(At < In.Capacity, true))
    In.Journal[At] = Number;
}

/// Towards the peak, if objects make that. False where lookAbove() is to be called, or the timeline has
/// it as well.
__attribute__((always_inline)) static inline bool countBytes(LiveThread &Live, uint64_t Size) {
  if (__builtin_expect(!ObjectBytesCount, true))
    return true;
  if (ObjectsMakePeak) {
    addTo(Live.Net, static_cast<int64_t>(Size));
    if (Live.Net > Live.Limit && !staysAtPeak(Live))
      return false;
  }
  return !HasTimeline;
}

static void finishBytes(LiveThread &Live, uint32_t Number, uint64_t Size) {
  if (ObjectsMakePeak && Live.Net > Live.Limit)
    isAbovePeak(Live);
  if (HasTimeline && Number)
    countInTimeline(Live, Number, Size, 1);
}

static void addObject(LiveThread &Live, AllocSiteThreadRecord &Of, Arena &In,
                      const LiveKey &Key, uint32_t Number) {
  touch(Live, Of, Number);
  countObject(Of, In, Key.Size);
  if (!countBytes(Live, Key.Size))
    finishBytes(Live, Number, Key.Size);
}

/// The last entry is for a handler.
static inline bool hasRoom(const Arena &In) { return In.Used + 1 < In.Capacity; }

/// The next object of the key finds all that it needs. `Cell`: null where the journal has it.
static void remember(LiveThread &Live, const LiveKey &Key, Arena &In,
                     AllocSiteThreadRecord &Of, ObjectCell *Cell, uint32_t Number) {
  const uintptr_t Held = Cell ? reinterpret_cast<uintptr_t>(Cell) : uintptr_t(Number) << 1 | 1;
  if (Cell)
    Cell->Of = &Of;
  Live.rememberObject(Live.objectSlotOf(Key.Tag, In.Address),
                      {ObjectSlot::checkOf(Key.Tag, &In, &Of, Held), &In, &Of, Held},
                      Key.Generation);
}

/// True where the object of an ordered arena and all between it and a new one at its address
/// have no bytes, as marks have none: they go together.
static bool isBehindEmpty(const ArenaObject &Its, const Arena &In, uint32_t Position) {
  uint32_t At = Its.Position;
  while (At < Position && In.Journal[At] && liveRecords().key(In.Journal[At]).Size == 0)
    ++At;
  return Its.In == &In && At == Position;
}

/// What hung on an object that is reallocated hangs on the new one.
static void moveHungOn(LiveThread &Live, const void *To) {
  const void *From = Live.MovedArena;
  Live.MovedArena = nullptr;
  Arena *Moved = From ? findArenaAt(From) : nullptr;
  if (Moved && !findArenaAt(To))
    moveArena(*Moved, To);
}

/// The object may be freed with all that are younger, of which the journal tells the order. Each
/// that comes or goes needs the lock.
static bool addInOrder(LiveThread &Live, AllocSiteThreadRecord &Of, Arena &In,
                       const LiveKey &Key, uintptr_t Address, uint32_t Number) {
  if (!hasRoom(In) && !makeRoom(In))
    return false;
  In.Owner = nullptr;
  In.Handovers = MostHandovers;
  uint32_t Position = In.Used;
  writeJournal(In, Number);
  addObject(Live, Of, In, Key, Number);
  // What is at the address was cut off with an older one, and is known no more; or was freed
  // unseen, where the arena was not in order yet.
  if (const FoundObject Before = findObject(Address)) {
    if (Before.Cell)
      freeOne(Live, Before);
    else if (isBehindEmpty(*Before.Entry, In, Position))
      Position = Before.Entry->Position;
  }
  moveHungOn(Live, reinterpret_cast<const void *>(Address));
  return placeInOrder(In, Address, Number, Position);
}

/// The same alone, by its address.
static bool addAlone(LiveThread &Live, AllocSiteThreadRecord &Of, Arena &In,
                     const LiveKey &Key, uintptr_t Address, uint32_t Number) {
  if (const FoundObject Before = findObject(Address)) // Freed unseen.
    freeOne(Live, Before);
  moveHungOn(Live, reinterpret_cast<const void *>(Address));
  In.HasAlone = true;
  const uint32_t Cell = placeObject(In, Address, Number, addressOf(Live.Last) == Address);
  if (!Cell) {
    In.IsOrdered = true; // Where there are no cells more, the journal has places.
    return addInOrder(Live, Of, In, Key, Address, Number);
  }
  addObject(Live, Of, In, Key, Number);
  if (ObjectCells[Cell].Place != ObjectPlace::Elsewhere)
    remember(Live, Key, In, Of, &ObjectCells[Cell], Number);
  return true;
}

/// The object goes with the arena. The journal has it, until it was full once.
static bool addToArena(LiveThread &Live, AllocSiteThreadRecord &Of, Arena &In,
                       const LiveKey &Key, uint32_t Number) {
  const uint32_t Known =
      In.Cells && !In.IsOrdered ? cellIn(In, Number, ObjectPlace::Elsewhere) : 0;
  ObjectCell *Cell = Known ? &ObjectCells[Known] : nullptr;
  if (!Cell && !hasRoom(In) && !makeRoom(In))
    return false;
  remember(Live, Key, In, Of, Cell, Number);
  if (Cell)
    ++Cell->Count;
  else
    writeJournal(In, Number);
  addObject(Live, Of, In, Key, Number);
  return true;
}

/// A resize to no bytes returns nothing: the object has come and is gone.
static void countNoObject(LiveThread &Live, AllocSiteThreadRecord &Of, Arena &In,
                          const LiveKey &Key, uint32_t Number) {
  remember(Live, Key, In, Of, nullptr, Number);
  addObject(Live, Of, In, Key, Number);
  freeInFile(*In.File, Key.Size);
  freeObjects(Live, Number, 1);
  // What hung on the object that was resized has gone with it.
  Arena *Hung = Live.MovedArena ? findArenaAt(Live.MovedArena) : nullptr;
  Live.MovedArena = nullptr;
  if (Hung)
    end(Live, *Hung, /*IsSeen=*/true);
}

/// Where an object was that is resized now, whatever the call says; or null.
static Arena *arenaOfResized(LiveThread &Live) {
  Arena *Its = Live.ResizedIn;
  Live.ResizedIn = nullptr;
  return Its && Its->Address && Its->Life == Live.ResizedLife ? Its : nullptr;
}

/// The object is in the arena, and a point has fallen into it.
static void passObject(LiveThread &Live, Arena &In, uintptr_t Object, uint64_t Size,
                       uint32_t Position) {
  if (Object && addPassed(In, Object, In.IsOrdered ? Position : 0))
    passAllocated(reinterpret_cast<const void *>(Object), Size, Live.ObjectPoints.Random);
}

/// False where there is no room for it. The thread is on noSlots().
static bool addSlowly(LiveThread &Live, const LiveKey &Key, const void *Address,
                      uint64_t Object, bool IsPassed) {
  uint32_t Number = liveRecords().known(Key);
  if (!Number)
    Number = liveRecords().make(Key);
  AllocSiteThreadRecord *Of = Number ? recordOrMake(Live, Number) : nullptr;
  if (!Of)
    return false;
  ArenaGuard Guard;
  if (!Guard.has())
    return false;
  Arena *In = arenaOfResized(Live);
  if (!In)
    In = findArena(Address);
  if (!In)
    In = beginUnseen(Live, Address, Key);
  if (!In)
    return false;
  handOver(*In, Live);
  In->IsOrdered |= (Object & ALLOCSITE_OBJECT_FREED_WITH_LATER) != 0;
  const uint32_t Position = In->Used;
  const uintptr_t At = addressIn(Object);
  if (!(Object & (ALLOCSITE_OBJECT_FREED_ALONE | ALLOCSITE_OBJECT_FREED_WITH_LATER))) {
    if (!addToArena(Live, *Of, *In, Key, Number))
      return false;
    if (isHeapFollowed())
      noteChunk(*In, At);
    else
      In->ChunkSize = ALLOCSITE_OBJECT_ADDRESS;
  } else if (!At) {
    countNoObject(Live, *Of, *In, Key, Number);
  } else if (!(In->IsOrdered ? addInOrder : addAlone)(Live, *Of, *In, Key, At, Number)) {
    return false;
  }
  if (IsPassed)
    passObject(Live, *In, At, Key.Size, Position);
  return true;
}

/// Counted it has. Not for what has failed.
ALLOCSITE_SLOW static void followSlowly(uint64_t Start, uint64_t Context, uint64_t Size,
                                        const void *Address, uint64_t Object,
                                        bool IsPassed = false) {
  KeepErrno Keep;
  // What is allocated while the profiler pauses is not followed.
  if (isParked(ALLOCSITE_SYM_THREAD.Slots) || !isOwnProcess()) {
    if (LiveThread *Live = knownLive())
      Live->ResizedIn = nullptr;
    return;
  }
  LiveKey Key = {Context, Start * ALLOCSITE_SITE_FACTOR_INVERSE, Size,
                 tagOf(Context, Start, Size), /*InArena=*/true};
  Key.Generation = blockGeneration();
  LiveThread *Live = currentLive();
  if (Object & ALLOCSITE_OBJECT_ARENA_IS_CURRENT && Address)
    Address = *static_cast<const void *const *>(Address);
  Address = untagged(Address);
  if (Live && Key.Site & ALLOCSITE_SITE_FAILED)
    Live->ResizedIn = nullptr;
  if (!Live || !Address || Key.Site & ALLOCSITE_SITE_FAILED || Size > uint64_t(INT64_MAX))
    return;
  bool IsFollowed;
  {
    Detached While(threadSlots());
    IsFollowed = addSlowly(*Live, Key, Address, Object, IsPassed);
  }
  if (!IsFollowed)
    addOne(Live->Untracked);
}

ALLOCSITE_SLOW static void countSlowly(uint64_t Start, uint64_t Context, uint64_t Size) {
  ALLOCSITE_SYM_MISS(tagOf(Context, Start, Size), Context, Size,
                     Start * ALLOCSITE_SITE_FACTOR_INVERSE);
}

//===----------------------------------------------------------------------===//
// The usual case. What is unusual is for a function that has the same arguments and is jumped to, so
// that little is saved here.
//===----------------------------------------------------------------------===//

#define ARGUMENTS                                                                             \
  uint64_t Start, uint64_t Context, uint64_t Size, const void *Address, uint64_t Object
#define LEAVE_TO(Function)                                                                    \
  [[clang::musttail]] return Function(Start, Context, Size, Address, Object)
#define APART __attribute__((noinline)) ALLOCSITE_EMITTED static void

/// It is counted.
APART leaveToSlow(ARGUMENTS) { followSlowly(Start, Context, Size, Address, Object); }

/// It is not.
APART leaveToMiss(ARGUMENTS) {
  countSlowly(Start, Context, Size);
  followSlowly(Start, Context, Size, Address, Object);
}

/// The hit.
__attribute__((always_inline)) static inline bool count(uint64_t Tag, AllocSiteSlot *Own) {
  AllocSiteSlot *Slots = direct(Own); // not parked where it counts
  // Where nothing counts there is no mask, and the first slot has no tag.
  auto &Slot = *reinterpret_cast<AllocSiteSlot *>(
      reinterpret_cast<char *>(Slots) + slotOffset(Tag, ThreadTable::of(Slots)->SlotMask));
  if (__builtin_expect(Slot.Tag != Tag || Own != Slots, false))
    return false;
  addOne(Slot.Count);
  return true;
}

ALLOCSITE_EMITTED void countInArena(uint64_t Start, uint64_t Context, uint64_t Size,
                                    const void *, uint64_t) {
  if (__builtin_expect(!count(tagOf(Context, Start, Size), ALLOCSITE_SYM_THREAD.Slots), false))
    countSlowly(Start, Context, Size);
}

namespace {
/// What an ObjectSlot has, where all of it is one tag's and its arena is the thread's.
struct Usual {
  Arena *In;
  AllocSiteThreadRecord *Of;
  uintptr_t Held;

  /// `Live`: null where the thread has none.
  Usual(LiveThread *Live, uint64_t Tag, const void *Address) {
    if (__builtin_expect(!Live, false)) {
      In = nullptr;
      return;
    }
    const ObjectSlot &Slot = Live->objectSlotOf(Tag, Address);
    In = __atomic_load_n(&Slot.In, __ATOMIC_RELAXED);
    Of = Slot.Of;
    Held = Slot.Held;
    if (__builtin_expect(ObjectSlot::checkOf(Tag, In, Of, Held) != Slot.Check || !In ||
                             In->Address != Address || In->Owner != Live,
                         false))
      In = nullptr;
  }
  bool isOfJournal() const { return Held & 1; }
  ObjectCell &cell() const { return *reinterpret_cast<ObjectCell *>(Held); }
  /// Not another one's by now?
  bool hasCell() const { return !isOfJournal() && cell().In == In && cell().Of == Of; }
  uint32_t number() const {
    return isOfJournal() ? static_cast<uint32_t>(Held >> 1) : cell().Record;
  }
};
} // namespace

/// The object gets its entry. False where that is for placeObject() to decide.
__attribute__((always_inline)) static inline bool place(LiveThread &Live, Arena &In,
                                                        ObjectCell &Of, uintptr_t Address) {
  const Shadow::Entry Its = objectEntry(Of, Address);
  if (Of.Place == ObjectPlace::Inside)
    return placeInside(In, Address, Its);
  const auto *Block = reinterpret_cast<const void *>(Address);
  Shadow::Entry *At = Heap.find(Block);
  if (addressOf(Live.Last) != Address || !At)
    return false;
  const Shadow::Entry Below = __atomic_load_n(At, __ATOMIC_RELAXED);
  if (Of.Place == ObjectPlace::Beside) {
    if ((Below & Records::NumberMask) != Of.Block || !placeBeside(Address, Its))
      return false;
  } else {
    if (Below != Of.Block)
      return false;
    __atomic_store_n(At, Its, __ATOMIC_RELAXED);
  }
  if (Of.Block != Shadow::None)
    reserveChunk(In, Of.ChunkBytes);
  return true;
}

/// The object is counted, and countBytes() has said so.
APART leaveBytes(ARGUMENTS) {
  static_cast<void>(Object);
  LiveThread *Live = knownLive();
  if (!Live)
    return;
  const Usual Its(Live, tagOf(Context, Start, Size), untagged(Address));
  // None where a handler has put in another one meanwhile.
  finishBytes(*Live, Its.In ? Its.number() : Records::None, Size);
}

/// What an object that may go alone is where a resize to no bytes returns nothing: it is counted.
APART followNothing(ARGUMENTS) {
  const uint64_t Tag = tagOf(Context, Start, Size);
  LiveThread *Live = knownLive();
  const Usual Its(Live, Tag, untagged(Address));
  if (!Its.In || Live->MovedArena || !Its.isOfJournal() || ObjectBytesCount ||
      !isTouched(*Its.Of) || isAloneAtPeak(*Live) ||
      (Live->ResizedIn && Live->ResizedIn != Its.In))
    LEAVE_TO(leaveToSlow);
  Live->ResizedIn = nullptr;
  countObject(*Its.Of, *Its.In, Size);
  freeInFile(*Its.In->File, Size);
  addOne(Its.Of->Freed);
}

APART followAlone(ARGUMENTS);

/// The arena is what the variable holds.
APART followInCurrent(ARGUMENTS) {
  if (Address)
    Address = *static_cast<const void *const *>(Address);
  followAlone(Start, Context, Size, Address, Object & ~ALLOCSITE_OBJECT_ARENA_IS_CURRENT);
}

/// Of an object that may go alone.
APART followAlone(ARGUMENTS) {
  if (__builtin_expect(Object & ALLOCSITE_OBJECT_ARENA_IS_CURRENT, false))
    LEAVE_TO(followInCurrent);
  const uint64_t Tag = tagOf(Context, Start, Size);
  AllocSiteSlot *Slots = ALLOCSITE_SYM_THREAD.Slots;
  if (__builtin_expect(!count(Tag, Slots), false))
    LEAVE_TO(leaveToMiss);
  LiveThread *Live = hasLive(Slots);
  const uintptr_t At = addressIn(Object);
  if (__builtin_expect(!At, false))
    LEAVE_TO(followNothing);
  const Usual Its(Live, Tag, untagged(Address));
  if (__builtin_expect((Object & ALLOCSITE_OBJECT_FREED_WITH_LATER) || !Its.In ||
                           !Its.hasCell() || !isTouched(*Its.Of) || Live->MovedArena ||
                           (Live->ResizedIn && Live->ResizedIn != Its.In) ||
                           !place(*Live, *Its.In, Its.cell(), At),
                       false))
    LEAVE_TO(leaveToSlow);
  Live->ResizedIn = nullptr;
  addTo(Its.cell().Count, 1u);
  countObject(*Its.Of, *Its.In, Size);
  if (__builtin_expect(!countBytes(*Live, Size), false))
    LEAVE_TO(leaveBytes);
}

APART followInArena(ARGUMENTS) {
  const uint64_t Tag = tagOf(Context, Start, Size);
  AllocSiteSlot *Slots = ALLOCSITE_SYM_THREAD.Slots;
  if (__builtin_expect(!count(Tag, Slots), false))
    LEAVE_TO(leaveToMiss);
  LiveThread *Live = hasLive(Slots);
  const Usual Its(Live, Tag, untagged(Address));
  if (__builtin_expect(!Its.In ||
                           addressAndBits(Object) - Its.In->Chunk >= Its.In->ChunkSize ||
                           !isTouched(*Its.Of),
                       false))
    LEAVE_TO(leaveToSlow);
  if (__builtin_expect(!Its.isOfJournal(), true)) {
    if (__builtin_expect(!Its.hasCell(), false))
      LEAVE_TO(leaveToSlow);
    addTo(Its.cell().Count, 1u);
  } else {
    if (__builtin_expect(!hasRoom(*Its.In), false))
      LEAVE_TO(leaveToSlow);
    writeJournal(*Its.In, Its.number());
  }
  countObject(*Its.Of, *Its.In, Size);
  if (__builtin_expect(!countBytes(*Live, Size), false))
    LEAVE_TO(leaveBytes);
}

ALLOCSITE_EMITTED static void follow(ARGUMENTS) {
  if (Object & ALLOCSITE_OBJECT_FREED_ALONE)
    LEAVE_TO(followAlone);
  LEAVE_TO(followInArena);
}

/// Whether a point falls into an object of the thread.
ALLOCSITE_SLOW static bool isPassed(uint64_t Size) {
  KeepErrno Keep;
  if (isParked(ALLOCSITE_SYM_THREAD.Slots) || !isOwnProcess())
    return false;
  LiveThread *Live = currentLive();
  if (!Live)
    return false;
  SamplePoints &Points = Live->ObjectPoints;
  const uint64_t Its = PassedSampling.sizeOf(Size ? Size : 1);
  Points.Until -= static_cast<int64_t>(Its);
  return Points.Until < 0 && Points.fallsInto(Its, PassedSampling);
}

/// With probes=otel.
ALLOCSITE_EMITTED static void sample(ARGUMENTS) {
  if (__builtin_expect(!isPassed(Size), true))
    LEAVE_TO(follow);
  if (!count(tagOf(Context, Start, Size), ALLOCSITE_SYM_THREAD.Slots))
    countSlowly(Start, Context, Size);
  followSlowly(Start, Context, Size, Address, Object, /*IsPassed=*/true);
}

void *followerOfObjects() {
  return PassesBlocks ? reinterpret_cast<void *>(sample) : reinterpret_cast<void *>(follow);
}

} // namespace allocsite
