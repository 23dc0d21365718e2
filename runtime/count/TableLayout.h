//===- TableLayout.h - The table of a thread --------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//                     ┌ Sequence, CountersAt,     for `recover`
//                     │ Move…
//                     │ TableOwn                  for the process only
//                     │ SlotMask                  gives the number of slots
//   thread ──Slots──▶ │ Slots[2^n] {tag, count}   the inline hit looks here
//                     │ Keys[2^n]                 the key of each slot
//                     └ Others[33]                counts without room, by site
//                          │ moved out by a miss
//                          ▼
//                       CounterTable              one entry for each (context,
//                                                 site, size), compared in full
//
// One thread at a time owns a table, and only the owner writes to it. When the
// thread ends, the next one continues with the table and its counts (counts are
// sums).
//
// A thread begins with 64 slots. If its keys evict each other again and again,
// it continues with a table of eight times as many. The outgrown table is not
// changed: its counts still count, and so does an increment that had read its
// address. Since nothing moves, the sums are right at every instant.
//
// Tables are in the profile file, and may be read at any instant: by the writer
// of the CSV while other threads run, and by `recover` after a SIGKILL between
// any two stores. So the sums must be right at every instant, and two changes
// take more than one store:
//
//   an entry moves out of its slot    noteMove() records the destination and the
//                                     value that it will have. From the moment
//                                     Sequence is odd, the record counts. Then
//                                     the destination, the slot and the keys are
//                                     written. From the moment Sequence is even,
//                                     they count themselves.
//   a hash table grows                the new one is filled while nothing points
//                                     at it; setting CountersAt makes it count.
//
// After a kill, the stores of each thread are visible in program order: it stops
// between two instructions, and what it has stored by then reaches memory, on
// every machine. So there only the compiler must keep the order. A reader that
// runs at the same time relies on release and acquire: beginMove() and endMove()
// with sequenceOf() and isStill(), a sequence lock with one writer.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_COUNT_TABLELAYOUT_H
#define ALLOCSITE_RUNTIME_COUNT_TABLELAYOUT_H

#include "allocsite/Abi.h"
#include "allocsite/ProfileFormat.h"
#include <stddef.h>

namespace allocsite {

using CounterKey = AllocSiteKey;
using CounterEntry = AllocSiteEntry;

/// Open addressing with linear probing. 2^Log2Capacity entries follow.
struct CounterTable : AllocSiteProfileCounters {
  CounterEntry *entries() { return reinterpret_cast<CounterEntry *>(this + 1); }
  /// The next one on a free list.
  CounterTable *next() const { return reinterpret_cast<CounterTable *>(Private); }
  void setNext(CounterTable *To) { Private = reinterpret_cast<uint64_t>(To); }

  static size_t bytes(uint64_t Log2Capacity) {
    return sizeof(CounterTable) + (sizeof(CounterEntry) << Log2Capacity);
  }
};

struct ThreadTable;

/// The header of data that another part of the runtime (live/) keeps for a thread. It moves
/// with the thread's table; after the thread's end, the next thread that needs one gets it.
struct ThreadPart {
  ThreadPart *NextFree;
};

/// The part of a table that only the process reads.
struct TableOwn {
  CounterTable *Counters; // null until the first entry moves
  ThreadPart *Live;       // live/LiveThread.h, or null
  uint32_t Generation;    // of the process that it counts for
  uint32_t Pressure;      // see addPressure
  uint8_t Counts;         // 0: the counts are never read; only Slots is used
  uint8_t Detached;       // 1: its thread will ask for it again, see detachThread
  uint8_t HasThread;      // 1: the thread at Thread counts in it
  uint8_t IsInHook : 1;   // its thread is in a hook and counts without reporting (Hooks.h)
  uint8_t Apart : 7;      // not 0: its thread does not count, whatever the process does
  uint32_t Scopes : 12;   // not 0: its thread counts even if the process pauses (Pause.h)
  uint32_t NoAlloc : 20;  // not 0: its thread is in functions that must not allocate
  ThreadTable *Nested;    // taken by signal handlers while a miss ran here
  ThreadTable *NextAll;
  ThreadTable *Outgrown; // the smaller table that its thread had before
  union {
    ThreadTable *NextFree;   // on a free list, or in another table's Nested
    AllocSiteThread *Thread; // if HasThread
  };

  /// Offset of Counters in the file; 0: not in the file.
  uint64_t countersAt() const { return Counters ? Counters->Reserved : 0; }
};

struct ThreadTable : AllocSiteProfileTable {
  TableOwn &own() { return *reinterpret_cast<TableOwn *>(Private); }
  AllocSiteSlot *slots() { return reinterpret_cast<AllocSiteSlot *>(this + 1); }
  size_t slotCount() const { return SlotMask / sizeof(AllocSiteSlot) + 1; }
  // Only for tables with Counts.
  AllocSiteKey *keys() { return reinterpret_cast<AllocSiteKey *>(slots() + slotCount()); }
  AllocSiteOther *others() { return reinterpret_cast<AllocSiteOther *>(keys() + slotCount()); }

  static ThreadTable *of(AllocSiteSlot *Slots) {
    return reinterpret_cast<ThreadTable *>(Slots) - 1;
  }
  static size_t bytes(size_t SlotCount, bool Counting) {
    size_t Bytes = sizeof(ThreadTable) + SlotCount * sizeof(AllocSiteSlot);
    return Counting ? Bytes + SlotCount * sizeof(AllocSiteKey) +
                          ALLOCSITE_OTHERS * sizeof(AllocSiteOther)
                    : Bytes;
  }
};
/// The noted move counts from here on, and not what it changes. The table's owner.
inline void beginMove(ThreadTable &Of) {
  // Release: who sees the odd value sees the note. The fence: who sees a store of the move sees the
  // odd value.
  __atomic_store_n(&Of.Sequence, Of.Sequence + 1, __ATOMIC_RELEASE);
  __atomic_thread_fence(__ATOMIC_RELEASE);
}
/// It is done. The table's owner.
inline void endMove(ThreadTable &Of) {
  // Release: who sees the even value sees all that was moved.
  __atomic_store_n(&Of.Sequence, Of.Sequence + 1, __ATOMIC_RELEASE);
}

/// Before others read a table, whose owner may go on.
inline uint64_t sequenceOf(const ThreadTable &Of) {
  // Acquire: what is read behind it is no older.
  return __atomic_load_n(&Of.Sequence, __ATOMIC_ACQUIRE);
}
/// Whether what was read since is of one moment.
inline bool isStill(const ThreadTable &Of, uint64_t Before) {
  // Fence: with a store of a later move, the odd value in front of it is seen.
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  return !(Before & 1) && __atomic_load_n(&Of.Sequence, __ATOMIC_RELAXED) == Before;
}

static_assert(sizeof(AllocSiteEntry) == sizeof(AllocSiteKey) + sizeof(uint64_t),
              "a slot has one number, its Count, which Calls becomes where it moves to");
static_assert(sizeof(TableOwn) <= sizeof(AllocSiteProfileTable::Private),
              "raise ALLOCSITE_PROFILE_PRIVATE_WORDS, and the version");
static_assert(offsetof(AllocSiteProfileTable, SlotMask) ==
                  sizeof(AllocSiteProfileTable) + ALLOCSITE_SLOT_MASK_OFFSET,
              "emitted code looks for it there");

} // namespace allocsite

#endif
