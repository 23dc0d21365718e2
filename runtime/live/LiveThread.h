//===- LiveThread.h - What one thread does with blocks ----------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   thread's table ──Live──▶ LiveThread
//                              Slots[2^12] tag ──▶ record  a hit reads them
//                              Pieces[record / 64] ──────▶ AllocSiteThreadRecords in the
//                                                          profile: a hit counts there
//                              Net, Limit, Low             towards the peak (Peak.h)
//
// One thread at a time counts in it, its signal handlers included: each counter grows by one
// instruction. What is slower is done while the thread is on noSlots(), so that a handler
// has a table and a LiveThread of its own meanwhile. Others read while the owner writes.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_LIVETHREAD_H
#define ALLOCSITE_RUNTIME_LIVE_LIVETHREAD_H

#include "BlockGenerations.h"
#include "PassedBlocks.h"
#include "Peak.h"
#include "Records.h"
#include "Timeline.h"
#include "TimelineChanges.h"
#include "TimelineGroups.h"
#include "arch/Machine.h"
#include "count/TableLayout.h"

namespace allocsite {

struct Arena; // ArenaSet.h

/// The record of a tag. A handler that comes between two reads may put in another tag with
/// its record: what is kept is the one xor the other, so that two halves that do not belong
/// together have no tag at all (Hyatt and Mann, "A lock-less transposition table
/// implementation for parallel search chess engines", 2002).
class LiveSlot {
  uint64_t Check;
  uint64_t Record;

public:
  /// 0 where it is another tag's, or nobody's.
  uint32_t recordOf(uint64_t Tag) const {
    const uint64_t Its = __atomic_load_n(&Record, __ATOMIC_RELAXED);
    return (__atomic_load_n(&Check, __ATOMIC_RELAXED) ^ Its) == Tag
               ? static_cast<uint32_t>(Its)
               : 0;
  }
  void set(uint64_t Tag, uint32_t Its) {
    __atomic_store_n(&Record, Its, __ATOMIC_RELAXED);
    __atomic_store_n(&Check, Tag ^ Its, __ATOMIC_RELAXED);
  }
  /// Any thread: what is in between says 0 as well.
  void forget() {
    __atomic_store_n(&Record, uint64_t(0), __ATOMIC_RELAXED);
    __atomic_store_n(&Check, uint64_t(0), __ATOMIC_RELAXED);
  }
};

/// What the usual object of a tag in an arena needs. As in LiveSlot, Check is an xor of all else and the
/// tag, so that words that do not belong together have no tag.
struct ObjectSlot {
  uint64_t Check;
  Arena *In; ///< Which may not live any more, or elsewhere.
  AllocSiteThreadRecord *Of;
  uintptr_t Held; ///< An ObjectCell's address; or the record's number << 1 | 1: the journal's.

  static uint64_t checkOf(uint64_t Tag, const Arena *In, const AllocSiteThreadRecord *Of,
                          uintptr_t Held) {
    return Tag ^ reinterpret_cast<uintptr_t>(In) ^ reinterpret_cast<uintptr_t>(Of) ^ Held;
  }
};

struct LiveThread : ThreadPart, PeakThread {
  static constexpr unsigned Log2Slots = 12, Log2Objects = 10;
  static constexpr uint32_t MostPieces = Records::Most / ALLOCSITE_LIVE_RECORDS;

  const void *Last;  ///< The block allocated last: freed next, it was a temporary one.
  uint64_t LastSize; ///< With sample=, where it may not be followed: its bytes.

  // A reallocation that the next count of Resized belongs to.
  const void *Resized;
  uint64_t ResizedFrom; ///< Bytes of the old block.
  bool HasMoved, HasCopied;
  bool WasOwnMapping;   ///< The block that take() has taken last.
  const void *Resizing; ///< The old block of a resize that is no `realloc`.

  Arena *Guessed;         ///< That nobody was seen to make, with no event of the thread since.
  uint32_t GuessedLife;   ///< Of that arena.
  const void *MovedArena; ///< Where an object was that others hang on, and is reallocated.
  Arena *ResizedIn;       ///< Where an object is reallocated; the new one is in it, too.
  uint32_t ResizedLife;   ///< Of that arena.

  uint64_t Unseen;    ///< Blocks whose address came again though nobody had freed them.
  uint64_t HandedOn;  ///< Blocks that an allocator took from another one and handed out.
  uint64_t Foreign;   ///< Freed, but never counted: allocated by others, or before.
  uint64_t Untracked; ///< Counted as calls alone, since a record had no room.

  SamplePoints Points;       ///< sample=
  SamplePoints ObjectPoints; ///< probes=otel: on the objects of arenas

  TimelineThread Timeline;
  ChangesThread Changes; ///< timeline=1

  LiveThread *NextAll;
  uint32_t Generation; ///< Of the process.
  AllocSiteThreadRecords *Pieces[MostPieces];
  LiveSlot Slots[1 << Log2Slots];
  ObjectSlot Objects[1 << Log2Objects];
  AllocSiteThreadLifetimes *Lifetimes[MostPieces]; ///< lifetimes=1
  GroupsThread Groups;                             ///< timeline=1

  LiveSlot &slotOf(uint64_t Tag) { return Slots[Tag >> (64 - Log2Slots)]; }
  ObjectSlot &objectSlotOf(uint64_t Tag, const void *Address) {
    const uint64_t Mixed = Tag ^ reinterpret_cast<uintptr_t>(Address) * ALLOCSITE_SITE_FACTOR;
    return Objects[Mixed >> (64 - Log2Objects)];
  }

  /// As rememberRecord(): `New` is what belongs into a slot.
  void rememberObject(ObjectSlot &To, const ObjectSlot &New, uint32_t OfGeneration) {
    To = New;
    if (!HasBlockGenerations)
      return;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (blockGeneration() != OfGeneration)
      __atomic_store_n(&To.In, nullptr, __ATOMIC_RELAXED);
  }

  /// Puts in a record of that generation, unless that is over. The owner.
  void rememberRecord(uint64_t Tag, uint32_t Its, uint32_t OfGeneration) {
    // Release: whoever finds the record in the shadow, where this thread writes it from here on,
    // sees its key.
    __atomic_thread_fence(__ATOMIC_RELEASE);
    slotOf(Tag).set(Tag, Its);
    if (!HasBlockGenerations)
      return;
    // Sequentially consistent: see beginBlockGeneration().
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (blockGeneration() != OfGeneration)
      slotOf(Tag).forget();
  }

  /// Null where this thread has none yet: see makeRecord().
  AllocSiteThreadRecord *record(uint32_t Number) {
    AllocSiteThreadRecords *In = Pieces[(Number - 1) / ALLOCSITE_LIVE_RECORDS];
    return __builtin_expect(!In, false) ? nullptr
                                        : &In->Records[(Number - 1) % ALLOCSITE_LIVE_RECORDS];
  }

  /// Null where this thread has none yet: see makeLifetime().
  AllocSiteThreadLifetime *lifetime(uint32_t Number) {
    AllocSiteThreadLifetimes *In = Lifetimes[(Number - 1) / ALLOCSITE_LIVE_RECORDS];
    return __builtin_expect(!In, false)
               ? nullptr
               : &In->Lifetimes[(Number - 1) % ALLOCSITE_LIVE_RECORDS];
  }
};

/// The calling thread's, made if there is none, and the thread is on its table then. Null
/// where nothing is counted, and if memory is short. Any thread, signal handlers
/// included; the thread must be on a table, or on noSlots().
LiveThread *acquireLive();

/// Room for its record of that number. Null if memory is short. The owner alone.
AllocSiteThreadRecord *makeRecord(LiveThread &Of, uint32_t Number);
AllocSiteThreadLifetime *makeLifetime(LiveThread &Of, uint32_t Number);

/// All of this process, by NextAll. Hold RuntimeLock.
LiveThread *allLive();
/// Empties the slots of all of them: what comes next of each key asks for its record. Hold
/// RuntimeLock.
void forgetRecords();
/// One that no thread has: what was counted up to the last reset is below 0 in it, so that sums
/// over all leave that out. Made if there is none; null if memory is short. Hold RuntimeLock.
LiveThread *forgottenLive();
/// In a forked child. Hold RuntimeLock.
void dropLive();

} // namespace allocsite

#endif
