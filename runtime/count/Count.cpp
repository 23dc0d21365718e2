//===- Count.cpp - Counts allocations that hit no slot --------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A hit is handled inline in the program, or in Hit.cpp: if the tag is equal, add one.
// Every other case is a miss:
//
//   0. If the profiler is off, the thread gets offSlots() and does not look again. If
//      it pauses, the thread is parked (Pause.h).
//   1. Detach: the thread is on noSlots() while its table changes. A signal handler
//      that allocates now finds no table and takes its own, so it does not wait, sees
//      no half-moved entry, and loses no count.
//   2. Move the old entry of the slot to the hash table and write the new one, in such
//      an order that the sums are right after a SIGKILL at any instant (TableLayout.h).
//   3. Attach again, and release the tables that handlers took.
//   4. If there were too many misses, continue with more slots.
//
// There is no lock and no system call, unless a thread needs a table or a hash table
// has to grow.
//
//===----------------------------------------------------------------------===//
#include "Called.h"
#include "Hooks.h"
#include "Moves.h"
#include "Pause.h"
#include "Stacks.h"
#include "State.h"
#include "Tables.h"
#include "allocsite/Tag.h"
#include "arch/Machine.h"
#include "store/Profile.h"

#include "arch/OwnCode.h"

extern "C" {
// The first stands for the mask before a table's slots. All are 0 and match no tag. The third
// is for offSlots(), which is not aligned.
__attribute__((used)) AllocSiteSlot ALLOCSITE_SYM_NO_SLOTS[3];

// If the runtime is embedded, the pass defines it instead (pass/thread/ThreadState.cpp).
__attribute__((used)) __thread AllocSiteThread ALLOCSITE_SYM_THREAD = {
    0, &ALLOCSITE_SYM_NO_SLOTS[1]};
}

AllocSiteSlot *allocsite::noSlots() { return &ALLOCSITE_SYM_NO_SLOTS[1]; }

AllocSiteSlot *allocsite::offSlots() {
  return reinterpret_cast<AllocSiteSlot *>(reinterpret_cast<uintptr_t>(noSlots()) |
                                           ALLOCSITE_SLOTS_OFF);
}

using namespace allocsite;

// Keeps the compiler from moving accesses across it. Signal handlers run on the same
// thread, so nothing stronger is needed.
static inline void handlerFence() { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

// Relaxed everywhere: only the owner writes. The one other reader, the writer of the CSV,
// orders its reads by Sequence and only needs words that are not torn.
template <typename T> static inline void set(T &Where, T Value) {
  __atomic_store_n(&Where, Value, __ATOMIC_RELAXED);
}

/// The miss of a thread that is hooked: see Hooks.h.
__attribute__((preserve_most, noinline)) static void
missAndTell(uint64_t Tag, uint64_t Context, uint64_t Size, uint64_t Site) {
  Telling While;
  ALLOCSITE_SYM_MISS(Tag, Context, Size, Site);
  if (While)
    tellAllocated(nullptr, Size, Site, Context);
}

void ALLOCSITE_SYM_MISS(uint64_t Tag, uint64_t Context, uint64_t Size, uint64_t Site) {
  if (__builtin_expect(Site == ALLOCSITE_NO_SITE, false))
    return static_cast<void>(noteStack(Context, ALLOCSITE_NO_SITE));
  AllocSiteThread &Thread = ALLOCSITE_SYM_THREAD;
  AllocSiteSlot *Slots = Thread.Slots;
  if (__builtin_expect(!isDirect(Slots), false)) {
    // The count began before the profiler was known to be off, or its site does not test that.
    if (isParked(Slots))
      return;
    return missAndTell(Tag, Context, Size, Site);
  }
  set<AllocSiteSlot *>(Thread.Slots, noSlots());
  handlerFence();
  // No block is as large: the call has failed, even if its result was not seen.
  if (__builtin_expect(Size > uint64_t(INT64_MAX), false))
    Site |= ALLOCSITE_SITE_FAILED;

  ThreadTable *Table = ThreadTable::of(Slots);
  // If a handler forked during the last lines of an earlier miss, the child is on a table of
  // the parent.
  if (__builtin_expect(Slots == noSlots() ||
                           Table->own().Generation !=
                               __atomic_load_n(&Generation, __ATOMIC_RELAXED),
                       false)) {
    if (isOff()) {
      set<AllocSiteSlot *>(Thread.Slots, offSlots());
      return;
    }
    Table = isOwnProcess() ? acquireTable() : makeStrayTable();
    if (!Table) {
      if (isOwnProcess())
        countOther(Site, Size);
      return;
    }
    if (__builtin_expect(detours() != 0, false)) {
      attach(*Table);
      if (!isDirect(Thread.Slots))
        return ALLOCSITE_SYM_MISS(Tag, Context, Size, Site);
      set<AllocSiteSlot *>(Thread.Slots, noSlots());
      handlerFence();
    }
  } else if (__builtin_expect(Table->own().Counts && !isOwnProcess(), false)) {
    Table = makeStrayTable();
    if (!Table)
      return;
  }

  unsigned Index =
      static_cast<unsigned>(slotOffset(Tag, Table->SlotMask) / sizeof(AllocSiteSlot));
  AllocSiteSlot &Slot = Table->slots()[Index];
  bool IsHit = Slot.Count && Slot.Tag == Tag;
  if (Slot.Count && !IsHit)
    addPressure(Table->own(), Slot.Count);
  if (__builtin_expect(IsHit, false)) {
    // One of several allocations made together, or a handler has written the slot meanwhile.
    set(Slot.Count, Slot.Count + 1);
  } else if (Table->own().Counts) {
    const bool Compares = Table->Sequence / 2 % LookUpsPerComparison == 0;
    const uint64_t Counted = noteStack(Context, Site, Compares);
    Move Out = noteMove(*Table, Index);
    beginMove(*Table);
    makeMove(*Table, Out);
    CounterKey &Key = Table->keys()[Index];
    set(Key.Context, Counted);
    set(Key.Site, Site);
    set(Key.Size, Size);
    set(Slot.Tag, Tag);
    set(Slot.Count, uint64_t(1));
    endMove(*Table);
  } else {
    set(Slot.Tag, Tag);
    set(Slot.Count, uint64_t(1));
  }

  handlerFence();
  // A handler may have forked meanwhile: in the child this table does not count.
  bool Current = Table->own().Generation == __atomic_load_n(&Generation, __ATOMIC_RELAXED);
  if (__builtin_expect(Current, true))
    attach(*Table);
  else
    set<AllocSiteSlot *>(Thread.Slots, noSlots());
  handlerFence();
  if (__builtin_expect(Table->own().Nested != nullptr, false))
    releaseNested(*Table);
  if (__builtin_expect(Table->own().Pressure > mostPressure(*Table) && Current, false))
    outgrow(*Table);
}

void allocsite::countMissed(const uint64_t *TagStart, uint64_t Context, uint64_t Size) {
  uint64_t Start = __atomic_load_n(TagStart, __ATOMIC_RELAXED);
  ALLOCSITE_SYM_MISS(tagOf(Context, Start, Size), Context, Size,
                     Start * ALLOCSITE_SITE_FACTOR_INVERSE);
}
