//===- obstack_arenas.c - What glibc's obstacks hold ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Obstacks of the C library, begun and ended as obstack_free(h, NULL) does, one that is kept,
// one on the stack that is begun again and again, and one that gives back what came after a
// mark. The program keeps its own books.
//
//===----------------------------------------------------------------------===//
// UNSUPPORTED: sanitized
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: env ALLOCSITE_PASS_OPTIONS=live=1 %cc -O0 -g %s -o O0
// RUN: env ALLOCSITE_PASS_OPTIONS=live=1 %cc -O2 -g %s -o O2
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=live=arenas:output=%t/O0.csv ./O0 > books 2>/dev/null
// RUN: %table arenas O0.csv > table && %python %S/arenas.py table O0.csv books
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=live=arenas:output=%t/O2.csv ./O2 > books 2>/dev/null
// RUN: %table arenas O2.csv > table && %python %S/arenas.py table O2.csv books

#include <obstack.h>
#include <stdio.h>
#include <stdlib.h>
#define obstack_chunk_alloc malloc
#define obstack_chunk_free free
#define OWN __attribute__((noinline))

static struct obstack Kept;

OWN static void keep(void) {
  obstack_init(&Kept);
  for (int I = 1; I <= 20; ++I)
    obstack_alloc(&Kept, 10 * I);
}

OWN static void again(void) {
  struct obstack Here;
  for (int Round = 1; Round <= 30; ++Round) {
    obstack_init(&Here);
    for (int I = 0; I < Round; ++I)
      obstack_copy(&Here, "0123456789", 10);
    obstack_free(&Here, NULL);
  }
}

OWN static void marks(void) {
  static struct obstack Here;
  obstack_init(&Here);
  for (int Round = 0; Round < 50; ++Round) {
    obstack_alloc(&Here, 7); /* stays */
    void *Mark = obstack_alloc(&Here, 3);
    for (int I = 0; I < 40; ++I)
      obstack_alloc(&Here, 100);
    obstack_free(&Here, Mark);
  }
}

/* Within one chunk the macro obstack_free() calls nothing. A mark of no bytes is where the next
   object is. */
OWN static void rewinds(void) {
  static struct obstack Here;
  obstack_init(&Here);
  obstack_alloc(&Here, 9);
  for (int Round = 0; Round < 100; ++Round) {
    void *Mark = obstack_alloc(&Here, Round % 2 ? 0 : 16);
    for (int I = 0; I < 3; ++I)
      obstack_alloc(&Here, 50);
    obstack_free(&Here, Mark);
  }
}

int main(void) {
  keep();
  again();
  marks();
  rewinds();
  printf("keep 1 0 0 20 2100 20 2100 2100\n");
  printf("again 30 30 0 465 4650 0 0 300\n");
  printf("marks 1 0 0 2100 200500 50 350 4353\n");
  printf("rewinds 1 0 0 401 15809 1 9 175\n");
}
