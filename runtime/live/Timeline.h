//===- Timeline.h - How much was alive when ---------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   a block comes or goes ──▶ thread: Allocated, Freed ── each Step bytes ──▶ process
//                             process ── each Interval bytes ──▶ a point in the profile
//
// The profile holds two arrays of points. Where the one that counts is full, every second point
// goes to the other one, Interval is twice as much from then on, and one store says which array
// counts: so the points of a run of any length are within a factor of two of each other, and a
// kill at any instant leaves a whole array.
//
// With the option timeline=1 alone. A point lacks what threads have not added up yet: Step bytes
// at most for each. What it is made of, by allocator and by size: TimelineGroups.h; by record:
// TimelineChanges.h.
//
// It is of blocks of the heap, or where those are not followed, of objects of arenas. Beside
// blocks, objects are in the distance of points alone.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_TIMELINE_H
#define ALLOCSITE_RUNTIME_LIVE_TIMELINE_H

#include "allocsite/ProfileFormat.h"

namespace allocsite {

/// Constant from start-up on.
extern bool HasTimeline;
/// How many bytes a thread may have that it has not added up; 0 where there is no room for
/// points yet. Any thread.
extern uint64_t TimelineStep;

/// How often arenas were reset, of which each held something. Any thread adds.
extern uint64_t ArenaResets;

/// What a thread has not added up yet. Its own.
struct TimelineThread {
  uint64_t Allocated, Freed;
  uint64_t Objects; ///< Bytes of those that came or went, where the timeline is of blocks.
};

/// By start-up, and in a forked child in which `Bytes` are alive. The child's timeline begins
/// there. Behind startGroups(). Hold RuntimeLock in a child.
void startTimeline(uint64_t Bytes);

/// Is there no room for points yet? Any thread.
bool needsTimeline();
/// Makes it. The thread is on noSlots().
void makeTimeline();

/// Has it as much as is to be added up?
inline bool isPastStep(const TimelineThread &Its) {
  return Its.Allocated + Its.Freed + Its.Objects >=
         __atomic_load_n(&TimelineStep, __ATOMIC_RELAXED);
}
/// It is so. The owner of `Its`.
void lookAtTimeline(TimelineThread &Its);

/// Adds up what a thread has, at the end. Hold RuntimeLock.
void addUpTimeline(TimelineThread &Its);
/// The last point, and null where there is no timeline. Hold RuntimeLock.
const AllocSiteTimeline *endTimeline();

} // namespace allocsite

#endif
