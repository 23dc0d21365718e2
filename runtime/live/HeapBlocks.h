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

/// Of the blocks that the C and C++ library made. What happens to blocks is written there (BlockEvents.h).
extern Shadow Heap;
/// Of those of other allocators, which may lie closer, or inside of a block of `malloc`. Where
/// they hand one on, it is of Heap, under the site that counted last.
extern Shadow Others;
/// Once there is such an allocator.
extern bool HasOthers;
inline bool hasOthers() { return __atomic_load_n(&HasOthers, __ATOMIC_ACQUIRE); }
/// Valid when start-up is through.
extern bool FollowsHeap;
inline bool isHeapFollowed() { return FollowsHeap; }

/// The entry of the block that begins where an entry of Heap is, which may be that of an object of an
/// arena (ObjectCells.h); or None. Any thread.
Shadow::Entry blockIn(Shadow::Entry Its);

/// Calls `Use(address of the granule, entry)` for each block of both, the lowest first, until it
/// returns false; then returns that.
template <typename UseT> bool forEachBlock(UseT &&Use) {
  uintptr_t Next = 0; // of the others, those before are used
  bool GoesOn = true;
  auto useOthers = [&](uintptr_t End) {
    if (hasOthers())
      Others.forEachIn(Next, End, [&](uintptr_t Address, const Shadow::Entry &Its) {
        GoesOn = GoesOn && Use(Address, Its);
      });
    Next = End;
    return GoesOn;
  };
  return Heap.forEach([&](uintptr_t Address, Shadow::Entry Its) {
    return useOthers(Address) && (blockIn(Its) == Shadow::None || Use(Address, blockIn(Its)));
  }) && useOthers(uintptr_t(1) << AddressBits);
}

struct HeapBlock {
  uintptr_t Address; ///< As far as the shadow tells: up to a granule before its first byte.
  uint64_t Bytes;
  uint64_t Span; ///< From Address on: no other block begins in it.
};
/// The block that is followed and that Address lies in. False where there is none, or it
/// begins too far before. Any thread.
bool findHeapBlock(uintptr_t Address, HeapBlock &To);

/// The block of another heap is about to be taken back by it, or resized. Nothing where no such
/// block is followed. The address may be any. `Caller`: as of freed(), FreedBlocks.cpp.
void freedByHeap(const void *Block, bool IsResized, const void *Caller);

} // namespace allocsite

#endif
