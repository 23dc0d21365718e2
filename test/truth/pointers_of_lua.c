//===- pointers_of_lua.c - A state that allocates through its pointer -----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As Lua does it: one function for all of new, grown, shrunk and freed blocks, which is
// called from one macro, through a member that the state was made with; it counts its
// calls itself. And as SQLite does it: a table of methods, installed when the program
// starts, each of them called from one place in a wrapper.
//
//===----------------------------------------------------------------------===//
// REQUIRES: types
//
// RUN: split-file %s %t.d
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %typed_cc -O0 %t.d/m.c -o %t.O0
// RUN: %profile %t.O0 2> %t.stats
// RUN: grep lua %t.stats > %t.lua && %python %S/totals.py %t.csv %t.lua --allocator state.realloc Alloc
// RUN: grep sqlite %t.stats > %t.sql && %python %S/totals.py %t.csv %t.sql --allocator methods.xMalloc methods.xRealloc
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %typed_cc -O2 -g %t.d/m.c -o %t.O2
// RUN: %profile %t.O2 2> %t.stats
// RUN: grep lua %t.stats > %t.lua && %python %S/totals.py %t.csv %t.lua --allocator state.realloc Alloc
// RUN: grep sqlite %t.stats > %t.sql && %python %S/totals.py %t.csv %t.sql --allocator methods.xMalloc methods.xRealloc
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %typed_cxx -x c++ -std=c++17 -O3 %t.d/m.c -o %t.cxx
// RUN: %profile %t.cxx 2> %t.stats
// RUN: grep lua %t.stats > %t.lua && %python %S/totals.py %t.csv %t.lua --allocator state.realloc Alloc
// RUN: grep sqlite %t.stats > %t.sql && %python %S/totals.py %t.csv %t.sql --allocator methods.xMalloc methods.xRealloc

//--- a.cfg
pointer:Alloc         size=3 old=1
field:state.realloc   size=3 old=1
field:methods.xMalloc size=0
field:methods.xRealloc size=1 old=0
//--- m.c
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void *(*Alloc)(void *Data, void *Block, size_t Old, size_t New);
struct state { Alloc realloc; void *data; struct node *first; };
struct node { struct node *Next; size_t Size; char *Text; };
struct count { unsigned long Calls, Bytes; };

static void *counting(void *Data, void *Block, size_t Old, size_t New) {
  struct count *Count = (struct count *)Data;
  (void)Old;
  ++Count->Calls;
  Count->Bytes += New;
  if (New)
    return realloc(Block, New);
  free(Block);
  return NULL;
}

#define CALL(S, Block, Old, New) ((*(S)->realloc)((S)->data, Block, Old, New))
#define NEW(S, T) ((T *)CALL(S, NULL, 0, sizeof(T)))

static struct state *newState(Alloc F, void *Data) {
  struct state *S = (struct state *)(*F)(Data, NULL, 0, sizeof *S);
  S->realloc = F;
  S->data = Data;
  S->first = NULL;
  return S;
}
static void push(struct state *S, size_t Size) {
  struct node *N = NEW(S, struct node);
  N->Text = (char *)CALL(S, NULL, 0, Size);
  N->Text = (char *)CALL(S, N->Text, Size, Size + 7);
  N->Size = Size + 7;
  N->Next = S->first;
  S->first = N;
}
static void closeState(struct state *S) {
  struct node *N = S->first, *Next;
  for (; N; N = Next) {
    Next = N->Next;
    CALL(S, N->Text, N->Size, 0), CALL(S, N, sizeof *N, 0);
  }
  CALL(S, S, sizeof *S, 0);
}

typedef struct methods {
  void *(*xMalloc)(int);
  void (*xFree)(void *);
  void *(*xRealloc)(void *, int);
} methods;
static struct { int Started; struct { methods m; } config; } Global;
static struct count Methods;
static void *countedMalloc(int N) {
  ++Methods.Calls, Methods.Bytes += N;
  return malloc(N);
}
static void *countedRealloc(void *P, int N) {
  ++Methods.Calls, Methods.Bytes += N;
  return realloc(P, N);
}
static void install(const methods *M) {
  Global.config.m = *M;
  Global.Started = 1;
}
static void *get(int N) { return Global.config.m.xMalloc((N + 7) & ~7); }
static void *grow(void *P, int N) { return Global.config.m.xRealloc(P, N); }

int main(void) {
  static const methods Default = {countedMalloc, free, countedRealloc};
  struct count Lua = {0, 0};
  struct state *S = newState(counting, &Lua);
  void *P;
  int I;
  for (I = 0; I < 1000; ++I)
    push(S, I % 37 + 1);
  closeState(S);
  install(&Default);
  P = get(3);
  for (I = 0; I < 300; ++I)
    P = I % 5 ? grow(P, I % 11 + 1) : (Global.config.m.xFree(P), get(I));
  Global.config.m.xFree(P);
  fprintf(stderr, "lua: %lu calls, %lu bytes\n", Lua.Calls, Lua.Bytes);
  fprintf(stderr, "sqlite: %lu calls, %lu bytes\n", Methods.Calls, Methods.Bytes);
  return 0;
}
