//===- HeapGraph.h - Which blocks point at which ----------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   shadow ──▶ Objects, by address ──words of each──▶ Edges   object 0: [2, 2, 7]
//   data of the loaded objects ─────────────────────▶ Roots
//
// graph=1. The scan is conservative: a word at a multiple of eight bytes that is an address
// within a block points at that block, whatever the word is for.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_HEAPGRAPH_H
#define ALLOCSITE_RUNTIME_LIVE_HEAPGRAPH_H

#include "arch/Machine.h"
#include "profile/Pages.h"

namespace allocsite {

/// A block that was alive when the scan began.
struct HeapObject {
  uintptr_t Address;
  uint64_t Bytes;
  uint32_t Record; ///< Its number in liveRecords().
  uint32_t Group;  ///< What the user of the graph wants to know of it.
};

class HeapGraph {
public:
  PageArray<HeapObject> Objects;           ///< The lowest address first.
  PageArray<uint32_t> FirstEdge;           ///< By object, and one more: where its edges begin.
  PageArray<uint32_t> Edges;               ///< The object that each pointer leads to.
  PageArray<uint32_t> Roots;               ///< The same of the pointers in data segments.
  uint64_t LiveObjects = 0, LiveBytes = 0; ///< Those beyond the limit included.
  uint64_t Unreadable = 0;                 ///< Bytes.

  /// Scans up to `Most` blocks while other threads go on. Returns 0 or an errno value: EPERM
  /// or ENOSYS where the process may not read its memory safely. Hold RuntimeLock.
  int scan(uint64_t Most);

private:
  static constexpr uint32_t None = ~uint32_t(0);
  static constexpr unsigned Log2Chunk = 24, Log2Page = 12;
  static constexpr size_t Chunks = size_t(1) << (AddressBits - Log2Chunk);
  static constexpr size_t PagesOfChunk = size_t(1) << (Log2Chunk - Log2Page);

  // To find an object: the chunk of an address, and in it where the objects of a page begin.
  uint32_t *ChunkOf = nullptr; // and one; 0: no object reaches there
  PageArray<uintptr_t> KnownChunks;
  PageArray<uint32_t> FirstOfPage;
  uintptr_t Lowest = 0, Extent = 0;

  bool takeObjects(uint64_t Most);
  bool indexObjects();
  uint32_t find(uintptr_t Word) const;
  bool readObjects(class OwnMemory &From);
  bool readRoots(OwnMemory &From);
  bool readWords(OwnMemory &From, uintptr_t Begin, uintptr_t End, uintptr_t ReadAhead,
                 PageArray<uint32_t> &To);
  bool readSegments(OwnMemory &From, uintptr_t Image);
};

} // namespace allocsite

#endif
