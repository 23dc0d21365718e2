//===- TimelineGroups.h - What was alive when, by kind ----------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   record ──CellOf──▶ cell (allocator, class of sizes)      thread: Cells[cell] {blocks, bytes}
//                                                                        │ at a point of the
//   group of an allocator    = the sum of its cells, over all threads  ◀─┤ timeline
//   group of a class of sizes = the sum of its cells, over all threads ◀─┘
//
// A block that comes or goes changes one cell of its thread, so a point costs as many additions
// as there are cells and threads, however many records there are. Objects of arenas have cells and
// groups of their own: they lie in blocks of the heap, and nobody adds the two up.
//
// A group has a piece of the profile from its first block on, with two arrays of points beside
// those of the timeline (Timeline.h).
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_TIMELINEGROUPS_H
#define ALLOCSITE_RUNTIME_LIVE_TIMELINEGROUPS_H

#include "allocsite/ProfileFormat.h"

namespace allocsite {

struct CellCounts {
  int64_t Blocks,
      Bytes; ///< Alive; of sampled blocks parts (profile/Sampling.h). A thread may free more than it allocated.
};

/// A thread's part. Its own; others read.
struct GroupsThread {
  static constexpr uint32_t MostCells =
      ALLOCSITE_TIMELINE_ALLOCATORS * ALLOCSITE_TIMELINE_SIZES;

  CellCounts Cells[MostCells];
  GroupsThread *NextGroups;
};

/// By start-up, and in a forked child, in which nothing is alive until addInherited(). False
/// if memory is short. Hold RuntimeLock in a child.
bool startGroups();
/// Lets a new thread take part. Hold RuntimeLock.
void beginInGroups(GroupsThread &New);

/// Of a record.
struct RecordCell {
  uint16_t Coded; ///< Its number + 1, and above it whether it is of objects; 0: none yet.

  uint32_t number() const { return (Coded & 0x7fffu) - 1; }
  bool isOfObjects() const { return Coded & 0x8000u; }
  explicit operator bool() const { return Coded != 0; }
};
/// By record, from startGroups() on: RecordCell::Coded.
extern const uint16_t *CellsOfRecords;
/// Any thread.
inline RecordCell cellOf(uint32_t Record) {
  // Acquire: the cell's groups are there before it is.
  return {__atomic_load_n(&CellsOfRecords[Record], __ATOMIC_ACQUIRE)};
}
/// The same, made if there is none. Takes RuntimeLock: the thread is on noSlots().
RecordCell makeCell(uint32_t Record);

/// Were alive at the fork that made this process; nothing of a record that has no cell. Hold
/// RuntimeLock.
void addInherited(uint32_t Record, const CellCounts &Counts);

/// Pieces for all groups that have none. Hold RuntimeLock.
void makeGroupPieces();
/// Writes point `At` of array `Which` of each group. One thread at a time.
void addGroupPoints(uint64_t Which, uint64_t At);
/// Writes every second point of that array, which is full, to the other one. One at a time.
void halveGroupPoints(uint64_t Which);

/// The groups that have a piece. Hold RuntimeLock.
struct GroupVisitor {
  void *Closure;
  void (*Group)(void *Closure, const AllocSiteTimelineGroup &Of);
};
void visitGroups(const GroupVisitor &Visitor);

} // namespace allocsite

#endif
