//===- protobuf_ledger.cpp - Messages on an arena of Protocol Buffers -----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     protobuf_ledger flat|whole
//
// Entries with messages and an index of numbers, which generated code and the library's
// headers take from the arena: that is compiled with the pass. `flat` has nothing else,
// and prints what the arena says was taken from it. `whole` has repeated fields and texts
// as well, for which the library allocates in its own object, which was not; callgrind's
// chains leave that out, too.
//
// The header wants most functions inlined whatever the level. The program that callgrind
// sees, and the one whose chains are compared with it, are compiled without that wish.
// callgrind names the functions of the library's headers, so they are frames here too.
//
//===----------------------------------------------------------------------===//
// REQUIRES: protobuf, protoc, valgrind
//
// RUN: protoc --proto_path=%S/Inputs --cpp_out=%T ledger.proto
// RUN: %clangxx -std=c++17 -O0 -gdwarf-4 -Dalways_inline=unused -I%T %s -o %t.plain -lprotobuf
// RUN: valgrind -q --tool=callgrind --separate-callers=16 --separate-recs=1 \
// RUN:   --demangle=no --callgrind-out-file=%t.callgrind %t.plain whole
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:frames=std \
// RUN:   %cxx -std=c++17 -O0 -Dalways_inline=unused -I%T %s -o %t.O0 -lprotobuf
// RUN: %profile %t.O0 whole
// RUN: %python %S/truth.py %t.csv %t.callgrind --allocator \
// RUN:   google::protobuf::Arena::AllocateInternal \
// RUN:   google::protobuf::Arena::AllocateAlignedWithHookForArray --wrapper \
// RUN:   google::protobuf::Arena::CreateMessage google::protobuf::Arena::CreateArray \
// RUN:   google::protobuf::Arena::CreateMaybeMessage \
// RUN:   google::protobuf::Arena::CreateMessageInternal \
// RUN:   google::protobuf::Arena::DoCreateMaybeMessage \
// RUN:   google::protobuf::Arena::DoCreateMessage google::protobuf::Arena::Create \
// RUN:   google::protobuf::Arena::CreateInternal \
// RUN:   google::protobuf::Arena::CreateInternalRawArray
//
// RUN: %cxx -std=c++17 -O2 -I%T %s -o %t.O2 -lprotobuf
// RUN: %profile %t.O2 flat 2> %t.stats
// RUN: %python %S/totals.py %t.csv %t.stats --allocator \
// RUN:   google::protobuf::Arena::AllocateInternal \
// RUN:   google::protobuf::Arena::AllocateAlignedWithHookForArray

#include "ledger.pb.h"

#include "ledger.pb.cc"

#include <cinttypes>
#include <cstdio>
#include <cstring>

using namespace ledger;
using google::protobuf::Arena;

static void setAmount(Amount &To, int64_t Cents) {
  To.set_units(Cents / 100);
  To.set_nanos(Cents % 100 * 10'000'000);
}

static void fillTransfer(Transfer &To, int Number) {
  setAmount(*To.mutable_amount(), Number * 37);
  if (Number % 4 == 0)
    setAmount(*To.mutable_fee(), 25);
  To.set_to(Number * 7);
}

/// Returns how many messages it took.
static uint64_t fill(Entry &To, int Number) {
  To.set_id(Number);
  uint64_t Taken = 1;
  if (Number % 3) {
    fillTransfer(*To.mutable_transfer(), Number);
    Taken += Number % 4 ? 2 : 3;
  } else {
    setAmount(*To.mutable_deposit(), Number);
    ++Taken;
  }
  return Taken;
}

static void fillWhole(Entry &To, int Number) {
  fill(To, Number);
  for (int I = 0; I < Number % 20; ++I)
    To.add_tags(I);
  To.set_memo("a memo that is too long to be kept within its string");
  for (int I = Number % 3; I > 0; --I)
    fillWhole(*To.add_parts(), Number / 3 - I);
}

/// The ids of \p Count entries.
static int64_t *index(Arena &Memory, int Count) {
  auto *Ids = Arena::CreateArray<int64_t>(&Memory, Count);
  for (int I = 0; I < Count; ++I)
    Ids[I] = I;
  return Ids;
}

int main(int Argc, char **Argv) {
  bool IsFlat = Argc == 2 && !std::strcmp(Argv[1], "flat");
  Arena Memory;
  uint64_t Taken = 0;
  for (int I = 0; I < 1000; ++I) {
    auto *Each = Arena::CreateMessage<Entry>(&Memory);
    if (IsFlat)
      Taken += fill(*Each, I);
    else
      fillWhole(*Each, I);
  }
  int64_t Sum = 0;
  for (int Count = 1; Count < 50; ++Count, ++Taken)
    Sum += index(Memory, Count)[Count - 1];
  std::printf("%" PRId64 "\n", Sum);
  std::fprintf(stderr, "%" PRIu64 " calls, %" PRIu64 " bytes\n", Taken,
               uint64_t(Memory.SpaceUsed()));
}
