//===- HeapBlocks.cpp - Which block of the heap an address is in ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HeapBlocks.h"
#include "ObjectCells.h"
#include "Records.h"

namespace allocsite {

Shadow Heap, Others;
bool FollowsHeap, HasOthers;

Shadow::Entry blockIn(Shadow::Entry Its) {
  return isObject(Its) ? objectCell(Its).Block : Its;
}

/// The entry that stands last before the end of `Address`' granule, or None; `Address` becomes
/// where its granule begins. Looks at so many granules.
static Shadow::Entry entryBefore(uintptr_t &Address, unsigned MostGranules) {
  const uintptr_t Granule = uintptr_t(1) << Heap.log2Granule();
  Address &= ~(Granule - 1);
  for (unsigned I = 0; I < MostGranules && Address; ++I, Address -= Granule) {
    const Shadow::Entry *At = Heap.find(reinterpret_cast<const void *>(Address));
    if (!At)
      return Shadow::None;
    const Shadow::Entry Its = blockIn(__atomic_load_n(At, __ATOMIC_ACQUIRE));
    if (Its != Shadow::None && Its != Shadow::BeingFreed)
      return Its;
  }
  return Shadow::None;
}

bool findHeapBlock(uintptr_t Address, HeapBlock &To) {
  if (!FollowsHeap)
    return false;
  uintptr_t At = Address;
  Shadow::Entry Its = entryBefore(At, 1u << 13);
  if (Its == Shadow::None)
    return false;
  auto bytesOf = [](Shadow::Entry Of) {
    return liveRecords().key(Of & Records::NumberMask).Size;
  };
  auto extentOf = [&](Shadow::Entry Of) {
    return bytesOf(Of) + liveRecords().header(Of & Records::NumberMask);
  };
  // It may begin behind the address: then the one before reaches there. Most blocks are objects
  // themselves, and free memory may lie before them: not far.
  if (uintptr_t Before = At - 1; Address - At < 16)
    if (Shadow::Entry Other = entryBefore(Before, 1u << 8);
        Other && Before + extentOf(Other) > Address) {
      At = Before;
      Its = Other;
    }
  // Where granules are larger than 16 bytes, blocks begin at multiples of these.
  const uintptr_t Granule = uintptr_t(1) << Heap.log2Granule();
  To = {At, bytesOf(Its), extentOf(Its)};
  return Address - At < To.Span + (Granule > 16 ? Granule - 16 : 0);
}

} // namespace allocsite
