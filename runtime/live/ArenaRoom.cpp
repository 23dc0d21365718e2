//===- ArenaRoom.cpp - Memory for what is known of arenas -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ArenaRoom.h"
#include "Platform.h"

namespace allocsite {

static constexpr unsigned LeastLog2 = 6, MostLog2 = 32;
struct FreeRoom {
  FreeRoom *Next;
};
static FreeRoom *FreeRooms[MostLog2];
static char *Fresh, *FreshEnd;

static unsigned log2Of(size_t Bytes) {
  unsigned Log2 = LeastLog2;
  while ((size_t(1) << Log2) < Bytes)
    ++Log2;
  return Log2;
}

void *takeRoom(size_t Bytes) {
  constexpr size_t Slab = 1u << 18;
  const unsigned Log2 = log2Of(Bytes);
  Bytes = size_t(1) << Log2;
  if (FreeRoom *Free = Log2 < MostLog2 ? FreeRooms[Log2] : nullptr) {
    FreeRooms[Log2] = Free->Next;
    clearWords(Free, Bytes);
    return Free;
  }
  if (Bytes >= Slab)
    return mapSharedPages(Bytes);
  if (size_t(FreshEnd - Fresh) < Bytes) {
    Fresh = static_cast<char *>(mapSharedPages(Slab));
    FreshEnd = Fresh ? Fresh + Slab : nullptr;
    if (!Fresh)
      return nullptr;
  }
  void *Room = Fresh;
  Fresh += Bytes;
  return Room;
}

void giveRoom(void *Room, size_t Bytes) {
  auto *Free = static_cast<FreeRoom *>(Room);
  const unsigned Log2 = log2Of(Bytes);
  if (Log2 >= MostLog2)
    return;
  Free->Next = FreeRooms[Log2];
  FreeRooms[Log2] = Free;
}

} // namespace allocsite
