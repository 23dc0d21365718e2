//===- TimelineChanges.h - What each record had at points -------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   points of the timeline     1        2        3        4
//   a thread's record R     ───┴─×─×────┴────────┴──×─────┴───   × changes
//   the thread's log             {R,1,0}           {R,3,2}       what R had before
//
// A thread that changes a record for the first time since the last point appends what the record
// had (touch() in OnThread.h). So a point costs nothing, and neither does a record that does not
// change; and what a record had at a point is in its first entry of that point or a later one,
// or, where there is none, in the record itself.
//
// A log is some pieces of the profile, each twice as large as the one before. Where it is full its
// thread compacts it: an entry is not needed if the record's entry before is behind the same kept
// point. The kept points are those that the timeline still has; where the logs of all threads
// would come to more than a limit, every second of them, of four, …, and the last one.
//
// Readers take the least of what the entries of a point and the later ones say. So an entry may
// be there twice, and entries may be out of order, as signal handlers leave them.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_TIMELINECHANGES_H
#define ALLOCSITE_RUNTIME_LIVE_TIMELINECHANGES_H

#include "allocsite/ProfileFormat.h"

namespace allocsite {

/// The last point of the timeline.
struct LastPoint {
  static constexpr unsigned SequenceBits = 64 - ALLOCSITE_CHANGE_BITS;
  static constexpr uint32_t MostSequence = (1u << SequenceBits) - 1;

  uint32_t Epoch; ///< Records that changed in an earlier one (Peak.h) have not changed since.
  uint32_t Sequence; ///< 0: none yet.
  uint32_t Halvings; ///< How often the timeline has dropped every second point.
};

extern uint64_t LastPointWord; // Halvings, Sequence, Epoch, from the highest bit on

/// Any thread.
inline LastPoint lastPoint() {
  const uint64_t Word = __atomic_load_n(&LastPointWord, __ATOMIC_ACQUIRE);
  return {static_cast<uint32_t>(Word),
          static_cast<uint32_t>(Word >> 32) & LastPoint::MostSequence,
          static_cast<uint32_t>(Word >> (32 + LastPoint::SequenceBits))};
}
/// Who makes a point calls it once the point is whole; see beginEpoch().
inline void setLastPoint(const LastPoint &Is) {
  __atomic_store_n(&LastPointWord,
                   uint64_t(Is.Halvings) << (32 + LastPoint::SequenceBits) |
                       uint64_t(Is.Sequence) << 32 | Is.Epoch,
                   __ATOMIC_RELEASE);
}

/// A thread's part. Its own; others read the pieces.
struct ChangesThread {
  static constexpr uint64_t FirstCapacity = 128; // entries
  static constexpr unsigned MostPieces = 16;

  AllocSiteChanges *Open; ///< The piece where the next entry goes; null: none yet.
  /// Entries that are on their way, of this thread and of the handlers that interrupt it. They
  /// have their places: the log is not compacted while there are two.
  uint64_t Writing;
  uint64_t Number;     ///< Of the thread.
  uint32_t Generation; ///< Of the process.
  uint32_t Records;    ///< That the thread has room for.
  uint32_t OpenNumber, PieceCount;
  uint32_t CompactedAt; ///< LastPoint::Halvings then.
  AllocSiteChanges *Pieces[MostPieces];
};

inline AllocSiteChange *entriesOf(AllocSiteChanges &Of) {
  return reinterpret_cast<AllocSiteChange *>(&Of + 1);
}

/// At start-up and in a forked child: there is no point yet, and no log. Hold RuntimeLock in a
/// child.
void startChanges();
/// The timeline is made: it says what its changes lack. Before its first point. Hold RuntimeLock.
void beginChanges(AllocSiteTimeline &Of);

/// Makes room for an entry in Open, if memory is not short. The owner, on noSlots().
void makeRoomForChange(ChangesThread &Its);
/// An entry has found none: the timeline says that its changes are not all there.
void loseChange(const ChangesThread &Its);

} // namespace allocsite

#endif
