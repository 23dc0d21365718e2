//===- TableLayout.h - What a thread counts in ------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//                     ┌ Sequence, CountersAt,     what `recover` needs to know
//                     │ Move…
//                     │ TableOwn                  what the process needs to know
//                     │ SlotMask                  how many slots there are
//   thread ──Slots──▶ │ Slots[2^n] {tag, count}   the inline hit looks here
//                     │ Keys[2^n]                 who each slot counts
//                     └ Others[33]                what had no room, by site
//                          │ moved out by a miss
//                          ▼
//                       CounterTable              one entry for each (context,
//                                                 site, size), compared in full
//
// One thread at a time owns a table and is alone in writing to it; a thread
// that ends leaves it, contents and all, to the next one (counts are sums).
//
// A thread begins with 64 slots. Where its keys evict one another again and
// again it goes on with a table of eight times as many. The one that it has
// outgrown stays what it is: what it counted still counts there, and so does an
// increment that had read its address. So nothing moves, and no instant of it
// could be seen that does not add up.
//
// Tables lie in the profile file, and may be read at any instant: by whoever
// writes the CSV while other threads run, and by `recover` after a SIGKILL
// between any two stores. Every instant must therefore add up, and two things
// are no single store:
//
//   an entry moves out of its slot    noteMove() writes down where it goes and
//                                     what that place will hold. Sequence
//                                     becoming odd says that this is now so.
//                                     Then the place, the slot and the keys
//                                     are written; Sequence becoming even says
//                                     that they hold by themselves.
//   a hash table grows                the new one is filled while nothing
//                                     points at it; CountersAt says it counts.
//
// A kill stops a thread between two instructions, so stores count in program
// order; a reader that runs at the same time needs the release order they have.
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

/// What begins that which another part of the runtime (live/) keeps for a thread. It goes
/// with the thread's table, and behind the thread's end to the next one that needs it.
struct ThreadPart {
  ThreadPart *NextFree;
};

/// What only the process reads.
struct TableOwn {
  CounterTable *Counters; // null until the first entry moves
  ThreadPart *Live;       // live/LiveThread.h, or null
  uint32_t Generation;    // of the process that it counts for
  uint32_t Pressure;      // see addPressure
  uint8_t Counts;         // 0: nobody will ask, Slots is all that is used
  uint8_t Detached;       // 1: its thread will ask for it again, see detachThread
  uint8_t HasThread;      // 1: it is the one that the thread at Thread counts in
  uint8_t IsInHook : 1;   // its thread counts by itself though others are told (Hooks.h)
  uint8_t Apart : 7;      // not 0: its thread does not count, whatever the process does
  uint32_t Scopes : 12;   // not 0: its thread counts though the process pauses (Pause.h)
  uint32_t NoAlloc : 20;  // not 0: its thread is in functions that must not allocate
  ThreadTable *Nested;    // taken by signal handlers while a miss ran here
  ThreadTable *NextAll;
  ThreadTable *Outgrown; // the smaller one that its thread had before
  union {
    ThreadTable *NextFree;   // on a free list, or in another's Nested
    AllocSiteThread *Thread; // where HasThread
  };

  /// Offset of Counters in the file; 0: they are not there.
  uint64_t countersAt() const { return Counters ? Counters->Reserved : 0; }
};

struct ThreadTable : AllocSiteProfileTable {
  TableOwn &own() { return *reinterpret_cast<TableOwn *>(Private); }
  AllocSiteSlot *slots() { return reinterpret_cast<AllocSiteSlot *>(this + 1); }
  size_t slotCount() const { return SlotMask / sizeof(AllocSiteSlot) + 1; }
  // Of tables that count.
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
static_assert(sizeof(AllocSiteEntry) == sizeof(AllocSiteKey) + sizeof(uint64_t),
              "a slot has one number, its Count, which Calls becomes where it moves to");
static_assert(sizeof(TableOwn) <= sizeof(AllocSiteProfileTable::Private),
              "raise ALLOCSITE_PROFILE_PRIVATE_WORDS, and the version");
static_assert(offsetof(AllocSiteProfileTable, SlotMask) ==
                  sizeof(AllocSiteProfileTable) + ALLOCSITE_SLOT_MASK_OFFSET,
              "emitted code looks for it there");

} // namespace allocsite

#endif
