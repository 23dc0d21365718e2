//===- ArenaEvents.cpp - An arena comes, is emptied, goes -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ObjectEvents.h"
#include "count/Stacks.h"
#include "store/Profile.h"

#include "arch/OwnCode.h"

namespace allocsite {

/// An arena that nobody was seen to make, yet: it may be in the middle of it. Where it is an
/// object itself, as in talloc, it goes with the arena that it is in.
Arena *beginUnseen(LiveThread &Live, const void *Address, const LiveKey &Key) {
  Arena *New = makeArena(Address, Key.Context, Key.Site);
  Live.Guessed = New;
  Live.GuessedLife = New ? New->Life : 0;
  const FoundObject Its =
      New ? findObject(reinterpret_cast<uintptr_t>(Address)) : FoundObject();
  if (Its && Its.In != New)
    setParent(*New, *Its.In);
  return New;
}

/// A reset of what is empty is none.
static void empty(LiveThread &Live, Arena &Its) {
  AllocSiteArena &Of = *Its.File;
  if (!Of.Objects)
    return;
  freeAll(Live, Its, /*GoesOn=*/true);
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
void end(LiveThread &Live, Arena &Its, bool IsSeen) {
  for (Arena *At = &Its;;) {
    while (At->Children)
      At = At->Children;
    Arena *Parent = At == &Its ? nullptr : At->Parent;
    freeAll(Live, *At, /*GoesOn=*/areCellsPlenty());
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

/// What lives at one address lives at the other one from now on, and what lived there has ended.
/// A copy may be a temporary one: the old address stays a name. A copy of data moves nothing: that
/// of what is no arena, or of an object that holds others, as in talloc.
static void move(LiveThread &Live, const void *From, const void *To, bool IsCopy) {
  auto isObject = [](const void *At) {
    return bool(findObject(reinterpret_cast<uintptr_t>(At)));
  };
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
static void hand(const FoundObject &Its, Arena &To) {
  Arena &From = *Its.In;
  const uint64_t Size = liveRecords().key(Its.Record).Size;
  if (&From == &To || !Its.Cell || To.IsOrdered || !handObject(Its, To))
    return;
  From.Owner = To.Owner = nullptr;
  From.File->Held = heldBytes(*From.File);
  --From.File->Objects;
  From.File->Bytes -= Size;
  if (From.Passed)
    handPassed(From, To, Its.Address);
  ++To.File->Objects;
  To.File->Bytes += Size;
}

/// An object, or an arena, or one that is both as in talloc, is hung on another arena. What is
/// hung on none holds itself.
static void reparent(LiveThread &Live, const void *On, uint64_t Address) {
  const auto *Place = reinterpret_cast<const void *>(Address);
  const FoundObject Object = findObject(Address);
  Arena *Its = findArenaAt(Place);
  if (!Object && !Its)
    return;
  Arena *To = On ? findArena(On) : Its;
  if (!To) {
    LiveKey Key = {};
    if (Object) {
      Key = liveRecords().key(Object.Record);
    } else {
      Key.Context = makerOf(*Its).Context;
      Key.Site = makerOf(*Its).Site;
    }
    To = beginUnseen(Live, On ? On : Place, Key);
    Live.Guessed = nullptr;
  }
  if (Object && To)
    hand(Object, *To);
  if (!(Its = findArenaAt(Place)))
    return;
  setParentless(*Its);
  for (const Arena *Above = To; Above; Above = Above->Parent)
    if (Above == Its) // That would close a circle.
      return;
  if (To)
    setParent(*Its, *To);
}

void doEvent(LiveThread &Live, uint64_t Does, const void *Address, uint64_t More,
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

EmptiedArena willEmpty(uint64_t Does, const void *Address, uint64_t More, bool WithLater) {
  ArenaGuard Guard;
  const bool Is = Does == ALLOCSITE_DOES_Reset || Does == ALLOCSITE_DOES_Destroy ||
                  (Does == ALLOCSITE_DOES_Free && !More && WithLater);
  Arena *Its = Guard.has() && Is ? findArena(Address) : nullptr;
  if (!Its)
    return {0, 0, 0};
  const AllocSiteArenaMaker &By = makerOf(*Its);
  return {heldBytes(*Its->File), By.Site, By.Context};
}

} // namespace allocsite
