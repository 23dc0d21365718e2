//===- Tables.h - The tables of all threads ---------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes tables for threads, gives them back, and visits what they have counted.
// TableLayout.h draws one.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_COUNT_TABLES_H
#define ALLOCSITE_RUNTIME_COUNT_TABLES_H

#include "TableLayout.h"
#include "Thread.h"
#include "profile/Measures.h"

namespace allocsite {

/// The table of a thread that has none: its tags match nothing.
AllocSiteSlot *noSlots();
/// The same for good, of a thread that will not count: inline hits do not look at all.
AllocSiteSlot *offSlots();

/// An entry that has counted Count allocations left its slot. An eviction in
/// sixteen allocations is what a table may have without end; Pressure is what
/// there were beyond that, times sixteen.
inline void addPressure(TableOwn &Own, uint64_t Count) {
  uint64_t Pressure = uint64_t(Own.Pressure) + 16;
  Own.Pressure = static_cast<uint32_t>(Pressure > Count ? Pressure - Count : 0);
}

/// Beyond it the thread is to have more slots: some two evictions a slot of entries that
/// have counted little.
inline uint32_t mostPressure(const ThreadTable &Table) {
  return static_cast<uint32_t>(Table.slotCount() * 32);
}

/// Gives the calling thread, whose table is \p Table, one with more slots; it
/// stays where it is if there is none to be had.
void outgrow(ThreadTable &Table);

/// Makes the key whose destructor takes back the tables of ended threads.
/// Call once, before the first acquireTable.
bool startTables();

/// Called once by the first acquireTable() of a process, when there is a profile, without the
/// lock. Null: by nobody.
extern void (*AtFirstTable)();

/// A table for the calling thread, which gives it back when it ends. Null where
/// there is no room, or before start-up has decided whether to count. Any
/// thread, signal handlers included; leaves errno alone.
ThreadTable *acquireTable();

/// The log was written and the profile removed: the next allocation of any
/// thread, if there is one, shall renew it before it counts. Call on the only
/// thread there is, holding RuntimeLock.
void detachThread();

/// The part of a thread that has ended, or null. Hold RuntimeLock.
ThreadPart *takeFreePart();

/// A table that counts nothing, for a child that was made without fork handlers
/// and must leave the parent's alone. Takes no lock. Null where there is no
/// memory.
ThreadTable *makeStrayTable();

/// Gives back what signal handlers took. Owner of Table.
void releaseNested(ThreadTable &Table);

/// Raised by one in each forked child: tables of the parent do not count.
extern uint32_t Generation;

/// The table that some thread counts in, from the one before, null for the first; null
/// behind the last. Its thread may end as soon as the lock is open. Hold RuntimeLock.
ThreadTable *nextInUse(ThreadTable *Before);

/// The table of the calling thread, which gets one where it has none. Null as for
/// acquireTable, or inside a miss. Not inside of what counts.
ThreadTable *ownTable();

/// Pointers, because virtual functions want a C++ library. False ends the visit.
struct CounterVisitor {
  void *Closure;
  /// A key may come more than once.
  bool (*Counter)(void *Closure, const CounterKey &Key, const Tally &Counted);
  /// Allocations of a site that were not told apart.
  bool (*Other)(void *Closure, const AllocSiteOther &Other);
};

/// One that hands all on to Of.add(Key, Counted) and Of.addOther(Other).
template <typename T> CounterVisitor visitorOf(T &Of) {
  return {&Of,
          [](void *Self, const CounterKey &Key, const Tally &Counted) {
            return static_cast<T *>(Self)->add(Key, Counted);
          },
          [](void *Self, const AllocSiteOther &Other) {
            return static_cast<T *>(Self)->addOther(Other);
          }};
}

/// Visits every counter of the process, those of running threads included.
/// False where the visitor said so or there was no memory. Hold RuntimeLock.
bool visitCounters(const CounterVisitor &Visitor);
/// The same of what one thread has counted, if that is in the table and those that it has
/// outgrown. Hold RuntimeLock.
bool visitCounters(ThreadTable &Of, const CounterVisitor &Visitor);

/// Tables in use, outgrown or free. Hold RuntimeLock.
uint64_t tableCount();

/// In a forked child: forgets every counter. Hold RuntimeLock.
void dropTables();

/// With the option threads=1 a thread that ends keeps its tables for good (Threads.cpp):
///
///   CountedThread   table ──▶ outgrown ──▶ …     main 4711
///                   table                        worker 4712, ended
///                   table                        worker 4712, of a signal handler
///
/// Else the next thread goes on with them, and nobody can tell who has counted what.
struct CountedThread {
  ThreadTable *Table; ///< The last one; others by TableOwn::Outgrown.
  uint32_t Number;    ///< From 0 on, in the order of their first allocations.
  int32_t Id;         ///< The kernel's.
  char Name[16];      ///< When it ended; empty: it runs.
};

/// The calling thread has taken that table. Within: the one that a signal handler has
/// interrupted it in, or null. Does nothing without threads=1. Hold RuntimeLock.
void noteTable(ThreadTable &Table, const ThreadTable *Within);
/// It goes on with New in place of Old. Hold RuntimeLock.
void noteGrown(const ThreadTable &Old, ThreadTable &New);
/// True where the table, of which the calling thread was the last to count in it, is not to be
/// handed on. Hold RuntimeLock.
bool keepsTable(const ThreadTable &Table);

/// By Number. One that has counted in handlers is several. Hold RuntimeLock.
const CountedThread *countedThreads(uint32_t &Count);
/// How many threads there were no more room for: their tables are handed on.
uint32_t threadsLeftOut();
/// Its name, up to 15 bytes and a zero. Hold RuntimeLock.
void nameOf(const CountedThread &Of, char (&To)[16]);

/// In a forked child. Hold RuntimeLock.
void dropThreads();

} // namespace allocsite

#endif
