//===- Count.cpp - What happens where no slot matched ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The hit is inline in the program, or in Hit.cpp: tag equal, add one. All else comes
// here:
//
//   0. where the profiler is off the thread gets offSlots(), and does not look again;
//      where it pauses the thread is parked (Pause.h)
//   1. detach: the thread is on noSlots() while its table changes. A signal
//      handler that allocates now finds no table and takes one of its own, so
//      it neither waits, nor sees a half-moved entry, nor loses anything.
//   2. move the old entry of the slot to the hash table, write the new one, so
//      that a SIGKILL at any instant leaves sums that are right (TableLayout.h)
//   3. attach again, and give back what handlers took
//   4. where there were too many of them, go on with more slots
//
// No lock, no system call, but where a thread needs a table or a hash table has
// to grow.
//
//===----------------------------------------------------------------------===//
#include "Called.h"
#include "Hooks.h"
#include "Moves.h"
#include "Pause.h"
#include "State.h"
#include "Tables.h"
#include "allocsite/Tag.h"
#include "arch/Machine.h"
#include "store/Profile.h"

extern "C" {
// The first is where a table has its mask; all are 0, and match no tag. The third is for
// offSlots(), which lies askew.
__attribute__((used)) AllocSiteSlot ALLOCSITE_SYM_NO_SLOTS[3];

// Beside an embedded runtime the pass defines it (pass/thread/ThreadState.cpp).
__attribute__((used)) __thread AllocSiteThread ALLOCSITE_SYM_THREAD = {
    0, &ALLOCSITE_SYM_NO_SLOTS[1]};
}

AllocSiteSlot *allocsite::noSlots() { return &ALLOCSITE_SYM_NO_SLOTS[1]; }

AllocSiteSlot *allocsite::offSlots() {
  return reinterpret_cast<AllocSiteSlot *>(reinterpret_cast<uintptr_t>(noSlots()) |
                                           ALLOCSITE_SLOTS_OFF);
}

using namespace allocsite;

// The compiler must not move what stands on one side of this to the other: the
// handler of a signal runs on the same thread, so nothing stronger is needed.
static inline void handlerFence() { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

// Relaxed everywhere: the owner is alone in writing; the one other reader, the
// writer of the CSV, orders by Sequence and needs no torn words.
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
  AllocSiteThread &Thread = ALLOCSITE_SYM_THREAD;
  AllocSiteSlot *Slots = Thread.Slots;
  if (__builtin_expect(!isDirect(Slots), false)) {
    // A count that was begun before the profiler was known to be off, or at a site that does
    // not look.
    if (isParked(Slots))
      return;
    return missAndTell(Tag, Context, Size, Site);
  }
  set<AllocSiteSlot *>(Thread.Slots, noSlots());
  handlerFence();
  // Nothing is as large: it has failed also where nobody saw the result.
  if (__builtin_expect(Size > uint64_t(INT64_MAX), false))
    Site |= ALLOCSITE_SITE_FAILED;

  ThreadTable *Table = ThreadTable::of(Slots);
  // A handler that forked between the last lines of an earlier miss has left the
  // child on a table of the parent.
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
    // A further one of several that were made together, or a handler was quicker.
    set(Slot.Count, Slot.Count + 1);
  } else if (Table->own().Counts) {
    Move Out = noteMove(*Table, Index);
    // Odd before the move is seen, even after it: a sequence lock with one
    // writer, and the mark of TableLayout.h. Release, both: what was
    // noted is seen before, what is moved after.
    __atomic_store_n(&Table->Sequence, Table->Sequence + 1, __ATOMIC_RELEASE);
    __atomic_thread_fence(__ATOMIC_RELEASE);
    makeMove(*Table, Out);
    CounterKey &Key = Table->keys()[Index];
    set(Key.Context, Context);
    set(Key.Site, Site);
    set(Key.Size, Size);
    set(Slot.Tag, Tag);
    set(Slot.Count, uint64_t(1));
    __atomic_store_n(&Table->Sequence, Table->Sequence + 1, __ATOMIC_RELEASE);
  } else {
    set(Slot.Tag, Tag);
    set(Slot.Count, uint64_t(1));
  }

  handlerFence();
  // A handler that ran in between may have forked: in the child this table
  // counts for nobody.
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
