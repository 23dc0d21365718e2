//===- talloc_tree.c - A tree of talloc's ---------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// talloc knows of every context how many blocks and bytes hang on it. Each top
// context of this program is asked before it is freed, and what was reallocated is
// added as it happens. Prints `N calls, M bytes` on stderr.
//
//===----------------------------------------------------------------------===//
// REQUIRES: talloc, valgrind
//
// RUN: %clang -O0 -gdwarf-4 %s -o %t.plain -ltalloc
// RUN: valgrind -q --tool=callgrind --separate-callers=16 --separate-recs=1 \
// RUN:   --demangle=no --callgrind-out-file=%t.callgrind %t.plain
//
// RUN: %cc -O0 %s -o %t.O0 -ltalloc
// RUN: %profile %t.O0 2> %t.stats
// RUN: %python %S/truth.py %t.csv %t.callgrind --allocator talloc_named_const _talloc_zero _talloc_array _talloc_realloc_array talloc_strdup talloc_strndup _talloc_memdup
// RUN: %python %S/totals.py %t.csv %t.stats --allocator talloc_named_const _talloc_zero _talloc_array _talloc_realloc_array talloc_strdup talloc_strndup _talloc_memdup
// RUN: %cc -O2 %s -o %t.O2 -ltalloc
// RUN: %profile %t.O2 2> %t.stats
// RUN: %python %S/truth.py %t.csv %t.callgrind --allocator talloc_named_const _talloc_zero _talloc_array _talloc_realloc_array talloc_strdup talloc_strndup _talloc_memdup
// RUN: %python %S/totals.py %t.csv %t.stats --allocator talloc_named_const _talloc_zero _talloc_array _talloc_realloc_array talloc_strdup talloc_strndup _talloc_memdup

// talloc.h wants these.
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <talloc.h>

struct User {
  char *Name, *Short;
  struct Group **Groups;
  unsigned Count;
  void *Key;
};

struct Group {
  struct User *Owner;
  uint64_t *Members;
};

static size_t Calls, Bytes; ///< talloc's own, of contexts that are gone

static void addGroup(struct User *U, int Number) {
  size_t Old = U->Groups ? talloc_get_size(U->Groups) : 0;
  bool IsMoved = U->Groups;
  U->Groups = talloc_realloc(U, U->Groups, struct Group *, U->Count + 1);
  if (IsMoved) { // one block in the end, and one call for each of its sizes
    ++Calls;
    Bytes += Old;
  }
  struct Group *G = talloc_zero(U->Groups, struct Group);
  G->Owner = U;
  G->Members = talloc_array(G, uint64_t, Number % 9 + 1);
  U->Groups[U->Count++] = G;
}

static struct User *makeUser(const void *Context, int Number) {
  struct User *U = talloc(Context, struct User);
  char Name[32];
  snprintf(Name, sizeof Name, "user-%d", Number * Number);
  U->Name = talloc_strdup(U, Name);
  U->Short = talloc_strndup(U, Name, Number % 12);
  U->Key = talloc_memdup(U, Name, Number % 6 + 1);
  U->Groups = NULL;
  U->Count = 0;
  for (int I = 0; I < Number % 4; ++I)
    addGroup(U, Number + I);
  return U;
}

static void forget(void *Context) {
  Calls += talloc_total_blocks(Context);
  Bytes += talloc_total_size(Context);
  talloc_free(Context);
}

int main(void) {
  size_t Names = 0;
  for (int I = 0; I < 200; ++I) {
    void *Round = talloc_new(NULL);
    for (int J = 0; J < 10; ++J)
      Names += strlen(makeUser(Round, I * 10 + J)->Name);
    forget(Round);
  }
  printf("%zu\n", Names);
  fprintf(stderr, "%zu calls, %zu bytes\n", Calls, Bytes);
}
