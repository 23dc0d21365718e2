//===- Arenas.cpp - Objects that go with their arena ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Arenas.h"
#include "Message.h"
#include "ObjectEvents.h"

#include "arch/OwnCode.h"

using namespace allocsite;

bool allocsite::ObjectsMakePeak, allocsite::ObjectBytesCount;
static bool Following;

bool allocsite::areArenasFollowed() { return Following; }

ALLOCSITE_EMITTED static void ignoreEvent(uint64_t, const void *, uint64_t, uint64_t,
                                          uint64_t) {}

// The types do not have the convention: emitted code calls by it.
#define POINTER_TO(Type, Function) reinterpret_cast<Type>(reinterpret_cast<void *>(Function))

__attribute__((used)) AllocSiteInArenaFn ALLOCSITE_SYM_IN_ARENA =
    POINTER_TO(AllocSiteInArenaFn, countInArena);
__attribute__((used)) AllocSiteEventFn ALLOCSITE_SYM_EVENT =
    POINTER_TO(AllocSiteEventFn, ignoreEvent);

ALLOCSITE_EMITTED void countNothingInArena(uint64_t, uint64_t, uint64_t, const void *,
                                           uint64_t) {}

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
  if (!startArenas() || !startArenaObjects()) {
    Message(Importance::Normal)
        .add("allocsite: warning: live=arenas: no room for its tables, some 150 MiB of "
             "addresses; arenas are not followed");
    return;
  }
  ObjectsMakePeak = MakePeak;
  ObjectBytesCount = MakePeak || HasTimeline;
  Following = true;
  // Relaxed: whoever still counts the other way has an object that is not followed.
  __atomic_store_n(&ALLOCSITE_SYM_IN_ARENA,
                   POINTER_TO(AllocSiteInArenaFn, followerOfObjects()), __ATOMIC_RELAXED);
  __atomic_store_n(&ALLOCSITE_SYM_EVENT, POINTER_TO(AllocSiteEventFn, followerOfEvents()),
                   __ATOMIC_RELAXED);
}
