//===- apr_pools.c - A mailbox in APR's pools -----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Messages live in a pool of their own, which is cleared for the next one; what is
// kept of them goes to the pool of the mailbox. apr_pcalloc is a macro around
// apr_palloc.
//
//===----------------------------------------------------------------------===//
// REQUIRES: apr, valgrind
//
// RUN: %clang -DTRUTH -O0 %s -o %t.truth `pkg-config --cflags --libs apr-1` \
// RUN:   -Wl,--wrap=apr_palloc,--wrap=apr_pmemdup,--wrap=apr_pstrdup,--wrap=apr_pstrndup,--wrap=apr_pstrmemdup
// RUN: %t.truth 2> %t.stats
// RUN: %clang -O0 -gdwarf-4 %s -o %t.plain `pkg-config --cflags --libs apr-1`
// RUN: valgrind -q --tool=callgrind --separate-callers=16 --separate-recs=1 \
// RUN:   --demangle=no --callgrind-out-file=%t.callgrind %t.plain
//
// RUN: %cc -O0 %s -o %t.O0 `pkg-config --cflags --libs apr-1`
// RUN: %profile %t.O0
// RUN: %python %S/truth.py %t.csv %t.callgrind --allocator apr_palloc apr_pmemdup apr_pstrdup apr_pstrndup apr_pstrmemdup
// RUN: %python %S/totals.py %t.csv %t.stats --allocator apr_palloc apr_pmemdup apr_pstrdup apr_pstrndup apr_pstrmemdup
// RUN: %cc -O2 %s -o %t.O2 `pkg-config --cflags --libs apr-1`
// RUN: %profile %t.O2
// RUN: %python %S/truth.py %t.csv %t.callgrind --allocator apr_palloc apr_pmemdup apr_pstrdup apr_pstrndup apr_pstrmemdup
// RUN: %python %S/totals.py %t.csv %t.stats --allocator apr_palloc apr_pmemdup apr_pstrdup apr_pstrndup apr_pstrmemdup

#include "Inputs/wrapped.h"
#include <apr_general.h>
#include <apr_pools.h>
#include <apr_strings.h>
#include <stdio.h>
#include <string.h>

WRAPPED(void *, apr_palloc, (apr_pool_t *P, apr_size_t N), (P, N), N)
WRAPPED(void *, apr_pmemdup, (apr_pool_t *P, const void *M, apr_size_t N),
        (P, M, N), N)
WRAPPED(char *, apr_pstrdup, (apr_pool_t *P, const char *S), (P, S),
        S ? strlen(S) + 1 : 0)
WRAPPED(char *, apr_pstrndup, (apr_pool_t *P, const char *S, apr_size_t N),
        (P, S, N), S ? strnlen(S, N) + 1 : 0)
WRAPPED(char *, apr_pstrmemdup, (apr_pool_t *P, const char *S, apr_size_t N),
        (P, S, N), N + 1)

struct Header {
  const char *Name, *Value;
  struct Header *Next;
};

struct Message {
  struct Header *Headers;
  const char *Body;
};

struct Mailbox {
  apr_pool_t *Pool;
  struct Message **Kept;
  int Count, Room;
};

static struct Header *addHeader(apr_pool_t *P, struct Header *Next,
                                const char *Line) {
  struct Header *H = apr_palloc(P, sizeof *H);
  const char *Colon = strchr(Line, ':');
  H->Name = apr_pstrmemdup(P, Line, Colon - Line);
  H->Value = apr_pstrdup(P, Colon[1] ? Colon + 1 : NULL);
  H->Next = Next;
  return H;
}

static struct Message *parse(apr_pool_t *P, int Number) {
  struct Message *M = apr_pcalloc(P, sizeof *M);
  char Line[64];
  for (int I = 0; I <= Number % 5; ++I) {
    snprintf(Line, sizeof Line, "X-%d:%.*s", Number * I, Number % 7, "payload");
    M->Headers = addHeader(P, M->Headers, Line);
  }
  M->Body = apr_pstrndup(P, "Some text that is cut somewhere", Number % 40);
  return M;
}

static void grow(struct Mailbox *Box) {
  struct Message **Old = Box->Kept;
  Box->Room = Box->Room ? Box->Room * 2 : 4;
  Box->Kept = apr_pcalloc(Box->Pool, Box->Room * sizeof *Box->Kept);
  if (Old)
    memcpy(Box->Kept, Old, Box->Count * sizeof *Old);
}

static void keep(struct Mailbox *Box, const struct Message *M) {
  if (Box->Count == Box->Room)
    grow(Box);
  struct Message *Copy = apr_pmemdup(Box->Pool, M, sizeof *M);
  Copy->Body = apr_pstrdup(Box->Pool, M->Body);
  Copy->Headers = NULL;
  Box->Kept[Box->Count++] = Copy;
}

int main(void) {
  apr_initialize();
  apr_pool_t *Root, *Scratch;
  apr_pool_create(&Root, NULL);
  apr_pool_create(&Scratch, Root);
  struct Mailbox Box = {Root, NULL, 0, 0};
  for (int I = 0; I < 2000; ++I) {
    const struct Message *M = parse(Scratch, I);
    if (I % 3 == 0)
      keep(&Box, M);
    apr_pool_clear(Scratch);
  }
  printf("%d kept\n", Box.Count);
  apr_pool_destroy(Root);
  apr_terminate();
}
