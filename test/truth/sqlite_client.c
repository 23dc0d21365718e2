//===- sqlite_client.c - What a user of SQLite takes from it --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function of SQL and a collector of rows that take memory from SQLite.
//
//===----------------------------------------------------------------------===//
// REQUIRES: sqlite, valgrind
//
// RUN: %clang -DTRUTH -O0 %s -o %t.truth -lsqlite3 \
// RUN:   -Wl,--wrap=sqlite3_malloc,--wrap=sqlite3_malloc64,--wrap=sqlite3_realloc,--wrap=sqlite3_realloc64
// RUN: %t.truth 2> %t.stats
// RUN: %clang -O0 -gdwarf-4 %s -o %t.plain -lsqlite3
// RUN: valgrind -q --tool=callgrind --separate-callers=16 --separate-recs=1 \
// RUN:   --demangle=no --callgrind-out-file=%t.callgrind %t.plain
//
// RUN: %cc -O0 %s -o %t.O0 -lsqlite3
// RUN: %profile %t.O0
// RUN: %python %S/truth.py %t.csv %t.callgrind --allocator sqlite3_malloc sqlite3_malloc64 sqlite3_realloc sqlite3_realloc64
// RUN: %python %S/totals.py %t.csv %t.stats --allocator sqlite3_malloc sqlite3_malloc64 sqlite3_realloc sqlite3_realloc64
// RUN: %cc -O2 %s -o %t.O2 -lsqlite3
// RUN: %profile %t.O2
// RUN: %python %S/totals.py %t.csv %t.stats --allocator sqlite3_malloc sqlite3_malloc64 sqlite3_realloc sqlite3_realloc64

#include "Inputs/wrapped.h"
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

WRAPPED(void *, sqlite3_malloc, (int N), (N), N)
WRAPPED(void *, sqlite3_malloc64, (sqlite3_uint64 N), (N), N)
WRAPPED(void *, sqlite3_realloc, (void *Old, int N), (Old, N), N)
WRAPPED(void *, sqlite3_realloc64, (void *Old, sqlite3_uint64 N), (Old, N), N)

struct Row {
  struct Row *Next;
  char Text[];
};

struct Rows {
  struct Row *First;
  int *Lengths;
  int Count, Room;
};

static void repeat(sqlite3_context *Context, int Count, sqlite3_value **Values) {
  const char *Text = (const char *)sqlite3_value_text(Values[0]);
  size_t Length = strlen(Text);
  int Times = sqlite3_value_int(Values[1]);
  char *Result = sqlite3_malloc(Length * Times + 1);
  (void)Count;
  for (int I = 0; I < Times; ++I)
    memcpy(Result + I * Length, Text, Length);
  Result[Length * Times] = 0;
  sqlite3_result_text(Context, Result, -1, sqlite3_free);
}

static int collect(void *To, int Columns, char **Values, char **Names) {
  struct Rows *All = To;
  size_t Bytes = strlen(Values[0]) + 1;
  struct Row *R = sqlite3_malloc64(sizeof *R + Bytes);
  (void)Columns;
  (void)Names;
  memcpy(R->Text, Values[0], Bytes);
  R->Next = All->First;
  All->First = R;
  if (All->Count == All->Room) {
    All->Room += 16;
    All->Lengths = sqlite3_realloc(All->Lengths, All->Room * sizeof(int));
  }
  All->Lengths[All->Count++] = Bytes;
  return 0;
}

int main(void) {
  sqlite3 *Database;
  struct Rows All = {0};
  if (sqlite3_open(":memory:", &Database) ||
      sqlite3_create_function(Database, "repeated", 2, SQLITE_UTF8, NULL, repeat,
                              NULL, NULL))
    return 1;
  if (sqlite3_exec(Database,
                   "with recursive n(i) as (select 1 union all select i + 1 from n "
                   "where i < 500) select repeated('ab' || i, i % 7) from n",
                   collect, &All, NULL))
    return 1;
  All.Lengths = sqlite3_realloc64(All.Lengths, All.Count * sizeof(int));
  printf("%d rows\n", All.Count);
  return sqlite3_close(Database);
}
