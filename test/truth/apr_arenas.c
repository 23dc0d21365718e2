//===- apr_arenas.c - What APR's pools hold -------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A server in APR's pools: one for the process, one for each connection, made of that, and
// one for each request, made of that again. Some requests share a pool that is cleared; one
// connection is forgotten. The library is that of the system, so that the table's rules hold;
// the program keeps its own books and prints them.
//
//===----------------------------------------------------------------------===//
// REQUIRES: apr
// UNSUPPORTED: sanitized
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: env ALLOCSITE_PASS_OPTIONS=live=1 %cc -O0 -g %s -o O0 `pkg-config --cflags --libs apr-1`
// RUN: env ALLOCSITE_PASS_OPTIONS=live=1 %cc -O2 -g %s -o O2 `pkg-config --cflags --libs apr-1`
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=live=arenas:output=%t/O0.csv ./O0 > books 2>/dev/null
// RUN: %table arenas O0.csv > table && %python %S/arenas.py table O0.csv books
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=live=1:output=%t/O2.csv ./O2 > books 2>/dev/null
// RUN: %table arenas O2.csv > table && %python %S/arenas.py table O2.csv books

#include <apr_general.h>
#include <apr_pools.h>
#include <apr_strings.h>
#include <stdio.h>
#include <string.h>

#define OWN __attribute__((noinline))

enum Kind { Process, Connection, Request, Scratch, Kinds };
static const char *const Makers[Kinds] = {"openProcess", "openConnection", "serve", "keepScratch"};

/// What a kind of pool has done; live is what its living ones hold.
static struct Book {
  long Created, Destroyed, Resets, Objects, Bytes, LiveObjects, LiveBytes, Peak;
} Books[Kinds];

struct Pool {
  apr_pool_t *Of;
  enum Kind Is;
  long Objects, Bytes;
};

static void *note(struct Pool *P, void *Object, size_t Size) {
  struct Book *B = &Books[P->Is];
  ++P->Objects, ++B->Objects, ++B->LiveObjects;
  P->Bytes += Size, B->Bytes += Size, B->LiveBytes += Size;
  if (P->Bytes > B->Peak)
    B->Peak = P->Bytes;
  return Object;
}

static void emptied(struct Pool *P) {
  Books[P->Is].LiveObjects -= P->Objects;
  Books[P->Is].LiveBytes -= P->Bytes;
  P->Objects = P->Bytes = 0;
}

static void *take(struct Pool *P, size_t Size) { return note(P, apr_palloc(P->Of, Size), Size); }
static char *copy(struct Pool *P, const char *Text) {
  return note(P, apr_pstrdup(P->Of, Text), strlen(Text) + 1);
}

OWN static struct Pool openProcess(void) {
  struct Pool P = {NULL, Process, 0, 0};
  apr_pool_create(&P.Of, NULL);
  ++Books[Process].Created;
  return P;
}

OWN static struct Pool openConnection(struct Pool *In) {
  struct Pool P = {NULL, Connection, 0, 0};
  apr_pool_create(&P.Of, In->Of);
  ++Books[Connection].Created;
  copy(&P, "a peer");
  return P;
}

/// Destroyed with its connection: nobody else does.
OWN static void serve(struct Pool *In, int Number, struct Pool *P) {
  *P = (struct Pool){NULL, Request, 0, 0};
  apr_pool_create(&P->Of, In->Of);
  ++Books[Request].Created;
  for (int I = 0; I < Number; ++I)
    take(P, 16 + Number % 7);
  copy(P, "200 OK");
}

OWN static struct Pool keepScratch(struct Pool *In) {
  struct Pool P = {NULL, Scratch, 0, 0};
  apr_pool_create(&P.Of, In->Of);
  ++Books[Scratch].Created;
  return P;
}

OWN static void closeConnection(struct Pool *P, struct Pool *Requests, int Count) {
  for (int I = 0; I < Count; ++I) {
    emptied(&Requests[I]);
    ++Books[Request].Destroyed;
  }
  emptied(P);
  ++Books[Connection].Destroyed;
  apr_pool_destroy(P->Of);
}

int main(void) {
  apr_initialize();
  struct Pool All = openProcess();
  copy(&All, "configuration");
  struct Pool Words = keepScratch(&All);
  for (int I = 0; I < 50; ++I) {
    struct Pool Peer = openConnection(&All), Requests[8];
    for (int J = 0; J < 8; ++J) {
      serve(&Peer, I * 3 + J, &Requests[J]);
      for (int K = 0; K < J; ++K)
        take(&Words, 100);
      if (Words.Objects) {
        emptied(&Words);
        ++Books[Scratch].Resets;
      }
      apr_pool_clear(Words.Of);
    }
    if (I != 20)
      closeConnection(&Peer, Requests, 8);
  }
  for (int Is = 0; Is < Kinds; ++Is) {
    const struct Book *B = &Books[Is];
    printf("%s %ld %ld %ld %ld %ld %ld %ld %ld\n", Makers[Is], B->Created, B->Destroyed,
           B->Resets, B->Objects, B->Bytes, B->LiveObjects, B->LiveBytes, B->Peak);
  }
}
