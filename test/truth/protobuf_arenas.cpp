//===- protobuf_arenas.cpp - What arenas of Protocol Buffers hold ---------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arenas that are reset, that end, and one that is alive at exit. Arena::SpaceUsed says what was
// taken of each: the sum over all cycles is the row's, and so is what the last one holds. All
// sizes are multiples of 8, to which the library rounds.
//
//===----------------------------------------------------------------------===//
// REQUIRES: protobuf
// UNSUPPORTED: sanitized
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: env ALLOCSITE_PASS_OPTIONS=live=1 %cxx -std=c++17 -O2 -g %s -o O2 -lprotobuf
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=live=1:output=%t/O2.csv ./O2 > sums 2>/dev/null
// RUN: %table arenas O2.csv > table && %rows --cols "pc0,reset count,object bytes,live bytes,peak bytes of one" --short table | sort | diff sums -

#include <cstdint>
#include <cstdio>
#include <google/protobuf/arena.h>

using google::protobuf::Arena;

static Arena *Kept;

__attribute__((noinline)) static void keeps() {
  Kept = new Arena;
  uint64_t Sum = 0, Most = 0, Now = 0;
  for (int Cycle = 1; Cycle <= 9; ++Cycle) {
    for (int I = 0; I < 100 * Cycle; ++I)
      Arena::CreateArray<uint64_t>(Kept, I % 17 + 1);
    Now = Kept->SpaceUsed();
    Sum += Now;
    Most = Now > Most ? Now : Most;
    if (Cycle < 9)
      Kept->Reset();
  }
  std::printf("keeps|8|%lu|%lu|%lu\n", Sum, Now, Most);
}

__attribute__((noinline)) static void passes() {
  uint64_t Sum = 0, Most = 0;
  for (int Round = 1; Round <= 20; ++Round) {
    Arena Here;
    for (int I = 0; I < Round; ++I)
      Arena::CreateArray<uint64_t>(&Here, Round);
    Sum += Here.SpaceUsed();
    Most = Here.SpaceUsed();
  }
  std::printf("passes|0|%lu|0|%lu\n", Sum, Most);
}

int main() {
  keeps();
  passes();
}
