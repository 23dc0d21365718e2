//===- Moves.h - An entry leaves its slot -----------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves an entry out of a slot that a miss needs for another one. The entry's count goes to
// the hash table of the thread's table, or if that is full to an Other:
//
//   noteMove()            finds the place and records the value that it will have
//   Sequence becomes odd  the recorded value counts, not that in the place
//   makeMove()            writes the value to the place
//   Sequence becomes even the value in the place counts
//
// TableLayout.h explains why the sum of all counts is right at every instant.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_COUNT_MOVES_H
#define ALLOCSITE_RUNTIME_COUNT_MOVES_H

#include "TableLayout.h"

namespace allocsite {

/// The destination of a slot's count.
struct Move {
  uint64_t *Count;
  uint64_t *Bytes; // of an Other, else null
};

/// Finds or makes the place for the count of slot Index, and records it. Call as the owner of
/// Table, while Sequence is even.
Move noteMove(ThreadTable &Table, unsigned Index);

/// Performs the recorded move. Call while Sequence is odd.
void makeMove(ThreadTable &Table, Move To);

/// Ends a move that was left unfinished because a handler jumped out of the miss. The new
/// owner of the table calls it before use.
void finishMove(ThreadTable &Table);

/// In a forked child: forgets the parent's free hash tables. Hold RuntimeLock.
void dropCounters();

} // namespace allocsite

#endif
