//===- database.c - A database in memory ----------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     database ROWS
//
// Fills a table of SQLite, makes an index, joins and groups.
//
//===----------------------------------------------------------------------===//
#include <sqlite3.h>

#include <stdio.h>
#include <stdlib.h>

static sqlite3 *Database;

static void check(int Status) {
  if (Status != SQLITE_OK && Status != SQLITE_DONE) {
    fprintf(stderr, "database: error: %s\n", sqlite3_errmsg(Database));
    exit(1);
  }
}

static void execute(const char *Text) {
  check(sqlite3_exec(Database, Text, NULL, NULL, NULL));
}

static void fill(int Rows) {
  sqlite3_stmt *Insert;
  check(sqlite3_prepare_v2(Database, "insert into sale values(?1, ?2, ?3, ?4)", -1,
                           &Insert, NULL));
  for (int I = 0; I < Rows; ++I) {
    char Note[64];
    int Length = snprintf(Note, sizeof Note, "sale number %d", I);
    sqlite3_bind_int(Insert, 1, I);
    sqlite3_bind_int(Insert, 2, I * 7919 % 1000);
    sqlite3_bind_double(Insert, 3, I * 0.25);
    sqlite3_bind_text(Insert, 4, Note, Length, SQLITE_TRANSIENT);
    check(sqlite3_step(Insert));
    sqlite3_reset(Insert);
  }
  check(sqlite3_finalize(Insert));
}

static void query(const char *Text) {
  sqlite3_stmt *Select;
  double Sum = 0;
  int Rows = 0;
  check(sqlite3_prepare_v2(Database, Text, -1, &Select, NULL));
  for (; sqlite3_step(Select) == SQLITE_ROW; ++Rows)
    Sum += sqlite3_column_double(Select, 1);
  check(sqlite3_finalize(Select));
  printf("%d rows, %.2f\n", Rows, Sum);
}

int main(int Argc, char **Argv) {
  check(sqlite3_open(":memory:", &Database));
  execute("create table sale(id integer primary key, shop int, amount real,"
          " note text);"
          "begin");
  fill(Argc > 1 ? atoi(Argv[1]) : 1);
  execute("commit; create index by_shop on sale(shop)");
  query("select shop, sum(amount) from sale group by shop order by 2 desc");
  query("select a.id, a.amount + b.amount from sale a join sale b"
        " on a.shop = b.shop and a.id + 1000 = b.id");
  query("select note, length(note) from sale where note like '%9%9%' order by note");
  for (int I = 0; I < 200; ++I) {
    char Text[128];
    snprintf(Text, sizeof Text,
             "select max(note), count(*) from sale where shop = %d", I * 5);
    query(Text);
  }
  check(sqlite3_close(Database));
  return 0;
}
