//===- bump.cpp - A loop that allocates -----------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     bump COUNT [MIB]
//
// COUNT objects of 32 bytes, each linked to the one before it, from an arena of MIB
// megabytes that is used again and again.
//
//===----------------------------------------------------------------------===//
#include "ObStack.h"

#include <cinttypes>
#include <cstdint>
#include <cstdio>

struct Object {
  Object *Before;
  uint64_t Number;
  uint64_t Hash;
  uint64_t Flags;
};
static_assert(sizeof(Object) == 32, "the size that the table speaks of");

static const Object *allocate(ObStack &Arena, uint64_t Count) {
  Object *Last = nullptr;
  for (uint64_t I = 0; I < Count; ++I) {
    Object *New = static_cast<Object *>(Arena.alloc(sizeof(Object)));
    New->Before = Last;
    New->Number = I;
    New->Hash = I * 31;
    New->Flags = 0;
    Last = New;
  }
  return Last;
}

int main(int Argc, char **Argv) {
  uint64_t Count = Argc > 1 ? std::strtoull(Argv[1], nullptr, 10) : 1;
  size_t Mebibytes = Argc > 2 ? std::strtoull(Argv[2], nullptr, 10) : 1;
  ObStack Arena(Mebibytes << 20);
  const Object *Last = allocate(Arena, Count);
  std::printf("%" PRIu64 " objects\n", Last ? Last->Number + 1 : 0);
}
