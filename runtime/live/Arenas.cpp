//===- Arenas.cpp - Objects that go with their arena ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Arenas.h"
#include "ArenaSet.h"
#include "HeapBlocks.h"
#include "Message.h"
#include "OnThread.h"
#include "PassedBlocks.h"
#include "Platform.h"
#include "allocsite/Tag.h"
#include "arch/Machine.h"
#include "count/Called.h"
#include "count/Hooks.h"
#include "count/Stacks.h"
#include "profile/ArenaTally.h"
#include "store/Profile.h"

#include "arch/OwnCode.h"

using namespace allocsite;

// As emitted code calls them.
#define EMITTED __attribute__((preserve_most)) static void

static bool Following;
static bool MakesPeak;
static bool CountsBytes; // for the peak, or a timeline

bool allocsite::areArenasFollowed() { return Following; }

static_assert(UINT64_C(1) << AddressBits <= ALLOCSITE_OBJECT_ADDRESS,
              "the bits of ALLOCSITE_OBJECT_… are none of an address");

/// What emitted code says of an object: its address, and how it may go.
static inline uintptr_t addressIn(uint64_t Object) {
  return untagged(Object & ALLOCSITE_OBJECT_ADDRESS);
}
/// The same, without the rest of a tag.
static inline uint64_t addressAndBits(uint64_t Object) {
  return untagged(Object) | (Object & ~ALLOCSITE_OBJECT_ADDRESS);
}

//===----------------------------------------------------------------------===//
// An object comes
//===----------------------------------------------------------------------===//

/// How often an arena may go from one thread to another before each that uses it takes the
/// lock for that.
static constexpr uint32_t MostHandovers = 8;

/// The journal has room.
__attribute__((always_inline)) static inline void addObject(LiveThread &Live,
                                                            AllocSiteThreadRecord &Of,
                                                            uint32_t Number, Arena &In,
                                                            uint64_t Size) {
  touch(Live, Of, Number);
  addOne(Of.Allocated);
  addOne(In.File->Objects);
  addTo(In.File->Bytes, Size);
  In.Journal[fetchAdd(In.Used, 1)] = Number; // In one instruction: a handler takes another.
  if (!CountsBytes)
    return;
  if (MakesPeak) {
    addTo(Live.Net, static_cast<int64_t>(Size));
    if (__builtin_expect(Live.Net > Live.Limit, false) && !staysAtPeak(Live))
      isAbovePeak(Live);
  }
  if (__builtin_expect(HasTimeline, false))
    countInTimeline(Live, Number, Size, 1);
}

/// The last entry is for a handler.
static inline bool hasRoom(const Arena &In) { return In.Used + 1 < In.Capacity; }

static AllocSiteThreadRecord *recordOrMake(LiveThread &Live, uint32_t Number) {
  AllocSiteThreadRecord *Known = Live.record(Number);
  return Known ? Known : makeRecord(Live, Number);
}

/// The arena is the thread's from now on, or several threads'.
static void handOver(Arena &In, LiveThread &To) {
  if (In.Owner == &To)
    return;
  In.Owner = In.Handovers < MostHandovers ? &To : nullptr;
  ++In.Handovers;
}

static void freeOne(LiveThread &Live, ArenaObject &Its);

/// An arena that nobody was seen to make, yet: it may be in the middle of it. Where it is an
/// object itself, as in talloc, it goes with the arena that it is in.
static Arena *begin(LiveThread &Live, const void *Address, const LiveKey &Key) {
  Arena *New = makeArena(Address, Key.Context, Key.Site);
  Live.Guessed = New;
  Live.GuessedLife = New ? New->Life : 0;
  const ArenaObject *Its = New ? findObject(reinterpret_cast<uintptr_t>(Address)) : nullptr;
  if (Its && Its->In != New)
    setParent(*New, *Its->In);
  return New;
}

/// True where the object of an ordered arena and all between it and a new one at its address
/// have no bytes, as marks have none: they go together.
static bool isBehindEmpty(const ArenaObject &Its, const Arena &In, uint32_t Position) {
  uint32_t At = Its.Position;
  while (At < Position && In.Journal[At] && liveRecords().key(In.Journal[At]).Size == 0)
    ++At;
  return Its.In == &In && At == Position;
}

/// The object may be freed alone: it has an entry. Each that comes or goes needs the lock.
static bool addEntry(LiveThread &Live, Arena &In, uint64_t Object, uint32_t Number,
                     uint32_t Position) {
  In.Owner = nullptr;
  In.Handovers = MostHandovers;
  In.IsOrdered |= (Object & ALLOCSITE_OBJECT_FREED_WITH_LATER) != 0;
  const uintptr_t Address = addressIn(Object);
  // Freed unseen; but an ordered arena has cut off what came later, and knows no addresses.
  if (ArenaObject *Before = findObject(Address)) {
    if (!In.IsOrdered)
      freeOne(Live, *Before);
    else if (isBehindEmpty(*Before, In, Position))
      Position = Before->Position;
  }
  if (const void *From = Live.MovedArena) {
    const auto *To = reinterpret_cast<const void *>(Address);
    Live.MovedArena = nullptr;
    if (Arena *Moved = findArenaAt(From); Moved && !findArenaAt(To))
      moveArena(*Moved, To);
  }
  return makeObject(Address, In, Number, Position);
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
  // A slot may also say that such blocks of the heap are not followed, and its record may be of
  // the generation before: another thread has just begun one.
  uint32_t Number = Live.slotOf(Key.Tag).recordOf(Key.Tag);
  if (!Number || Number > Records::NumberMask ||
      liveRecords().key(Number).Generation != Key.Generation)
    Number = liveRecords().known(Key);
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
    In = begin(Live, Address, Key);
  if (!In || (!hasRoom(*In) && !makeRoom(*In)))
    return false;
  const uint32_t Position = In->Used;
  Live.rememberRecord(Key.Tag, Number, Key.Generation);
  Live.arenaOf(In->Address) = In;
  handOver(*In, Live);
  addObject(Live, *Of, Number, *In, Key.Size);
  if (Object & (ALLOCSITE_OBJECT_FREED_ALONE | ALLOCSITE_OBJECT_FREED_WITH_LATER)) {
    if (!addEntry(Live, *In, Object, Number, Position))
      return false;
  } else if (isHeapFollowed()) {
    noteChunk(*In, addressIn(Object));
  } else {
    In->ChunkSize = ALLOCSITE_OBJECT_ADDRESS;
  }
  if (IsPassed)
    passObject(Live, *In, addressIn(Object), Key.Size, Position);
  return true;
}

/// Counted it has. Not for what has failed.
ALLOCSITE_SLOW static void followSlowly(uint64_t Start, uint64_t Context, uint64_t Size,
                                        const void *Address, uint64_t Object,
                                        bool IsPassed = false) {
  KeepErrno Keep;
  // What is allocated while the profiler pauses is not followed.
  if (isParked(ALLOCSITE_SYM_THREAD.Slots) || !isOwnProcess())
    return;
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

/// The hit; the slot of the tag where it was one.
__attribute__((always_inline)) static inline bool count(uint64_t Tag, AllocSiteSlot *Own) {
  AllocSiteSlot *Slots = direct(Own);
  // Where nothing counts there is no mask, and the first slot has no tag.
  auto &Slot = *reinterpret_cast<AllocSiteSlot *>(
      reinterpret_cast<char *>(Slots) + slotOffset(Tag, ThreadTable::of(Slots)->SlotMask));
  if (__builtin_expect(Slot.Tag != Tag || Own != Slots, false))
    return false;
  addOne(Slot.Count);
  return true;
}

EMITTED countInArena(uint64_t Start, uint64_t Context, uint64_t Size, const void *, uint64_t) {
  if (__builtin_expect(!count(tagOf(Context, Start, Size), ALLOCSITE_SYM_THREAD.Slots), false))
    countSlowly(Start, Context, Size);
}

EMITTED followInArena(uint64_t Start, uint64_t Context, uint64_t Size, const void *Address,
                      uint64_t Object) {
  const uint64_t Tag = tagOf(Context, Start, Size);
  AllocSiteSlot *Slots = ALLOCSITE_SYM_THREAD.Slots; // not parked where it counts
  if (__builtin_expect(!count(Tag, Slots), false)) {
    countSlowly(Start, Context, Size);
    return followSlowly(Start, Context, Size, Address, Object);
  }
  LiveThread *Live = hasLive(Slots);
  if (__builtin_expect(!Live, false))
    return followSlowly(Start, Context, Size, Address, Object);
  const uint32_t Known = Live->slotOf(Tag).recordOf(Tag);
  Arena *In = Live->arenaOf(untagged(Address));
  if (__builtin_expect(Known - 1 >= Records::NumberMask || !In ||
                           In->Address != untagged(Address) || In->Owner != Live ||
                           addressAndBits(Object) - In->Chunk >= In->ChunkSize ||
                           !hasRoom(*In),
                       false))
    return followSlowly(Start, Context, Size, Address, Object);
  AllocSiteThreadRecord *Of = Live->record(Known);
  if (__builtin_expect(!Of, false))
    return followSlowly(Start, Context, Size, Address, Object);
  addObject(*Live, *Of, Known, *In, Size);
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
EMITTED sampleInArena(uint64_t Start, uint64_t Context, uint64_t Size, const void *Address,
                      uint64_t Object) {
  if (__builtin_expect(!isPassed(Size), true))
    return followInArena(Start, Context, Size, Address, Object);
  if (!count(tagOf(Context, Start, Size), ALLOCSITE_SYM_THREAD.Slots))
    countSlowly(Start, Context, Size);
  followSlowly(Start, Context, Size, Address, Object, /*IsPassed=*/true);
}

//===----------------------------------------------------------------------===//
// An arena comes, is emptied, goes. The thread is on noSlots(), and has the lock.
//===----------------------------------------------------------------------===//

static void freeObjects(LiveThread &Live, uint32_t Number, uint32_t Count) {
  AllocSiteThreadRecord *Of = recordOrMake(Live, Number);
  if (!Of) {
    addOne(Live.Untracked);
    return;
  }
  if (MakesPeak) {
    addTo(Live.Net, -static_cast<int64_t>(sizeOf(*Of, Number) * Count));
    if (Live.Net < Live.Low)
      isBelowPeak(Live);
  } else {
    leaveIfAloneAtPeak(Live); // chunks are freed behind their objects
  }
  touch(Live, *Of, Number);
  addTo(Of->Freed, uint64_t(Count));
  if (HasTimeline)
    countInTimeline(Live, Number, sizeOf(*Of, Number), -int64_t(Count));
}

static void freeInFile(AllocSiteArena &Of, uint32_t Number) {
  Of.Held = heldBytes(Of);
  ++Of.Freed;
  Of.FreedBytes += liveRecords().key(Number).Size;
}

static void freeOne(LiveThread &Live, ArenaObject &Its) {
  Arena &In = *Its.In;
  if (__builtin_expect(In.Passed != 0, false))
    passGone(In, Its.Address);
  const uint32_t Number = Its.Record;
  if (In.IsOrdered) {
    if (Its.Position >= In.Used || In.Journal[Its.Position] != Number)
      return removeObject(Its); // It went with an older one.
    In.Journal[Its.Position] = 0;
  } else if (!takeOne(In, Number)) {
    addOne(Live.Untracked);
    return;
  }
  freeInFile(*In.File, Number);
  freeObjects(Live, Number, 1);
  removeObject(Its);
}

/// It, and all that its arena made later.
static void freeFrom(LiveThread &Live, ArenaObject &Its) {
  Arena &In = *Its.In;
  if (!In.IsOrdered)
    return freeOne(Live, Its);
  if (__builtin_expect(In.Passed != 0, false))
    passGoneFrom(In, Its.Position);
  for (uint32_t I = Its.Position; I < In.Used && I < In.Capacity; ++I)
    if (const uint32_t Number = In.Journal[I]) {
      freeInFile(*In.File, Number);
      freeObjects(Live, Number, 1);
    }
  if (Its.Position < In.Used)
    In.Used = Its.Position;
  removeObject(Its);
}

static void freeAll(LiveThread &Live, Arena &Its) {
  if (__builtin_expect(Its.Passed != 0, false))
    passGoneFrom(Its, 0);
  takeAll(Its, [&](uint32_t Number, uint32_t Count) { freeObjects(Live, Number, Count); });
}

/// A reset of what is empty is none.
static void empty(LiveThread &Live, Arena &Its) {
  AllocSiteArena &Of = *Its.File;
  if (!Of.Objects)
    return;
  freeAll(Live, Its);
  const uint64_t Held = heldBytes(Of), Maker = Of.Maker;
  // Who is killed in between has lost one arena, and counts nothing twice. The fence: whoever sees
  // what changes here sees no arena.
  __atomic_store_n(&Of.Maker, uint64_t(0), __ATOMIC_RELEASE);
  __atomic_thread_fence(__ATOMIC_RELEASE);
  Of.LeastCycle = mergeLeast(Of.LeastCycle, Held);
  Of.MostCycle = mergeMax(Of.MostCycle, Held);
  endLife(Its);
  Of.OldObjects += Of.Objects;
  Of.OldBytes += Of.Bytes;
  Of.Resets += 1;
  __atomic_fetch_add(&ArenaResets, 1, __ATOMIC_RELAXED);
  Of.Objects = Of.Bytes = Of.Freed = Of.FreedBytes = Of.Held = 0;
  __atomic_store_n(&Of.Maker, Maker, __ATOMIC_RELEASE);
  Its.Owner = nullptr;
  Its.Handovers = 0;
}

/// Of the whole tree, from the leaves up: no recursion, trees may be deep.
static void end(LiveThread &Live, Arena &Its, bool IsSeen) {
  for (Arena *At = &Its;;) {
    while (At->Children)
      At = At->Children;
    Arena *Parent = At == &Its ? nullptr : At->Parent;
    freeAll(Live, *At);
    endArena(*At, IsSeen);
    if (!Parent)
      return;
    At = Parent;
  }
}

static void endChildren(LiveThread &Live, Arena &Of) {
  while (Of.Children)
    end(Live, *Of.Children, /*IsSeen=*/true);
}

static void emptyChildren(LiveThread &Live, Arena &Of) {
  for (Arena *Each = Of.Children; Each; Each = Each->Next) {
    empty(Live, *Each);
    emptyChildren(Live, *Each);
  }
}

static void create(LiveThread &Live, const void *Address, const void *Parent, uint64_t Context,
                   uint64_t Site) {
  Arena *New = findArenaAt(Address);
  if (New && New == Live.Guessed && New->Life == Live.GuessedLife) {
    // Who makes it has allocated in it before it was handed out.
    adoptArena(*New, Context, Site);
    setParentless(*New);
  } else {
    if (New && New->Copied && findNamed(New->Copied) == New && !findArenaAt(New->Copied))
      moveArena(*New, New->Copied); // The copy was a temporary one.
    else if (New)
      end(Live, *New, /*IsSeen=*/false);
    New = makeArena(Address, Context, Site);
  }
  Arena *Of = New && Parent ? findArena(Parent) : nullptr;
  if (Of && Of != New)
    setParent(*New, *Of);
  if (!New)
    addOne(Live.Untracked);
}

static void reset(LiveThread &Live, Arena &Its, uint64_t Children) {
  if (Children == ALLOCSITE_CHILDREN_ALONE)
    return emptyChildren(Live, Its);
  if (Children == ALLOCSITE_CHILDREN_DESTROYED)
    endChildren(Live, Its);
  empty(Live, Its);
}

static void destroy(LiveThread &Live, Arena &Its, uint64_t Children) {
  if (Children == ALLOCSITE_CHILDREN_ALONE)
    return endChildren(Live, Its);
  if (Children == ALLOCSITE_CHILDREN_KEPT)
    while (Its.Children)
      setParentless(*Its.Children);
  end(Live, Its, /*IsSeen=*/true);
}

/// `WithLater`: from the object on; from nothing on it is the end of the arena.
static void release(LiveThread &Live, bool IsMoved, const void *Address, uint64_t Object,
                    bool WithLater) {
  if (!Object) {
    Arena *Its = WithLater && Address ? findArena(Address) : nullptr;
    if (Its)
      end(Live, *Its, /*IsSeen=*/true);
    return;
  }
  Live.ResizedIn = nullptr;
  ArenaObject *Its = findObject(Object);
  // A block of a heap that is resized may have an arena at its beginning: that does not move.
  const bool IsInArena = Its || Address;
  if (Its) {
    if (IsMoved) {
      Live.ResizedIn = Its->In;
      Live.ResizedLife = Its->In->Life;
    }
    WithLater ? freeFrom(Live, *Its) : freeOne(Live, *Its);
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

/// What lives at one address lives at the other one from now on, and what lived there has ended.
/// A copy may be a temporary one: the old address stays a name. A copy of data moves nothing: that
/// of what is no arena, or of an object that holds others, as in talloc.
static void move(LiveThread &Live, const void *From, const void *To, bool IsCopy) {
  auto isObject = [](const void *At) { return findObject(reinterpret_cast<uintptr_t>(At)); };
  Arena *Its = findArena(From);
  if (IsCopy && (!Its || isObject(From)))
    return;
  if (Arena *Before = findArenaAt(To)) {
    if (Before == Its || (IsCopy && isObject(To)))
      return;
    end(Live, *Before, /*IsSeen=*/!IsCopy);
    Its = findArena(From);
  }
  if (!Its)
    return;
  moveArena(*Its, To);
  Its->Copied = IsCopy ? From : nullptr;
  if (IsCopy)
    nameArena(*Its, From);
}

/// The object is alive, and in another arena. Where there is no memory for that it stays.
static void hand(ArenaObject &Its, Arena &To) {
  Arena &From = *Its.In;
  const uint32_t Number = Its.Record;
  const uint64_t Size = liveRecords().key(Number).Size;
  if (&From == &To || From.IsOrdered || To.IsOrdered || (!hasRoom(To) && !makeRoom(To)) ||
      !takeOne(From, Number))
    return;
  From.File->Held = heldBytes(*From.File);
  --From.File->Objects;
  From.File->Bytes -= Size;
  if (From.Passed)
    handPassed(From, To, Its.Address);
  handObject(Its, To, To.Used);
  To.Journal[fetchAdd(To.Used, 1)] = Number;
  ++To.File->Objects;
  To.File->Bytes += Size;
  To.Owner = nullptr;
  To.Handovers = MostHandovers;
}

/// An object, or an arena, or one that is both as in talloc, is hung on another arena. What is
/// hung on none holds itself.
static void reparent(LiveThread &Live, const void *On, uint64_t Address) {
  const auto *Place = reinterpret_cast<const void *>(Address);
  ArenaObject *Object = findObject(Address);
  Arena *Its = findArenaAt(Place);
  if (!Object && !Its)
    return;
  Arena *To = On ? findArena(On) : Its;
  if (!To) {
    LiveKey Key = {};
    if (Object) {
      Key = liveRecords().key(Object->Record);
    } else {
      Key.Context = makerOf(*Its).Context;
      Key.Site = makerOf(*Its).Site;
    }
    To = begin(Live, On ? On : Place, Key);
    Live.Guessed = nullptr;
  }
  if (Object && To)
    hand(*Object, *To);
  if (!(Its = findArenaAt(Place)))
    return;
  setParentless(*Its);
  for (const Arena *Above = To; Above; Above = Above->Parent)
    if (Above == Its) // That would close a circle.
      return;
  if (To)
    setParent(*Its, *To);
}

static void doEvent(LiveThread &Live, uint64_t Does, const void *Address, uint64_t More,
                    uint64_t Start, uint64_t Context) {
  ArenaGuard Guard;
  if (!Guard.has())
    return;
  if (Does == ALLOCSITE_DOES_Create) {
    const uint64_t Site = Start * ALLOCSITE_SITE_FACTOR_INVERSE;
    create(Live, Address, reinterpret_cast<const void *>(More), noteStack(Context, Site),
           Site);
    Live.Guessed = nullptr;
    return;
  }
  if (Does == ALLOCSITE_DOES_Free || Does == ALLOCSITE_DOES_Reallocate)
    return release(Live, Does == ALLOCSITE_DOES_Reallocate, Address, More, Start != 0);
  Live.Guessed = nullptr;
  const auto *Other = reinterpret_cast<const void *>(More);
  if (Does == ALLOCSITE_DOES_Reparent && Other)
    return reparent(Live, Address, More);
  if (Does == ALLOCSITE_DOES_Move && Other)
    return move(Live, Address, Other, Start != 0);
  Arena *Its = findArena(Address);
  if (!Its)
    return;
  if (Does == ALLOCSITE_DOES_Reset)
    reset(Live, *Its, More);
  else if (Does == ALLOCSITE_DOES_Destroy)
    destroy(Live, *Its, More);
  else if (Does == ALLOCSITE_DOES_Alias && Other && !findArenaAt(Other))
    nameArena(*Its, Other);
}

namespace {
/// An arena that is to be emptied or to end: what it held, and who has made it.
struct Emptied {
  uint64_t Bytes, Site, Context; // Site 0: none is
};
} // namespace

static Emptied willEmpty(uint64_t Does, const void *Address, uint64_t More, bool WithLater) {
  ArenaGuard Guard;
  const bool Is = Does == ALLOCSITE_DOES_Reset || Does == ALLOCSITE_DOES_Destroy ||
                  (Does == ALLOCSITE_DOES_Free && !More && WithLater);
  Arena *Its = Guard.has() && Is ? findArena(Address) : nullptr;
  if (!Its)
    return {0, 0, 0};
  const AllocSiteArenaMaker &By = makerOf(*Its);
  return {heldBytes(*Its->File), By.Site, By.Context};
}

EMITTED ignoreEvent(uint64_t, const void *, uint64_t, uint64_t, uint64_t) {}

static void freeInHeap(uint64_t Does, const void *Address, uint64_t Object,
                       const void *Caller) {
  if (isHeapFollowed() && !Address && Object &&
      (Does == ALLOCSITE_DOES_Free || Does == ALLOCSITE_DOES_Reallocate))
    freedByHeap(reinterpret_cast<const void *>(Object), Does == ALLOCSITE_DOES_Reallocate,
                Caller);
}

EMITTED followFree(uint64_t Does, const void *Address, uint64_t More, uint64_t, uint64_t) {
  KeepErrno Keep;
  freeInHeap(Does, Address, More, __builtin_return_address(0));
}

EMITTED followEvent(uint64_t Does, const void *Address, uint64_t More, uint64_t Start,
                    uint64_t Context) {
  KeepErrno Keep;
  // A child that no fork handlers know of has the counters of its parent.
  LiveThread *Live = (Address || More) && isOwnProcess() ? currentLive() : nullptr;
  if (!Live)
    return;
  freeInHeap(Does, Address, More, __builtin_return_address(0));
  Emptied Told = {0, 0, 0};
  const bool Tells = isHooked(ALLOCSITE_SYM_THREAD.Slots);
  {
    Detached While(threadSlots());
    const void *Its = untagged(Address);
    More = untagged(More); // If it is an address.
    if (Tells)
      Told = willEmpty(Does, Its, More, Start != 0);
    doEvent(*Live, Does, Its, More, Start, Context);
  }
  if (!Told.Site)
    return;
  Telling While;
  if (While)
    tellReset(Address, Told.Bytes, Told.Site, Told.Context);
}

//===----------------------------------------------------------------------===//
// The process
//===----------------------------------------------------------------------===//

// The types do not have the convention: emitted code calls by it.
#define POINTER_TO(Type, Function) reinterpret_cast<Type>(reinterpret_cast<void *>(Function))

__attribute__((used)) AllocSiteInArenaFn ALLOCSITE_SYM_IN_ARENA =
    POINTER_TO(AllocSiteInArenaFn, countInArena);
__attribute__((used)) AllocSiteEventFn ALLOCSITE_SYM_EVENT =
    POINTER_TO(AllocSiteEventFn, ignoreEvent);

EMITTED countNothingInArena(uint64_t, uint64_t, uint64_t, const void *, uint64_t) {}

void allocsite::countNowhereInArenas() {
  // Relaxed: as in countNowhere().
  __atomic_store_n(&ALLOCSITE_SYM_IN_ARENA,
                   POINTER_TO(AllocSiteInArenaFn, countNothingInArena), __ATOMIC_RELAXED);
}

void allocsite::followFreesOfHeaps() {
  __atomic_store_n(&ALLOCSITE_SYM_EVENT, POINTER_TO(AllocSiteEventFn, followFree),
                   __ATOMIC_RELAXED);
}

void allocsite::followArenas(bool MakePeak) {
  if (!startArenas()) {
    Message(Importance::Normal)
        .add("allocsite: warning: live=arenas: no room for its tables, some 20 MiB of "
             "addresses; arenas are not followed");
    return;
  }
  MakesPeak = MakePeak;
  CountsBytes = MakePeak || HasTimeline;
  Following = true;
  // Relaxed: whoever still counts the other way has an object that is not followed.
  __atomic_store_n(&ALLOCSITE_SYM_IN_ARENA,
                   PassesBlocks ? POINTER_TO(AllocSiteInArenaFn, sampleInArena)
                                : POINTER_TO(AllocSiteInArenaFn, followInArena),
                   __ATOMIC_RELAXED);
  __atomic_store_n(&ALLOCSITE_SYM_EVENT, POINTER_TO(AllocSiteEventFn, followEvent),
                   __ATOMIC_RELAXED);
}
