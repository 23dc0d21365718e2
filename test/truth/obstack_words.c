//===- obstack_words.c - Words and lists on a GNU obstack -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Objects of all kinds, through many chunks: the program adds up what it asks obstack.h for,
// and what obstack_object_size() says of objects that grow. Prints `N calls, M bytes` on
// stderr. Also as C++, whose front end makes the same of the macros.
//
//===----------------------------------------------------------------------===//
// REQUIRES: x86_64
//
// RUN: %cc -O0 %s -o %t.O0
// RUN: %profile %t.O0 2> %t.stats
// RUN: %python %S/totals.py %t.csv %t.stats --allocator obstack_finish
// RUN: %cc -O2 -g %s -o %t.O2
// RUN: %profile %t.O2 2> %t.stats
// RUN: %python %S/totals.py %t.csv %t.stats --allocator obstack_finish
// RUN: %cc -O2 -ftrivial-auto-var-init=pattern %s -o %t.init
// RUN: %profile %t.init 2> %t.stats
// RUN: %python %S/totals.py %t.csv %t.stats --allocator obstack_finish
// RUN: %cc -O1 -fsanitize=null,alignment -fsanitize-trap=all %s -o %t.checked
// RUN: %profile %t.checked 2> %t.stats
// RUN: %python %S/totals.py %t.csv %t.stats --allocator obstack_finish
// RUN: %cxx -O2 -x c++ %s -o %t.cxx
// RUN: %profile %t.cxx 2> %t.stats
// RUN: %python %S/totals.py %t.csv %t.stats --allocator obstack_finish

#include <obstack.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define obstack_chunk_alloc malloc
#define obstack_chunk_free free

struct Word {
  struct Word *Next;
  char *Text;
  int *Lengths;
};

static size_t Calls, Bytes; ///< of objects that were ended

static void count(size_t Size) {
  ++Calls;
  Bytes += Size;
}

/// A number in letters, piece by piece.
static char *spell(struct obstack *On, unsigned Number) {
  for (; Number; Number /= 26)
    obstack_1grow(On, (char)('a' + Number % 26));
  if (Number % 7 == 3)
    obstack_grow(On, "...", 3);
  obstack_grow0(On, "", 0);
  count((size_t)obstack_object_size(On));
  return (char *)obstack_finish(On);
}

static struct Word *add(struct obstack *On, struct Word *Next, unsigned Number) {
  struct Word *W = (struct Word *)obstack_alloc(On, sizeof(struct Word));
  count(sizeof(struct Word));
  W->Next = Next;
  W->Text = spell(On, Number);
  for (unsigned I = 0; I != Number % 5; ++I)
    obstack_int_grow(On, (int)I);
  count((size_t)obstack_object_size(On)); // none at all, too
  W->Lengths = (int *)obstack_finish(On);
  return W;
}

int main(void) {
  struct obstack Words, Copies;
  obstack_init(&Words);
  obstack_begin(&Copies, 500);
  struct Word *All = NULL;
  size_t Length = 0;
  for (unsigned I = 0; I != 5000; ++I) {
    All = add(&Words, All, I * 31);
    Length += strlen((char *)obstack_copy0(&Copies, All->Text, strlen(All->Text)));
    count(strlen(All->Text) + 1);
    if (I % 100 == 99) {
      char *Large = (char *)obstack_copy(&Copies, memset(malloc(3000), 'x', 3000), 3000);
      count(3000);
      Length += (size_t)Large[2999];
      obstack_grow(&Copies, "open", 4); // given up: no object
      obstack_free(&Copies, Large);
      if (obstack_next_free(&Copies) != obstack_base(&Copies))
        return 1;
    }
  }
  for (struct Word *W = All; W; W = W->Next)
    Length += strlen(W->Text) + (W->Lengths != NULL);
  obstack_free(&Words, NULL);
  obstack_free(&Copies, NULL);
  fprintf(stderr, "%zu calls, %zu bytes\n", Calls, Bytes);
  return Length == 0;
}
