//===- HeapBlocks.h - Which block of the heap an address is in --*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   shadow │ 7 │   │   │   │ 9 │        an entry where a block begins (Shadow.h)
//            └ block of record 7: the address is in it, if its bytes reach that far
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_HEAPBLOCKS_H
#define ALLOCSITE_RUNTIME_LIVE_HEAPBLOCKS_H

#include "Shadow.h"

namespace allocsite {

/// Of all blocks that are followed. Live.cpp writes it.
extern Shadow Heap;
/// Valid when start-up is through.
extern bool FollowsHeap;
inline bool isHeapFollowed() { return FollowsHeap; }

struct HeapBlock {
  uintptr_t Address; ///< As far as the shadow tells: up to a granule before its first byte.
  uint64_t Bytes;
  uint64_t Span; ///< From Address on: all of it.
};
/// The block that is followed and that Address lies in. False where there is none, or it
/// begins too far before. Any thread.
bool findHeapBlock(uintptr_t Address, HeapBlock &To);

} // namespace allocsite

#endif
