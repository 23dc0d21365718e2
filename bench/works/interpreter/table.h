//===- table.h - Lists and maps in one ----------------------------*- C -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keys 0 … Count-1 that were added in order lie in a vector; all others in a hash
// table with open addressing. A removed entry keeps its key and a nil value, and
// goes when the table grows.
//
//===----------------------------------------------------------------------===//
#ifndef INTERPRETER_TABLE_H
#define INTERPRETER_TABLE_H

#include "value.h"

typedef struct Entry {
  Value Key; ///< nil: never used
  Value Value;
} Entry;

struct Table {
  Value *Items;
  uint32_t Count, Room;
  Entry *Entries;
  uint32_t Used; ///< entries with a key
  uint32_t Mask; ///< entries less one, or 0 where there are none
};

Table *makeTable(Arena *A, uint32_t Room);

/// Nil where there is none.
Value tableGet(const Table *T, Value Key);
Value tableGetString(const Table *T, const String *Key);

/// Key must not be nil, nor a number that is none.
void tableSet(Arena *A, Table *T, Value Key, Value New);
void tableAppend(Arena *A, Table *T, Value New);

/// The item after position *At, in the order of items and then of entries; moves
/// *At on. False at the end.
bool tableNext(const Table *T, uint32_t *At, Value *Key, Value *Item);

/// The index that Key is, where it is a whole number from 0 on; else -1.
static inline int64_t indexOf(Value Key) {
  if (Key.Kind != KindNumber || !(Key.Number >= 0 && Key.Number < 4294967295.0))
    return -1;
  uint32_t Index = (uint32_t)Key.Number;
  return (double)Index == Key.Number ? (int64_t)Index : -1;
}

#endif
