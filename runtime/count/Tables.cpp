//===- Tables.cpp - Gives tables to threads and reads them ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Tables.h"
#include "Moves.h"
#include "Pause.h"
#include "Platform.h"
#include "Stacks.h"
#include "State.h"
#include "store/Profile.h"
#include "store/RunFacts.h"

#include <pthread.h>

namespace allocsite {

uint32_t Generation;
void (*AtFirstTable)();

// All under RuntimeLock.
static ThreadTable *All;
// By size: 2^6 slots, 2^9, 2^12, 2^15 and 2^18.
constexpr unsigned Sizes = 5;
constexpr unsigned FirstLog2Slots = 6;
constexpr unsigned Log2Growth = 3;
static_assert(FirstLog2Slots + (Sizes - 1) * Log2Growth == ALLOCSITE_MOST_LOG2_SLOTS);
static ThreadTable *Free[Sizes];
static ThreadPart *FreeParts;
static uint64_t Made;
static bool MustRenew; // the profile was removed, and nothing was counted since

static pthread_key_t EndOfThread;
static bool HasKey;
// Not null in a thread that has had a table: it may take another one at its end.
static pthread_key_t HasCounted;
// glibc takes the values of all keys away where a thread ends, and asks again for those set since:
// this one stays for two of the four rounds. In the last one a sanitizer has ended the thread.
static char Rounds[3];
static void stayCounted(void *Is) {
  char *Next = static_cast<char *>(Is) + 1;
  if (Next != Rounds + sizeof(Rounds))
    pthread_setspecific(HasCounted, Next);
}

static size_t slotCountOf(unsigned Size) {
  return size_t(1) << (FirstLog2Slots + Size * Log2Growth);
}

static unsigned sizeOf(const ThreadTable &Table) {
  unsigned Size = 0;
  while (slotCountOf(Size) < Table.slotCount())
    ++Size;
  return Size;
}

/// Puts a table on the free list of its size. False if its thread keeps it (Threads.cpp).
static bool putOnFreeList(ThreadTable *Table) {
  if (Table->own().Generation != Generation)
    return true;
  Table->own().HasThread = 0;
  Table->own().Scopes = 0;
  Table->own().Apart = 0;
  Table->own().IsInHook = 0;
  Table->own().NoAlloc = 0;
  if (ThreadPart *Part = Table->own().Live) {
    Table->own().Live = nullptr;
    Part->NextFree = FreeParts;
    FreeParts = Part;
  }
  if (keepsTable(*Table))
    return false;
  ThreadTable *&List = Free[sizeOf(*Table)];
  Table->own().NextFree = List;
  // Relaxed: acquireTable only tests it for null before it takes the lock.
  __atomic_store_n(&List, Table, __ATOMIC_RELAXED);
  return true;
}

/// Null if there is none.
static ThreadTable *takeFromFreeList(unsigned Size) {
  ThreadTable *Table = Free[Size];
  if (!Table)
    return nullptr;
  __atomic_store_n(&Free[Size], Table->own().NextFree, __ATOMIC_RELAXED);
  finishMove(*Table);
  return Table;
}

ThreadPart *takeFreePart() {
  ThreadPart *Part = FreeParts;
  if (Part)
    FreeParts = Part->NextFree;
  return Part;
}

// Relaxed exchange: only handlers on this very thread add to the list.
static ThreadTable *takeNested(ThreadTable &Table) {
  return __atomic_exchange_n(&Table.own().Nested, nullptr, __ATOMIC_RELAXED);
}

void releaseNested(ThreadTable &Table) {
  LockGuard Guard;
  for (ThreadTable *Each = takeNested(Table); Each;) {
    ThreadTable *Next = Each->own().NextFree;
    putOnFreeList(Each);
    Each = Next;
  }
}

// Runs at the end of a thread, after its C++ destructors. Destructors of other keys may still
// allocate: the thread then takes another table, so that this destructor is called again.
static void endThread(void *Value) {
  ThreadTable *Table = static_cast<ThreadTable *>(Value);
  __atomic_store_n(&ALLOCSITE_SYM_THREAD.Slots, noSlots(), __ATOMIC_RELAXED);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  if (!isOwnProcess())
    return; // the table is the parent's
  LockGuard Guard;
  for (bool IsKept = false; Table;) {
    ThreadTable *Outgrown = Table->own().Outgrown;
    Table->own().Detached = 0;
    releaseNested(*Table);
    IsKept = IsKept || !putOnFreeList(Table);
    Table = Outgrown;
  }
}

bool startTables() {
  HasKey = pthread_key_create(&EndOfThread, endThread) == 0 &&
           pthread_key_create(&HasCounted, stayCounted) == 0;
  return HasKey;
}

/// Resets a table for its next thread.
static void prepare(ThreadTable &Table, ThreadTable *Outgrown) {
  TableOwn &Own = Table.own();
  Own.Outgrown = Outgrown;
  Own.Pressure = 0;
}

/// Makes the table that of the calling thread. Hold RuntimeLock.
static void giveToThread(ThreadTable &Table) {
  Table.own().Thread = &ALLOCSITE_SYM_THREAD;
  Table.own().HasThread = 1;
}

static ThreadTable *makeTable(unsigned Size) {
  size_t Bytes = ThreadTable::bytes(slotCountOf(Size), true);
  Piece Got =
      Size ? allocateSpare(ChunkKind::Tables, Bytes) : allocate(ChunkKind::Tables, Bytes);
  ThreadTable *Table = static_cast<ThreadTable *>(Got.Memory);
  if (!Table)
    return nullptr;
  Table->own().Generation = Generation;
  Table->own().Counts = 1;
  Table->own().NextAll = All;
  // Relaxed: before this store a reader of the file sees no table, afterwards one without
  // counts.
  __atomic_store_n(&Table->SlotMask, (slotCountOf(Size) - 1) * sizeof(AllocSiteSlot),
                   __ATOMIC_RELAXED);
  All = Table;
  ++Made;
  return Table;
}

ThreadTable *makeStrayTable() {
  size_t SlotCount = slotCountOf(0);
  ThreadTable *Table =
      static_cast<ThreadTable *>(mapSharedPages(ThreadTable::bytes(SlotCount, false)));
  if (!Table)
    return nullptr;
  Table->own().Generation = Generation;
  Table->SlotMask = (SlotCount - 1) * sizeof(AllocSiteSlot);
  return Table;
}

void detachThread() {
  if (!HasKey)
    return;
  AllocSiteSlot *&Slots = ALLOCSITE_SYM_THREAD.Slots;
  ThreadTable *Mine = static_cast<ThreadTable *>(pthread_getspecific(EndOfThread));
  // This is a handler within a miss, which will go on to count in the table: leave it.
  if (Mine && !Mine->own().Detached && direct(Slots) != Mine->slots())
    return;
  if (Mine)
    Mine->own().Detached = 1;
  __atomic_store_n(&Slots, noSlots(), __ATOMIC_RELAXED);
  __atomic_store_n(&MustRenew, true, __ATOMIC_RELAXED);
}

static void renewIfDue() {
  // Under the lock.
  if (!MustRenew)
    return;
  __atomic_store_n(&MustRenew, false, __ATOMIC_RELAXED);
  renewProfile();
}

ThreadTable *acquireTable() {
  KeepErrno Keep;
  if (!ensureStarted())
    return nullptr;
  void *Outer = HasKey ? pthread_getspecific(EndOfThread) : nullptr;
  if (Outer && static_cast<ThreadTable *>(Outer)->own().Detached) {
    LockGuard Guard;
    renewIfDue();
    static_cast<ThreadTable *>(Outer)->own().Detached = 0;
    return static_cast<ThreadTable *>(Outer);
  }
  // Relaxed: a thread that misses a change asks again at its next allocation.
  if (isOutOfMemory() && !__atomic_load_n(&Free[0], __ATOMIC_RELAXED) &&
      !__atomic_load_n(&MustRenew, __ATOMIC_RELAXED))
    return nullptr;
  ThreadTable *Table;
  {
    LockGuard Guard;
    renewIfDue();
    Table = takeFromFreeList(0);
    if (!Table && !isOutOfMemory()) {
      Table = makeTable(0);
      if (!Table)
        sayOutOfMemory();
    }
    if (!Table)
      return nullptr;
    prepare(*Table, nullptr);
    if (!Outer) {
      giveToThread(*Table);
      if (!HasKey || !pthread_getspecific(HasCounted)) {
        if (HasKey)
          pthread_setspecific(HasCounted, Rounds);
        noteThreadOfRun();
      }
    }
    noteTable(*Table, static_cast<const ThreadTable *>(Outer));
  }
  if (!HasKey)
    return Table;
  if (!Outer) {
    pthread_setspecific(EndOfThread, Table);
    // Relaxed: set before there is a second thread.
    if (__builtin_expect(AtFirstTable != nullptr, false))
      if (auto *Call = __atomic_exchange_n(&AtFirstTable, nullptr, __ATOMIC_RELAXED))
        Call();
    return Table;
  }
  // This is a signal handler inside a miss of the same thread. Compare and swap, because
  // another handler may do the same at any instruction.
  ThreadTable *Parent = static_cast<ThreadTable *>(Outer);
  ThreadTable **Nested = &Parent->own().Nested;
  ThreadTable **Next = &Table->own().NextFree;
  *Next = __atomic_load_n(Nested, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(Nested, Next, Table, true, __ATOMIC_RELAXED,
                                      __ATOMIC_RELAXED)) {
  }
  return Table;
}

void outgrow(ThreadTable &Table) {
  KeepErrno Keep;
  TableOwn &Own = Table.own();
  Own.Pressure = 0; // if it cannot grow now, try again later
  // A table that a handler took within a miss is for a few allocations only.
  if (!HasKey || pthread_getspecific(EndOfThread) != &Table)
    return;
  if (sizeOf(Table) + 1 == Sizes)
    return;
  // While the lock is held no handler allocates, forks or jumps away. A handler may have grown
  // the table before that.
  if (!RuntimeLock.tryAcquire())
    return;
  if (pthread_getspecific(EndOfThread) == &Table) {
    unsigned Size = sizeOf(Table) + 1;
    ThreadTable *New = takeFromFreeList(Size);
    if (!New)
      New = makeTable(Size);
    if (New) {
      prepare(*New, &Table);
      New->own().Live = Own.Live;
      Own.Live = nullptr;
      New->own().Scopes = Own.Scopes;
      New->own().Apart = Own.Apart;
      New->own().IsInHook = Own.IsInHook;
      New->own().NoAlloc = Own.NoAlloc;
      Own.HasThread = 0;
      giveToThread(*New);
      noteGrown(Table, *New);
      pthread_setspecific(EndOfThread, New);
      attach(*New);
    }
  }
  RuntimeLock.release();
}

ThreadTable *nextInUse(ThreadTable *Before) {
  ThreadTable *Next = Before ? Before->own().NextAll : All;
  while (Next && !Next->own().HasThread)
    Next = Next->own().NextAll;
  return Next;
}

ThreadTable *ownTable() {
  AllocSiteSlot *Slots = direct(ALLOCSITE_SYM_THREAD.Slots);
  if (Slots != noSlots())
    return ThreadTable::of(Slots)->own().HasThread ? ThreadTable::of(Slots) : nullptr;
  // Inside a miss the thread has a table but is detached from it.
  auto *Mine = static_cast<ThreadTable *>(HasKey ? pthread_getspecific(EndOfThread) : nullptr);
  if ((Mine && !Mine->own().Detached) || !isOwnProcess())
    return nullptr;
  ThreadTable *Table = acquireTable();
  if (Table)
    attach(*Table);
  return Table;
}

//===----------------------------------------------------------------------===//
// Reading all counters
//===----------------------------------------------------------------------===//

// Relaxed: the owner may be writing. Sequence tells whether several words are consistent.
static uint64_t load(const uint64_t &From) { return __atomic_load_n(&From, __ATOMIC_RELAXED); }

static AllocSiteOther loadOther(const AllocSiteOther &From) {
  // Acquire, and first: see countOther().
  const uint64_t Calls = __atomic_load_n(&From.Calls, __ATOMIC_ACQUIRE);
  return {load(From.Site), Calls, load(From.Bytes)};
}

namespace {
/// A move in progress, as noteMove has recorded it.
struct Moving {
  uint64_t Slot = 0, To = ALLOCSITE_MOVE_NOWHERE, At = 0, Count = 0, Bytes = 0;
};

/// The pages of the last snapshot, kept for the next: a server may ask for sums at each
/// request. Under RuntimeLock.
struct SnapshotRoom {
  static constexpr size_t Most = size_t(1) << 20;
  static inline char *Pages;
  static inline size_t Bytes;
};

/// A copy of one table, taken while its owner may be running.
struct Snapshot {
  char *Pages = SnapshotRoom::Pages;
  size_t Bytes = SnapshotRoom::Bytes;
  CounterEntry *Entries = nullptr;
  uint64_t Count = 0;
  AllocSiteOther Others[ALLOCSITE_OTHERS];

  // Takes the kept pages, so that a visitor that starts another visit gets others.
  Snapshot() {
    SnapshotRoom::Pages = nullptr;
    SnapshotRoom::Bytes = 0;
  }
  Snapshot(const Snapshot &) = delete;
  ~Snapshot() {
    if (Bytes > SnapshotRoom::Most || SnapshotRoom::Pages) {
      unmapPages(Pages, Bytes);
      return;
    }
    SnapshotRoom::Pages = Pages;
    SnapshotRoom::Bytes = Bytes;
  }

  bool reserve(uint64_t Wanted) {
    constexpr size_t Step = 4096;
    size_t Needed = (Wanted * sizeof(CounterEntry) + Step - 1) & ~(Step - 1);
    if (Needed > Bytes) {
      unmapPages(Pages, Bytes);
      Pages = static_cast<char *>(mapPages(Needed));
      Bytes = Pages ? Needed : 0;
    }
    Entries = reinterpret_cast<CounterEntry *>(Pages);
    return Pages != nullptr;
  }
  void copy(const CounterKey &Key, uint64_t Value) {
    if (Value)
      Entries[Count++] = {{load(Key.Context), load(Key.Site), load(Key.Size)}, Value};
  }
};
} // namespace

static Moving loadMove(const ThreadTable &Table) {
  Moving Move;
  Move.Slot = load(Table.MoveSlot);
  Move.To = load(Table.MoveTo);
  Move.At = load(Table.MoveAt);
  Move.Count = load(Table.MoveCount);
  Move.Bytes = load(Table.MoveBytes);
  return Move;
}

static bool takeSnapshot(ThreadTable &Table, Snapshot &Copy) {
  const size_t SlotCount = Table.slotCount();
  // If the owner misses all the time, or a handler jumped out of a miss, accept the snapshot
  // after eight tries, with the move in progress.
  for (int Try = 0; Try < 8; ++Try) {
    const uint64_t Before = sequenceOf(Table);
    CounterTable *Counters = __atomic_load_n(&Table.own().Counters, __ATOMIC_ACQUIRE);
    uint64_t Capacity = Counters ? uint64_t(1) << Counters->Log2Capacity : 0;
    if (!Copy.reserve(Capacity + SlotCount))
      return false;
    Copy.Count = 0;
    const Moving Move = Before & 1 ? loadMove(Table) : Moving();
    bool ToCounter =
        Move.To == ALLOCSITE_MOVE_TO_COUNTER || Move.To == ALLOCSITE_MOVE_TO_MEMORY;
    for (uint64_t I = 0; I < Capacity; ++I) {
      CounterEntry &Entry = Counters->entries()[I];
      Copy.copy(Entry.Key, ToCounter && I == Move.At ? Move.Count : load(Entry.Calls));
    }
    for (size_t I = 0; I < SlotCount; ++I)
      if (!(Before & 1) || I != Move.Slot)
        Copy.copy(Table.keys()[I], load(Table.slots()[I].Count));
    for (unsigned I = 0; I < ALLOCSITE_OTHERS; ++I) {
      Copy.Others[I] = loadOther(Table.others()[I]);
      if (Move.To == ALLOCSITE_MOVE_TO_OTHER && I == Move.At) {
        Copy.Others[I].Calls = Move.Count;
        Copy.Others[I].Bytes = Move.Bytes;
      }
    }
    if (isStill(Table, Before))
      break;
  }
  return true;
}

static bool visitOthers(const CounterVisitor &Visitor, const AllocSiteOther *Others) {
  for (unsigned I = 0; I < ALLOCSITE_OTHERS; ++I) {
    AllocSiteOther Other = loadOther(Others[I]);
    if (Other.Calls && !Visitor.Other(Visitor.Closure, Other))
      return false;
  }
  return true;
}

static bool visitTable(ThreadTable &Table, Snapshot &Copy, const CounterVisitor &Visitor) {
  bool Fine = takeSnapshot(Table, Copy);
  for (uint64_t I = 0; Fine && I < Copy.Count; ++I)
    Fine = Visitor.Counter(Visitor.Closure, Copy.Entries[I].Key, tallyOf(Copy.Entries[I]));
  return Fine && visitOthers(Visitor, Copy.Others);
}

bool visitCounters(ThreadTable &Of, const CounterVisitor &Visitor) {
  Snapshot Copy;
  bool Fine = true;
  for (ThreadTable *Table = &Of; Table && Fine; Table = Table->own().Outgrown)
    Fine = visitTable(*Table, Copy, Visitor);
  return Fine;
}

bool visitCounters(const CounterVisitor &Visitor) {
  Snapshot Copy;
  bool Fine = true;
  for (ThreadTable *Table = All; Table && Fine; Table = Table->own().NextAll)
    Fine = !Table->own().Counts || visitTable(*Table, Copy, Visitor);
  for (unsigned I = 0; Fine && I < SharedOthers; ++I)
    if (const AllocSiteOther *Others = sharedOthers(I))
      Fine = visitOthers(Visitor, Others);
  return Fine;
}

uint64_t tableCount() { return Made; }

void dropTables() {
  // Relaxed: a forked child has one thread.
  __atomic_store_n(&Generation, Generation + 1, __ATOMIC_RELAXED);
  __atomic_store_n(&ALLOCSITE_SYM_THREAD.Slots, noSlots(), __ATOMIC_RELAXED);
  if (HasKey)
    pthread_setspecific(EndOfThread, nullptr);
  if (HasKey)
    pthread_setspecific(HasCounted, nullptr);
  All = nullptr;
  for (ThreadTable *&List : Free)
    List = nullptr;
  FreeParts = nullptr;
  dropThreads();
  Made = 0;
  __atomic_store_n(&MustRenew, false, __ATOMIC_RELAXED);
  dropCounters();
  dropStacks();
  abandonProfile();
}

} // namespace allocsite
