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

#include "HeapGraph.h"

namespace allocsite {

/// Sets of objects, by their group: numbers from 1 on; 0 is in no set.
using SetOfGroup = PageArray<uint32_t>;

struct Reached {
  uint64_t Objects, Bytes;
};

/// Every bool is false where there was no memory.
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

/// Appends them, by From, then To. False where there was no memory.
bool relate(const HeapGraph &Of, const SetOfGroup &Sets, uint32_t Count,
            PageArray<Relation> &All);

} // namespace allocsite

#endif
