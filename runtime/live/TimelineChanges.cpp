//===- TimelineChanges.cpp - What each record had at points ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TimelineChanges.h"
#include "Platform.h"
#include "Records.h"
#include "State.h"
#include "count/Tables.h"
#include "store/Profile.h"

namespace allocsite {

/// All logs together, in bytes; a quarter of memory= at most, which is there for counters. A
/// thread may have four entries for each of its records beyond that (pieces of them, of 64):
/// where the last point alone is kept it needs one.
static constexpr uint64_t MostBytes = uint64_t(64) << 20;
static constexpr uint64_t EntriesOfRecord = 4;
/// From there on the last point alone is kept.
static constexpr unsigned MostLog2Stride = 10;
static_assert(ALLOCSITE_TIMELINE_POINTS < 1u << MostLog2Stride,
              "no point has such a position");

static constexpr uint64_t CountMask = (UINT64_C(1) << ALLOCSITE_CHANGE_BITS) - 1;

uint64_t LastPointWord;

// Under RuntimeLock.
static uint64_t Taken;   // bytes of all logs
static uint32_t *KeptOf; // by record: where its last entry is that was kept

static AllocSiteTimeline *Timeline; // there is one where there is a point

void startChanges() {
  Taken = 0;
  Timeline = nullptr;
  __atomic_store_n(&LastPointWord, uint64_t(0), __ATOMIC_RELAXED);
}

void beginChanges(AllocSiteTimeline &Of) { Timeline = &Of; }

static unsigned log2Stride() { return static_cast<unsigned>(Timeline->Log2Stride); }
static void setLog2Stride(unsigned To) {
  // Release: entries are dropped after that.
  __atomic_store_n(&Timeline->Log2Stride, uint64_t(To), __ATOMIC_RELEASE);
}

//===----------------------------------------------------------------------===//
// Kept points
//===----------------------------------------------------------------------===//

namespace {
/// The points that entries are kept for.
class KeptPoints {
  LastPoint Last;
  unsigned Log2Stride;

public:
  KeptPoints(const LastPoint &Last, unsigned Log2Stride)
      : Last(Last), Log2Stride(Log2Stride) {}

  /// How many kept points there are up to one, twice, and one more from the last on.
  uint32_t upTo(uint32_t Sequence) const {
    // A point is made at a position of the array, from 1; where every second one is dropped,
    // positions are halved, and it is kept if its own was even (Timeline.cpp).
    constexpr uint32_t All = ALLOCSITE_TIMELINE_POINTS, Half = All / 2;
    const uint32_t MadeAfter = Sequence <= All ? 0 : (Sequence - All - 1) / Half + 1;
    const uint32_t Position = MadeAfter ? Half + (Sequence - All - 1) % Half + 1 : Sequence;
    const uint32_t Shift = Last.Halvings - MadeAfter + Log2Stride;
    return 2 * (Shift < 32 ? Position >> Shift : 0) + (Sequence >= Last.Sequence);
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// The log
//===----------------------------------------------------------------------===//

static uint64_t capacityOf(unsigned Piece) { return ChangesThread::FirstCapacity << Piece; }
static uint64_t bytesOf(unsigned Piece) {
  return sizeof(AllocSiteChanges) + capacityOf(Piece) * sizeof(AllocSiteChange);
}
/// The place of its first entry in the whole log.
static uint64_t firstIn(unsigned Piece) {
  return ChangesThread::FirstCapacity * ((UINT64_C(1) << Piece) - 1);
}

/// The entry at a place of the whole log.
static AllocSiteChange &entryAt(const ChangesThread &Of, uint64_t Place) {
  const unsigned Piece =
      63 - static_cast<unsigned>(__builtin_clzll(Place / ChangesThread::FirstCapacity + 1));
  return entriesOf(*Of.Pieces[Piece])[Place - firstIn(Piece)];
}

static uint32_t recordOf(const AllocSiteChange &Its) {
  return static_cast<uint32_t>(Its.Allocated >> ALLOCSITE_CHANGE_BITS);
}
static uint32_t pointOf(const AllocSiteChange &Its) {
  return static_cast<uint32_t>(Its.Freed >> ALLOCSITE_CHANGE_BITS);
}

/// Both words change one after the other, and an entry with a word of 0 is none.
static void write(AllocSiteChange &To, const AllocSiteChange &From) {
  __atomic_store_n(&To.Allocated, uint64_t(0), __ATOMIC_RELAXED);
  __atomic_store_n(&To.Freed, From.Freed, __ATOMIC_RELEASE);
  __atomic_store_n(&To.Allocated, From.Allocated, __ATOMIC_RELEASE);
}

/// The lesser number of blocks, below the same upper bits.
static void writeLeast(uint64_t &To, uint64_t Number) {
  const uint64_t Less = (To - Number) & CountMask;
  if (Less >> (ALLOCSITE_CHANGE_BITS - 1) == 0)
    __atomic_store_n(&To, (To & ~CountMask) | (Number & CountMask), __ATOMIC_RELAXED);
}

/// Calls Use(piece, number) for each, with those behind Open.
template <typename Function> static void forEachPiece(const ChangesThread &Of, Function Use) {
  for (unsigned I = 0; I < Of.PieceCount; ++I)
    Use(*Of.Pieces[I], I);
}

static uint64_t placesIn(const ChangesThread &Of) { return firstIn(Of.PieceCount); }
static uint64_t usedIn(const ChangesThread &Of) {
  uint64_t Sum = 0;
  forEachPiece(Of, [&](const AllocSiteChanges &Each, unsigned) {
    Sum += Each.Used < Each.Capacity ? Each.Used : Each.Capacity;
  });
  return Sum;
}

namespace {
/// Goes through the entries of a log.
class EntryCursor {
  const ChangesThread &Of;
  unsigned Piece = 0;
  AllocSiteChange *At, *End;

  void open() {
    At = entriesOf(*Of.Pieces[Piece]);
    End = At + Of.Pieces[Piece]->Capacity;
  }

public:
  explicit EntryCursor(const ChangesThread &Of) : Of(Of) { open(); }
  AllocSiteChange &operator*() const { return *At; }
  /// There may be none behind the last.
  void step() {
    if (++At == End && ++Piece < Of.PieceCount)
      open();
  }
};
} // namespace

/// From the front on, kept entries take the places of those before them that are not needed. A
/// kill leaves some twice, and none lost. Hold RuntimeLock; nobody writes to the log.
static void compact(ChangesThread &Its, const KeptPoints &Points) {
  const uint64_t Used = usedIn(Its);
  uint64_t Kept = 0;
  EntryCursor From(Its), To(Its);
  uint32_t Point = 0, UpTo = 0; // many entries are of one point
  for (uint64_t I = 0; I < Used; ++I, From.step()) {
    const uint32_t Record = recordOf(*From);
    if (pointOf(*From) != Point) {
      Point = pointOf(*From);
      UpTo = Point ? Points.upTo(Point) : 0;
    }
    if (!Record || !UpTo)
      continue;
    const uint32_t Before = KeptOf[Record]; // of this log or another one
    if (Before < Kept)
      if (AllocSiteChange &Same = entryAt(Its, Before);
          recordOf(Same) == Record && Points.upTo(pointOf(Same)) == UpTo) {
        writeLeast(Same.Allocated, (*From).Allocated);
        writeLeast(Same.Freed, (*From).Freed);
        continue;
      }
    if (Kept != I)
      write(*To, *From);
    To.step();
    KeptOf[Record] = static_cast<uint32_t>(Kept++);
  }
  // What is taken next must be zeros until it is written.
  forEachPiece(Its, [&](AllocSiteChanges &Each, unsigned Number) {
    const uint64_t First = firstIn(Number), InIt = Kept > First ? Kept - First : 0;
    __atomic_store_n(&Each.Used, InIt < Each.Capacity ? InIt : Each.Capacity,
                     __ATOMIC_RELEASE);
  });
  for (uint64_t I = Kept; I < Used; ++I, To.step()) {
    __atomic_store_n(&(*To).Allocated, uint64_t(0), __ATOMIC_RELAXED);
    __atomic_store_n(&(*To).Freed, uint64_t(0), __ATOMIC_RELAXED);
  }
}

/// One more piece, of as many entries as all before and the first. False if memory is short.
static bool grow(ChangesThread &Its) {
  if (Its.PieceCount == ChangesThread::MostPieces || isOutOfMemory())
    return false;
  const uint64_t Bytes = bytesOf(Its.PieceCount);
  auto *New = static_cast<AllocSiteChanges *>(allocate(ChunkKind::Changes, Bytes).Memory);
  if (!New)
    return false;
  Taken += Bytes;
  New->Capacity = capacityOf(Its.PieceCount);
  // Release: a reader of the file takes it for no piece before that.
  __atomic_store_n(&New->Thread, Its.Number, __ATOMIC_RELEASE);
  Its.Pieces[Its.PieceCount++] = New;
  return true;
}

static uint64_t mostBytes() {
  const uint64_t Part = (uint64_t(options().Memory) << 20) / 4;
  return Part < MostBytes ? Part : MostBytes;
}

static bool mayGrow(const ChangesThread &Its) {
  return Taken + bytesOf(Its.PieceCount) <= mostBytes() ||
         firstIn(Its.PieceCount + 1) <= EntriesOfRecord * Its.Records;
}

/// Compacts the log until half of it is free, or makes it larger.
static void makeHalfFree(ChangesThread &Its) {
  if (!KeptOf)
    KeptOf = static_cast<uint32_t *>(mapSharedPages((Records::Most + 1) * sizeof(uint32_t)));
  if (!KeptOf) {
    grow(Its);
    return;
  }
  for (;;) {
    const LastPoint Last = lastPoint();
    // Where no point has gone since, and all are kept, all entries are needed.
    if (log2Stride() || Last.Halvings != Its.CompactedAt)
      compact(Its, {Last, log2Stride()});
    Its.CompactedAt = Last.Halvings;
    if (usedIn(Its) <= placesIn(Its) / 2 || (mayGrow(Its) && grow(Its)) ||
        log2Stride() == MostLog2Stride)
      return;
    setLog2Stride(log2Stride() + 1);
  }
}

void makeRoomForChange(ChangesThread &Its) {
  // A handler has forked in the middle of an operation: what it began belongs to the parent.
  if (Its.Generation != __atomic_load_n(&Generation, __ATOMIC_RELAXED))
    return;
  LockGuard Guard;
  auto isFull = [&](unsigned Piece) {
    return Its.Pieces[Piece]->Used >= Its.Pieces[Piece]->Capacity;
  };
  auto openNext = [&] {
    while (Its.OpenNumber < Its.PieceCount && isFull(Its.OpenNumber))
      ++Its.OpenNumber;
    if (Its.OpenNumber < Its.PieceCount)
      __atomic_store_n(&Its.Open, Its.Pieces[Its.OpenNumber], __ATOMIC_RELAXED);
    return Its.OpenNumber < Its.PieceCount;
  };
  if (openNext())
    return;
  // A handler that has jumped away leaves Writing at 1 for good: the limit holds there too.
  if (!Its.PieceCount || (Its.Writing > 1 && mayGrow(Its)))
    grow(Its);
  else if (Its.Writing <= 1)
    makeHalfFree(Its);
  Its.OpenNumber = 0;
  openNext();
}

void loseChange(const ChangesThread &Its) {
  if (Its.Generation == __atomic_load_n(&Generation, __ATOMIC_RELAXED))
    __atomic_store_n(&Timeline->LacksChanges, uint64_t(1), __ATOMIC_RELAXED);
}

} // namespace allocsite
