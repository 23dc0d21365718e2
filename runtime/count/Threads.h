//===- Threads.h - Which tables a thread has counted in ---------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With the option threads=1 a thread that ends keeps its tables for good:
//
//   CountedThread   table ──▶ outgrown ──▶ …     main 4711
//                   table                        worker 4712, ended
//                   table                        worker 4712, of a signal handler
//
// Else the next thread goes on with them, and nobody can tell who has counted what.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_COUNT_THREADS_H
#define ALLOCSITE_RUNTIME_COUNT_THREADS_H

#include "TableLayout.h"

namespace allocsite {

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
