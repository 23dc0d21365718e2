//===- talloc_arenas.c - What talloc's contexts hold ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each block of talloc is an arena as well: what hangs on it goes with it, when it is freed,
// when its parent is emptied, and it stays when it is reallocated and moves, or when it is hung
// on another block. At the end talloc says itself how many blocks and bytes hang on the
// contexts that are kept; so do the rows.
//
//===----------------------------------------------------------------------===//
// REQUIRES: talloc
// UNSUPPORTED: sanitized
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: env ALLOCSITE_PASS_OPTIONS=live=1 %cc -O0 -g %s -o O0 -ltalloc
// RUN: env ALLOCSITE_PASS_OPTIONS=live=1 %cc -O2 -g %s -o O2 -ltalloc
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=live=arenas:output=%t/O0.csv ./O0 > sums 2>/dev/null
// RUN: %rows --sum "live count" O0.csv > have && %rows --sum "live bytes" O0.csv >> have
// RUN: diff sums have
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=live=1:output=%t/O2.csv ./O2 > sums 2>/dev/null
// RUN: %rows --sum "live count" O2.csv > have && %rows --sum "live bytes" O2.csv >> have
// RUN: diff sums have

// talloc.h wants these.
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <talloc.h>

struct User {
  char *Name;
  char **Groups; ///< Each name hangs on the array, which grows.
  unsigned Count;
};

static void addGroup(struct User *U, int Number) {
  U->Groups = talloc_realloc(U, U->Groups, char *, U->Count + 1);
  char Name[40];
  snprintf(Name, sizeof Name, "group-%d", Number * Number * Number);
  U->Groups[U->Count++] = talloc_strdup(U->Groups, Name);
}

static struct User *makeUser(const void *Context, int Number) {
  struct User *U = talloc_zero(Context, struct User);
  U->Name = talloc_array(U, char, Number % 50 + 1);
  for (int I = 0; I < Number % 9; ++I)
    addGroup(U, Number + I);
  if (Number % 9 > 5)
    talloc_free(U->Groups[2]);
  return U;
}

/// What is hung on another block goes with that one, and on none it goes with nothing.
static void hangUsers(struct User **Users, void *Round, void *Kept) {
  talloc_steal(Kept, Users[4]);
  talloc_reparent(Round, Kept, Users[5]);
  struct User *On = talloc_zero(Kept, struct User);
  On->Groups = talloc_move(On, &Users[7]->Groups); /* with the names in it */
  talloc_steal(Users[8], Users[10]);
  talloc_free(Users[8]);
  void *Gone = talloc_new(NULL);
  talloc_steal(Gone, Users[11]);
  talloc_free(Gone);
  talloc_free(talloc_steal(NULL, Users[13]));
}

/// A structure that others hang on is data: to assign it moves nothing that hangs on it.
static void copyUsers(struct User **Users, void *Kept) {
  struct User Empty = {0};
  struct User *Copy = talloc(Kept, struct User);
  Copy->Name = talloc_strdup(Copy, "to be");
  *Copy = Empty;
  *Copy = *Users[4];
  Copy->Name = talloc_strdup(Copy, Users[4]->Name);
  talloc_free(Users[14]->Name);
  struct User *Whole = talloc(Kept, struct User);
  *Whole = *Users[14];
  talloc_free(Users[14]);
}

int main(void) {
  size_t Blocks = 0, Bytes = 0;
  void *Kept = talloc_new(NULL);
  for (int I = 0; I < 60; ++I) {
    void *Round = talloc_new(NULL);
    struct User *Users[40];
    for (int J = 0; J < 40; ++J)
      Users[J] = makeUser(Round, I * 10 + J);
    for (int J = 0; J < 40; J += 3)
      talloc_free(Users[J]);
    talloc_free_children(Users[1]);
    hangUsers(Users, Round, Kept);
    copyUsers(Users, Kept);
    if (I % 4 == 1)
      talloc_free_children(Round);
    if (I % 4 == 2) {
      talloc_free(Round);
    } else {
      Blocks += talloc_total_blocks(Round) - 1; // It hangs on nothing.
      Bytes += talloc_total_size(Round);
    }
  }
  Blocks += talloc_total_blocks(Kept) - 1;
  Bytes += talloc_total_size(Kept);
  printf("%zu\n%zu\n", Blocks, Bytes);
}
