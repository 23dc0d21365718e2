//===- lua_userdata.c - Vectors for Lua -----------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A script makes vectors, which are full userdata of this program.
//
//===----------------------------------------------------------------------===//
// REQUIRES: lua
//
// RUN: %clang -DTRUTH -O0 %s -o %t.truth `pkg-config --cflags --libs lua5.4` \
// RUN:   -Wl,--wrap=lua_newuserdatauv
// RUN: %t.truth 2> %t.stats
//
// RUN: %cc -O0 %s -o %t.O0 `pkg-config --cflags --libs lua5.4`
// RUN: %profile %t.O0
// RUN: %python %S/totals.py %t.csv %t.stats --allocator lua_newuserdatauv
// RUN: %rows --short --cols pc0,pc1 %t.csv | sort -u | %FileCheck %s
// RUN: %cc -O2 %s -o %t.O2 `pkg-config --cflags --libs lua5.4`
// RUN: %profile %t.O2
// RUN: %python %S/totals.py %t.csv %t.stats --allocator lua_newuserdatauv
// RUN: %rows --short --cols pc0,pc1 %t.csv | sort -u | %FileCheck %s
//
// Lua has called back.
// CHECK: {{^}}makeVector|addVectors{{$}}
// CHECK: {{^}}makeVector|newVector{{$}}

#include "Inputs/wrapped.h"
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdio.h>

WRAPPED(void *, lua_newuserdatauv, (lua_State * L, size_t N, int Values),
        (L, N, Values), N)

struct Vector {
  int Count;
  double Values[];
};

__attribute__((noinline)) static struct Vector *makeVector(lua_State *L,
                                                           int Count) {
  struct Vector *V =
      lua_newuserdatauv(L, sizeof *V + Count * sizeof(double), 0);
  V->Count = Count;
  for (int I = 0; I < Count; ++I)
    V->Values[I] = I;
  return V;
}

static int newVector(lua_State *L) {
  struct Vector *V = makeVector(L, luaL_checkinteger(L, 1));
  return V->Count >= 0;
}

static int addVectors(lua_State *L) {
  const struct Vector *A = lua_touserdata(L, 1), *B = lua_touserdata(L, 2);
  struct Vector *V = makeVector(L, A->Count < B->Count ? A->Count : B->Count);
  for (int I = 0; I < V->Count; ++I)
    V->Values[I] = A->Values[I] + B->Values[I];
  return 1;
}

int main(void) {
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  lua_register(L, "vector", newVector);
  lua_register(L, "add", addVectors);
  int Failed = luaL_dostring(L, "local sum = vector(9)\n"
                                "for i = 1, 3000 do\n"
                                "  sum = add(sum, vector(i % 11 + 4))\n"
                                "end\n");
  if (Failed)
    fprintf(stderr, "%s\n", lua_tostring(L, -1));
  lua_close(L);
  return Failed;
}
