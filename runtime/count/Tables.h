//===- Tables.h - The tables of all threads ---------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives tables to threads, takes them back, and visits their counters. TableLayout.h draws
// a table.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_COUNT_TABLES_H
#define ALLOCSITE_RUNTIME_COUNT_TABLES_H

#include "TableLayout.h"
#include "Thread.h"
#include "profile/Measures.h"

namespace allocsite {

/// The slots of a thread without a table: their tags match nothing.
AllocSiteSlot *noSlots();
/// The slots of a thread that will never count: inline hits do not even look.
AllocSiteSlot *offSlots();

/// Call when an entry with Count allocations has left its slot. One eviction in sixteen
/// allocations is acceptable; Pressure is sixteen times the number of evictions beyond
/// that.
inline void addPressure(TableOwn &Own, uint64_t Count) {
  uint64_t Pressure = uint64_t(Own.Pressure) + 16;
  Own.Pressure = static_cast<uint32_t>(Pressure > Count ? Pressure - Count : 0);
}

/// Above this pressure the thread should get more slots. It is about two evictions per slot of
/// entries with few counts.
inline uint32_t mostPressure(const ThreadTable &Table) {
  return static_cast<uint32_t>(Table.slotCount() * 32);
}

/// Gives the calling thread, whose table is \p Table, one with more slots, if there is one.
void outgrow(ThreadTable &Table);

/// Creates the pthread key whose destructor takes back the tables of ended threads. Call
/// once, before the first acquireTable. False on failure.
bool startTables();

/// If not null, the first acquireTable() of a process calls it once, when there is a profile,
/// without holding the lock.
extern void (*AtFirstTable)();

/// A table for the calling thread, which gives it back at its end. Null if there is no room,
/// or before start-up has decided whether to count. Any thread, also in signal handlers;
/// does not change errno.
ThreadTable *acquireTable();

/// Call after the log was written and the profile removed: the next allocation, if any,
/// renews the profile before it counts. Call on the only thread of the process, holding
/// RuntimeLock.
void detachThread();

/// The ThreadPart of a thread that has ended, or null. Hold RuntimeLock.
ThreadPart *takeFreePart();

/// A table whose counts are never read, for a child that was made without fork handlers and
/// must not use the parent's. Takes no lock. Null if memory is short.
ThreadTable *makeStrayTable();

/// Gives back the tables that signal handlers took. Call as the owner of Table.
void releaseNested(ThreadTable &Table);

/// Incremented in each forked child: tables of the parent do not count.
extern uint32_t Generation;

/// Iterates over the tables that threads count in: returns the one after `Before` (null: the
/// first), or null after the last. Hold RuntimeLock; the thread may end once it is released.
ThreadTable *nextInUse(ThreadTable *Before);

/// The table of the calling thread, which gets one if it has none. Null as for acquireTable,
/// or inside a miss. Do not call from code that counts.
ThreadTable *ownTable();

/// Callbacks; returning false ends the visit. Not virtual functions, which need a C++ library.
struct CounterVisitor {
  void *Closure;
  /// A key may come more than once.
  bool (*Counter)(void *Closure, const CounterKey &Key, const Tally &Counted);
  /// Allocations of a site, of unknown contexts and sizes.
  bool (*Other)(void *Closure, const AllocSiteOther &Other);
};

/// A visitor that calls Of.add(Key, Counted) and Of.addOther(Other).
template <typename T> CounterVisitor visitorOf(T &Of) {
  return {&Of,
          [](void *Self, const CounterKey &Key, const Tally &Counted) {
            return static_cast<T *>(Self)->add(Key, Counted);
          },
          [](void *Self, const AllocSiteOther &Other) {
            return static_cast<T *>(Self)->addOther(Other);
          }};
}

/// Visits every counter of the process, also those of running threads. False if the visitor
/// returned false or memory is short. Hold RuntimeLock.
bool visitCounters(const CounterVisitor &Visitor);
/// Visits the counters in the table `Of` and in those that its thread has outgrown. Hold
/// RuntimeLock.
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
/// Without it the next thread continues with them, and counts cannot be told apart by thread.
struct CountedThread {
  ThreadTable *Table; ///< The last table; TableOwn::Outgrown leads to earlier ones.
  uint32_t Number;    ///< From 0, in the order of first allocations.
  int32_t Id;         ///< The kernel's thread id.
  char Name[16];      ///< Its name when it ended; empty while it runs.
};

/// Records that the calling thread has taken Table. Within: the table in whose miss a signal
/// handler interrupted it, or null. Does nothing without threads=1. Hold RuntimeLock.
void noteTable(ThreadTable &Table, const ThreadTable *Within);
/// Records that a thread continues with New instead of Old. Hold RuntimeLock.
void noteGrown(const ThreadTable &Old, ThreadTable &New);
/// True if the table, in which the calling thread was the last to count, must not be given to
/// another thread. Hold RuntimeLock.
bool keepsTable(const ThreadTable &Table);

/// All threads by Number. A thread that has counted in handlers has several entries. Hold
/// RuntimeLock.
const CountedThread *countedThreads(uint32_t &Count);
/// The number of threads for which there was no room: their tables go to other threads.
uint32_t threadsLeftOut();
/// Writes the thread's name, up to 15 bytes and a zero. Hold RuntimeLock.
void nameOf(const CountedThread &Of, char (&To)[16]);

/// In a forked child. Hold RuntimeLock.
void dropThreads();

} // namespace allocsite

#endif
