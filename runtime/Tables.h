//===- Tables.h - What a thread counts in -----------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   thread ──Slots──▶ ┌ Slots[512] {tag, count}   the inline hit looks here
//                     │ …                         what the owner and the writer
//                     │                           of the CSV need to know
//                     └ Keys[512]                 who each slot counts
//                          │ moved out by a miss
//                          ▼
//                       CounterTable              one entry for each (context,
//                                                 site, size), compared in full
//
// One thread at a time owns a table and is alone in writing to it; a thread
// that ends leaves it, contents and all, to the next one (counts are sums).
// The writer of the CSV reads the tables of running threads: `Sequence` is odd
// while an entry moves, so that it does not see one twice or not at all.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_TABLES_H
#define ALLOCSITE_RUNTIME_TABLES_H

#include "allocsite/Abi.h"
#include <stddef.h>

#ifdef ALLOCSITE_SHARED
#define ALLOCSITE_TLS_MODEL "initial-exec"
#else
#define ALLOCSITE_TLS_MODEL "local-exec"
#endif

extern "C" __thread AllocSiteThread __allocsite_thread_v1
    __attribute__((tls_model(ALLOCSITE_TLS_MODEL), visibility("hidden")));

namespace allocsite {

/// What a counter counts. Context is the word as it was: bit 63 may hold a rest
/// of a fourth id.
struct CounterKey {
  uint64_t Context;
  uint64_t Site;
  uint64_t Size; // bytes
};

struct CounterEntry {
  CounterKey Key;
  uint64_t Count; // 0: free
};

/// Open addressing with linear probing. 2^Log2Capacity entries follow.
struct CounterTable {
  uint64_t Log2Capacity;
  uint64_t Used;
  CounterTable *NextFree;
  uint64_t Reserved;

  CounterEntry *entries() { return reinterpret_cast<CounterEntry *>(this + 1); }
  static size_t bytes(uint64_t Log2Capacity) {
    return sizeof(CounterTable) + (sizeof(CounterEntry) << Log2Capacity);
  }
};

/// Slots come first: the address of a table is what AllocSiteThread holds.
/// Where the profiler is off, a table ends before Keys.
struct ThreadTable {
  AllocSiteSlot Slots[ALLOCSITE_SLOTS];
  uint64_t Sequence;
  CounterTable *Counters; // null until the first entry moves
  uint32_t Generation;    // of the process that it counts for
  uint32_t HasKeys;
  ThreadTable *Nested;   // taken by signal handlers while a miss ran here
  ThreadTable *NextFree; // on the free list, or in another's Nested
  ThreadTable *NextAll;
  uint64_t Reserved;
  CounterKey Keys[ALLOCSITE_SLOTS];
};

/// The table of a thread that has none: its tags match nothing.
AllocSiteSlot *noSlots();

/// Makes the key whose destructor takes back the tables of ended threads.
/// Call once, before the first acquireTable.
bool startTables();

/// A table for the calling thread, which gives it back when it ends. Null where
/// there is no memory, or before start-up has decided whether to count. Any
/// thread, signal handlers included; leaves errno alone.
ThreadTable *acquireTable();

/// Adds Count to the counter of Key in Table's hash table. What cannot be
/// counted for want of memory goes to countLost. Owner of Table.
void addCounter(ThreadTable &Table, const CounterKey &Key, uint64_t Count);

/// Gives back what signal handlers took. Owner of Table.
void releaseNested(ThreadTable &Table);

/// Allocations that were seen and not counted. Any thread.
void countLost(uint64_t Count);
uint64_t lostCount();

/// Raised by one in each forked child: tables of the parent do not count.
extern uint32_t Generation;

/// Calls Visit for every counter of the process, those of running threads
/// included; a key may come more than once. False where there was no memory.
/// Hold RuntimeLock.
bool visitCounters(bool (*Visit)(void *Closure, const CounterKey &Key,
                                 uint64_t Count),
                   void *Closure);

/// Tables in use or free. Hold RuntimeLock.
uint64_t tableCount();

/// In a forked child: forgets every counter. Hold RuntimeLock.
void dropTables();

} // namespace allocsite

#endif
