//===- Moves.h - An entry leaves its slot -----------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A miss wants the slot of another entry. What that has counted goes to the hash
// table of its thread's table, or where that has no room to an Other:
//
//   noteMove()            finds the place and writes down what it will hold
//   Sequence becomes odd  this is now so, whatever the place says
//   makeMove()            the place says so too
//   Sequence becomes even
//
// TableLayout.h tells why every instant of it adds up.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_COUNT_MOVES_H
#define ALLOCSITE_RUNTIME_COUNT_MOVES_H

#include "TableLayout.h"

namespace allocsite {

/// Where the count of a slot goes.
struct Move {
  uint64_t *Count;
  uint64_t *Bytes; // of an Other, else null
};

/// Finds the place for the count of slot Index, makes it if needed, and writes it
/// down. Owner of Table, Sequence even.
Move noteMove(ThreadTable &Table, unsigned Index);

/// Writes what was written down. Sequence odd.
void makeMove(ThreadTable &Table, Move To);

/// Ends the move that a handler jumped out of: the table is to be used again. Its
/// new owner.
void finishMove(ThreadTable &Table);

/// In a forked child: the parent's hash tables serve nobody. Hold RuntimeLock.
void dropCounters();

} // namespace allocsite

#endif
