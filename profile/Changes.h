//===- Changes.h - What records had at points of a timeline -----*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   kept points         2     4     7            of the table `timeline`, from 0
//   log of a thread     {R,2,0} {R,5,2}          what record R had at 2, and at 4 (TimelineChanges.h
//   its record R        3                        of runtime/live)
//   changes of R              2     1            allocated up to 4, and up to 7
//
// Turns the logs of threads into what was allocated and freed of a record between one kept point
// and the next. No global state, libc alone. Not thread-safe, but threads may go on meanwhile: what
// they do behind the last point is left out. Logs may be of a hostile file.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_CHANGES_H
#define ALLOCSITE_PROFILE_CHANGES_H

#include "Pages.h"
#include "allocsite/ProfileFormat.h"

namespace allocsite {

/// The order of calls is: points, records, and then of one thread after the other its counts and
/// its log. Every bool is false if memory is short.
class Changes {
public:
  /// A live record; Size: bytes of one block.
  struct Record {
    uint64_t Context, Site, Size;
    uint64_t Inherited; ///< blocks that were live at the fork of the process
    bool InArena;
  };

  /// Adds the points of a timeline that changes were kept for: one in 2^Log2Stride, and the last.
  /// \p Indexes, if not null: where each point is in the array of the profile.
  bool addPoints(const AllocSiteTimelinePoint *Points, size_t Count, uint64_t Log2Stride,
                 const size_t *Indexes = nullptr);
  /// How many points there are, kept or not.
  size_t points() const { return PointCount; }

  /// The next record; their numbers are from 1.
  bool addRecord(const Record &New);
  size_t records() const { return Records.size(); }
  const Record &record(size_t Number) const { return Records[Number - 1]; }

  /// From here on counts and logs are of the next thread.
  void beginThread() { ++Thread; }
  /// A piece of its records, before its log.
  bool addCounts(const AllocSiteThreadRecords &Piece);
  /// A part of its log, the oldest first. It stays as long as this.
  bool addLog(const AllocSiteChange *Entries, size_t Count);

  /// Calls Use(point, allocated, freed) for blocks of the record that were allocated and freed up
  /// to a point, and since the kept point before. Point: an index from 0. Maybe several times for
  /// a point, and in any order.
  template <typename UseT> void forEachChange(size_t Number, UseT Use) const;

private:
  static constexpr uint32_t None = ~uint32_t(0);
  static constexpr uint64_t CountMask = (UINT64_C(1) << ALLOCSITE_CHANGE_BITS) - 1;

  /// Sequences are below this.
  static constexpr uint64_t MostSequences = UINT64_C(1) << (64 - ALLOCSITE_CHANGE_BITS);

  struct
      Counts { // of a thread, for a piece of records: as they were before its log was looked at
    struct {
      uint64_t Allocated, Freed;
    } Of[ALLOCSITE_LIVE_RECORDS];
    uint32_t Thread, Next;
  };
  struct Stretch { // of a log
    const AllocSiteChange *Entries;
    uint32_t First, Count; // of all entries
    uint32_t Thread;
  };

  uint32_t Thread = 0;
  size_t PointCount = 0;
  PageArray<uint32_t>
      NextKept; // by Sequence of a point: the index of the first kept one behind
  uint32_t FirstKept = None;
  PageArray<Record> Records;
  PageArray<uint32_t> FirstCounts; // by piece of records: the last thread's
  PageArray<Counts> AllCounts;
  PageArray<uint32_t> LastEntry; // by record: the last one that was added
  PageArray<uint32_t> Previous;  // by entry: the one of the same record before
  PageArray<Stretch> Stretches;

  const Stretch &stretchOf(uint32_t Entry) const;

  /// The number that a thread had, of which it knows the lower bits; it was no more than Now.
  static uint64_t before(uint64_t Now, uint64_t Bits) {
    const uint64_t Less = (Now - Bits) & CountMask;
    return Less >> (ALLOCSITE_CHANGE_BITS - 1) ? Now : Now - Less;
  }
};

template <typename UseT> void Changes::forEachChange(size_t Number, UseT Use) const {
  if (FirstKept == None)
    return;
  if (record(Number).Inherited)
    Use(size_t(FirstKept), record(Number).Inherited, uint64_t(0));
  uint32_t At = LastEntry.size() < Number ? None : LastEntry[Number - 1];
  const size_t Piece = (Number - 1) / ALLOCSITE_LIVE_RECORDS;
  uint32_t Of = Piece < FirstCounts.size() ? FirstCounts[Piece] : None;
  const Stretch *In = nullptr;
  // Both lists begin with the last thread, and entries with its last.
  for (; Of != None; Of = AllCounts[Of].Next) {
    const Counts &Its = AllCounts[Of];
    auto [Allocated, Freed] = Its.Of[(Number - 1) % ALLOCSITE_LIVE_RECORDS];
    if (static_cast<int64_t>(Freed) < 0)
      continue; // It is there to take off what was counted up to a reset.
    for (; At != None; At = Previous[At]) {
      if (!In || At < In->First || At - In->First >= In->Count)
        In = &stretchOf(At);
      if (In->Thread < Its.Thread)
        break;
      if (In->Thread > Its.Thread) // It has no counts.
        continue;
      const AllocSiteChange &Entry = In->Entries[At - In->First];
      const uint64_t A =
          before(Allocated, __atomic_load_n(&Entry.Allocated, __ATOMIC_RELAXED));
      const uint64_t WithPoint = __atomic_load_n(&Entry.Freed, __ATOMIC_RELAXED);
      const uint64_t F = before(Freed, WithPoint);
      const uint64_t Point = WithPoint >> ALLOCSITE_CHANGE_BITS;
      if (Point < NextKept.size() && (A != Allocated || F != Freed))
        Use(size_t(NextKept[Point]), Allocated - A, Freed - F);
      Allocated = A;
      Freed = F;
    }
    if (Allocated || Freed)
      Use(size_t(FirstKept), Allocated, Freed);
  }
}

} // namespace allocsite

#endif
