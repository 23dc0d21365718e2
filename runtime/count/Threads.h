//===- Threads.h - The tables of each thread --------------------*- C++ -*-===//
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
// Without it the next thread continues with them, and counts cannot be told apart by thread.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_COUNT_THREADS_H
#define ALLOCSITE_RUNTIME_COUNT_THREADS_H

#include "TableLayout.h"

namespace allocsite {

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
