//===- Reach.h - What sets of objects lead to -------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   objects that lead to each other are one component (Tarjan 1972); components have an
//   order, from those that lead to others to those that do not. In that order
//
//       mask[component] = sets of its objects | masks of all that point at it
//
// so one walk tells of 64 sets what they reach, each object counted once, however the objects
// point at each other. Where only so many levels count, masks go one edge further with each
// of as many walks.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_REACH_H
#define ALLOCSITE_RUNTIME_LIVE_REACH_H

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

/// Which blocks point at which:
///
///   shadow ──▶ Objects, by address ──words of each──▶ Edges   object 0: [2, 2, 7]
///   data of the loaded objects ─────────────────────▶ Roots
///
/// graph=1. The scan is conservative: a word at a multiple of eight bytes that is an address
/// within a block points at that block, whatever the word is for.
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

/// Sets of objects, by their group: numbers from 1 on; 0 is in no set.
using SetOfGroup = PageArray<uint32_t>;

struct Reached {
  uint64_t Objects, Bytes;
};

/// Every bool is false if memory is short.
class Reach {
public:
  explicit Reach(const HeapGraph &Of) : Of(Of) {}

  /// Before all else.
  bool start();
  /// What sets 1 to Count - 1 lead to, themselves included, over at most `Levels` pointers
  /// (0: any number). `To` has Count elements.
  bool ofSets(const SetOfGroup &Sets, uint32_t Count, uint32_t Levels, Reached *To);
  /// The same of the data segments, over any number.
  Reached ofRoots();

private:
  const HeapGraph &Of;
  PageArray<uint32_t> Component; // by object
  PageArray<uint32_t> Order;     // objects by component, those that are led to first
  PageArray<uint64_t> Masks;     // by object

  void spread(Reached *To);
  bool spreadLevels(uint32_t Levels, Reached *To);
};

/// Pointers of one set to one set.
struct Relation {
  uint32_t From, To; ///< Sets; From is 0 of the data segments.
  uint64_t Pointers;
  uint64_t Sources;              ///< Objects that have them; 0 of the data segments.
  uint64_t Targets, TargetBytes; ///< Objects that they lead to.
};

/// Appends them, by From, then To. False if memory is short.
bool relate(const HeapGraph &Of, const SetOfGroup &Sets, uint32_t Count,
            PageArray<Relation> &All);

} // namespace allocsite

#endif
