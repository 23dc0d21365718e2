//===- Tables.cpp - Tables come, grow and are handed on -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Tables.h"
#include "Message.h"
#include "Platform.h"
#include "Start.h"

#include <pthread.h>

namespace allocsite {

uint32_t Generation;

// All under RuntimeLock.
static ThreadTable *All;
// By size: 2^6 slots, 2^9, 2^12, 2^15 and 2^18.
constexpr unsigned Sizes = 5;
constexpr unsigned FirstLog2Slots = 6;
constexpr unsigned Log2Growth = 3;
static_assert(FirstLog2Slots + (Sizes - 1) * Log2Growth ==
              ALLOCSITE_MOST_LOG2_SLOTS);
static ThreadTable *Free[Sizes];
struct FreeTable {
  CounterTable *First;
};
static FreeTable FreeCounters[48]; // by Log2Capacity
static uint64_t Made;
static bool SaidNoMemory;
static bool MustRenew; // nobody has counted since the profile was removed

static pthread_key_t EndOfThread;
static bool HasKey;

// Once memory was refused, nobody asks again: a failing mmap on every miss would
// slow the program down. Relaxed: it is a hint, and the lock is taken anyway.
static bool isOutOfMemory() {
  return __atomic_load_n(&SaidNoMemory, __ATOMIC_RELAXED);
}

static void sayNoMemory() {
  if (isOutOfMemory())
    return;
  __atomic_store_n(&SaidNoMemory, true, __ATOMIC_RELAXED);
  if (isLimitReached())
    Message(Importance::Normal)
        .add("allocsite: warning: the counters fill memory=")
        .number(uint64_t(options().Memory))
        .add(" MiB; what is new from here on is counted in rows (other)");
  else
    Message(Importance::Error)
        .add("heap profiler: no memory for counters; what is new from here on"
             " is counted in rows (other)");
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

static void putOnFreeList(ThreadTable *Table) {
  if (Table->own().Generation != Generation)
    return;
  ThreadTable *&List = Free[sizeOf(*Table)];
  Table->own().NextFree = List;
  // Relaxed: acquireTable looks whether there is one before it takes the lock.
  __atomic_store_n(&List, Table, __ATOMIC_RELAXED);
}

static void finishMove(ThreadTable &Table);

/// Null where there is none.
static ThreadTable *takeFromFreeList(unsigned Size) {
  ThreadTable *Table = Free[Size];
  if (!Table)
    return nullptr;
  __atomic_store_n(&Free[Size], Table->own().NextFree, __ATOMIC_RELAXED);
  finishMove(*Table);
  return Table;
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

// The end of a thread, after its C++ destructors. Destructors of other keys may
// still allocate: they find no table, take one, and are so called again.
static void endThread(void *Value) {
  ThreadTable *Table = static_cast<ThreadTable *>(Value);
  __atomic_store_n(&__allocsite_thread_v3.Slots, noSlots(), __ATOMIC_RELAXED);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  if (!isOwnProcess())
    return; // the table is the parent's
  LockGuard Guard;
  while (Table) {
    ThreadTable *Outgrown = Table->own().Outgrown;
    Table->own().Detached = 0;
    releaseNested(*Table);
    putOnFreeList(Table);
    Table = Outgrown;
  }
}

bool startTables() {
  HasKey = pthread_key_create(&EndOfThread, endThread) == 0;
  return HasKey;
}

/// As a thread is to find it, whoever had it before.
static void prepare(ThreadTable &Table, ThreadTable *Outgrown) {
  TableOwn &Own = Table.own();
  Own.Outgrown = Outgrown;
  Own.Pressure = 0;
  // Some two evictions a slot of entries that have counted little.
  Own.MostPressure =
      sizeOf(Table) + 1 < Sizes ? uint32_t(Table.slotCount() * 32) : UINT32_MAX;
}

static ThreadTable *makeTable(unsigned Size, bool Counting) {
  ChunkKind Kind = Counting ? ChunkKind::Tables : ChunkKind::Uncounted;
  size_t Bytes = ThreadTable::bytes(slotCountOf(Size), Counting);
  Piece Got = Size ? allocateSpare(Kind, Bytes) : allocate(Kind, Bytes);
  ThreadTable *Table = static_cast<ThreadTable *>(Got.Memory);
  if (!Table)
    return nullptr;
  Table->own().Generation = Generation;
  Table->own().Counts = Counting;
  Table->own().NextAll = All;
  // Relaxed: a reader of the file takes it for no table before that, and for one
  // that has counted nothing from then on.
  __atomic_store_n(&Table->SlotMask,
                   (slotCountOf(Size) - 1) * sizeof(AllocSiteSlot),
                   __ATOMIC_RELAXED);
  All = Table;
  ++Made;
  return Table;
}

ThreadTable *makeStrayTable() {
  size_t SlotCount = slotCountOf(0);
  size_t Bytes = (ThreadTable::bytes(SlotCount, false) + 4095) & ~size_t(4095);
  ThreadTable *Table = static_cast<ThreadTable *>(mapSharedPages(Bytes));
  if (!Table)
    return nullptr;
  Table->own().Generation = Generation;
  Table->SlotMask = (SlotCount - 1) * sizeof(AllocSiteSlot);
  Table->own().MostPressure = UINT32_MAX;
  return Table;
}

void detachThread() {
  if (!HasKey)
    return;
  AllocSiteSlot *&Slots = __allocsite_thread_v3.Slots;
  ThreadTable *Mine =
      static_cast<ThreadTable *>(pthread_getspecific(EndOfThread));
  // A handler in the middle of a miss: the thread will count without asking.
  if (Mine && !Mine->own().Detached && Slots != Mine->slots())
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
  // Relaxed: a thread that sees neither asks again at its next allocation.
  if (isOutOfMemory() && !__atomic_load_n(&Free[0], __ATOMIC_RELAXED) &&
      !__atomic_load_n(&MustRenew, __ATOMIC_RELAXED))
    return nullptr;
  ThreadTable *Table;
  {
    LockGuard Guard;
    renewIfDue();
    Table = takeFromFreeList(0);
    if (!Table && !isOutOfMemory()) {
      Table = makeTable(0, isCounting());
      if (!Table)
        sayNoMemory();
    }
    if (!Table)
      return nullptr;
    prepare(*Table, nullptr);
  }
  if (!HasKey)
    return Table;
  if (!Outer) {
    pthread_setspecific(EndOfThread, Table);
    return Table;
  }
  // This is a signal handler inside a miss of the same thread. Compare and swap
  // because a further handler may do the same at any instruction.
  ThreadTable *Parent = static_cast<ThreadTable *>(Outer);
  ThreadTable **Nested = &Parent->own().Nested;
  ThreadTable **Next = &Table->own().NextFree;
  *Next = __atomic_load_n(Nested, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(Nested, Next, Table, true,
                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
  return Table;
}

void outgrow(ThreadTable &Table) {
  KeepErrno Keep;
  TableOwn &Own = Table.own();
  Own.Pressure = 0; // where it cannot be now, it may be later
  // What a handler took within a miss is for a few allocations.
  if (!HasKey || pthread_getspecific(EndOfThread) != &Table)
    return;
  // Behind the lock's shield no handler allocates, forks or jumps away; one may have
  // been quicker.
  if (!RuntimeLock.tryAcquire())
    return;
  if (pthread_getspecific(EndOfThread) == &Table) {
    unsigned Size = sizeOf(Table) + 1;
    ThreadTable *New = takeFromFreeList(Size);
    if (!New)
      New = makeTable(Size, Own.Counts);
    if (New) {
      prepare(*New, &Table);
      pthread_setspecific(EndOfThread, New);
      __atomic_store_n(&__allocsite_thread_v3.Slots, New->slots(),
                       __ATOMIC_RELAXED);
    } else {
      Own.MostPressure = UINT32_MAX;
    }
  }
  RuntimeLock.release();
}

//===----------------------------------------------------------------------===//
// The hash table of a thread
//===----------------------------------------------------------------------===//

constexpr uint64_t FirstLog2Capacity = 7;

static uint64_t hashKey(const CounterKey &Key) {
  return hashWord(hashWord(Key.Context * ALLOCSITE_CONTEXT_FACTOR, Key.Site),
                  Key.Size);
}

static bool isSame(const CounterKey &A, const CounterKey &B) {
  return A.Context == B.Context && A.Site == B.Site && A.Size == B.Size;
}

/// The entry of Key, or the free one where it belongs.
static CounterEntry *lookUp(CounterTable &Table, const CounterKey &Key) {
  CounterEntry *Entries = Table.entries();
  uint64_t Mask = (uint64_t(1) << Table.Log2Capacity) - 1;
  uint64_t At = hashKey(Key) & Mask;
  while (Entries[At].Count && !isSame(Entries[At].Key, Key))
    At = (At + 1) & Mask;
  return &Entries[At];
}

static CounterTable *makeCounters(uint64_t Log2Capacity, uint64_t &At) {
  // A free list holds tables of the file alone, and each knows its offset.
  FreeTable &List = FreeCounters[Log2Capacity];
  CounterTable *New = List.First;
  if (New) {
    At = New->Reserved;
    List.First = New->next();
    clearWords(New, CounterTable::bytes(Log2Capacity));
  } else {
    Piece Got =
        allocate(ChunkKind::Counters, CounterTable::bytes(Log2Capacity));
    if (!Got.Memory)
      return nullptr;
    New = static_cast<CounterTable *>(Got.Memory);
    At = Got.At;
  }
  New->Log2Capacity = Log2Capacity;
  New->Reserved = At;
  return New;
}

/// Twice the room. The old table goes to a free list, which nobody takes from
/// while the CSV is being written: both need the lock.
static bool grow(ThreadTable &Table) {
  if (isOutOfMemory())
    return false;
  LockGuard Guard;
  TableOwn &Own = Table.own();
  CounterTable *Old = Own.Counters;
  uint64_t Log2Capacity = Old ? Old->Log2Capacity + 1 : FirstLog2Capacity;
  uint64_t At;
  CounterTable *New = makeCounters(Log2Capacity, At);
  if (!New) {
    sayNoMemory();
    return false;
  }
  if (Old) {
    CounterEntry *Entries = Old->entries();
    for (uint64_t I = 0; I >> Old->Log2Capacity == 0; ++I)
      if (Entries[I].Count)
        *lookUp(*New, Entries[I].Key) = Entries[I];
    New->Used = Old->Used;
  }
  // Release: whoever reads the offset, or the pointer, sees the table behind it.
  // Up to this store the old table counts, from it on the new one.
  if (At)
    __atomic_store_n(&Table.CountersAt, At, __ATOMIC_RELEASE);
  __atomic_store_n(&Own.Counters, New, __ATOMIC_RELEASE);
  uint64_t OldAt = Own.CountersAt;
  Own.CountersAt = At;
  // Where the new one is not in the file, the old one stays what the file knows.
  if (Old && (At || !OldAt)) {
    Old->setNext(FreeCounters[Old->Log2Capacity].First);
    FreeCounters[Old->Log2Capacity].First = Old;
  }
  return true;
}

/// The entry of Key, made if needed; null where there is no room. The key of a
/// new entry is written, but its count is 0: it is still a free one.
static CounterEntry *findCounter(ThreadTable &Table, const CounterKey &Key) {
  CounterTable *Counters = Table.own().Counters;
  if (__builtin_expect(
          !Counters ||
              Counters->Used >= (uint64_t(3) << Counters->Log2Capacity) / 4,
          false)) {
    bool Grown = grow(Table);
    Counters = Table.own().Counters;
    if (!Counters)
      return nullptr;
    // Without memory, go on up to seven eighths: a search for what is not there
    // takes 32 steps then, and ever more if it went on.
    if (!Grown &&
        Counters->Used >= (uint64_t(7) << Counters->Log2Capacity) / 8) {
      CounterEntry *Known = lookUp(*Counters, Key);
      return Known->Count ? Known : nullptr;
    }
  }
  CounterEntry *Entry = lookUp(*Counters, Key);
  if (!Entry->Count) {
    // Relaxed: nobody looks at them as long as Count is 0.
    __atomic_store_n(&Entry->Key.Context, Key.Context, __ATOMIC_RELAXED);
    __atomic_store_n(&Entry->Key.Site, Key.Site, __ATOMIC_RELAXED);
    __atomic_store_n(&Entry->Key.Size, Key.Size, __ATOMIC_RELAXED);
    ++Counters->Used;
  }
  return Entry;
}

static void note(ThreadTable &Table, unsigned Slot, AllocSiteMove To,
                 uint64_t At, uint64_t Count, uint64_t Bytes) {
  // Relaxed: read only where Sequence is odd, and that store is a release.
  __atomic_store_n(&Table.MoveSlot, Slot, __ATOMIC_RELAXED);
  __atomic_store_n(&Table.MoveTo, To, __ATOMIC_RELAXED);
  __atomic_store_n(&Table.MoveAt, At, __ATOMIC_RELAXED);
  __atomic_store_n(&Table.MoveCount, Count, __ATOMIC_RELAXED);
  __atomic_store_n(&Table.MoveBytes, Bytes, __ATOMIC_RELAXED);
}

Move noteMove(ThreadTable &Table, unsigned Index) {
  uint64_t Count = Table.slots()[Index].Count;
  if (!Count) {
    note(Table, Index, ALLOCSITE_MOVE_NOWHERE, 0, 0, 0);
    return {nullptr, nullptr};
  }
  const CounterKey Key = Table.keys()[Index];
  if (CounterEntry *Entry = findCounter(Table, Key)) {
    TableOwn &Own = Table.own();
    note(Table, Index,
         Own.CountersAt ? ALLOCSITE_MOVE_TO_COUNTER : ALLOCSITE_MOVE_TO_MEMORY,
         static_cast<uint64_t>(Entry - Own.Counters->entries()),
         Entry->Count + Count, 0);
    return {&Entry->Count, nullptr};
  }
  unsigned At = findOther(Table.others(), Key.Site);
  AllocSiteOther &Other = Table.others()[At];
  if (At + 1 < ALLOCSITE_OTHERS && !Other.Site)
    __atomic_store_n(&Other.Site, Key.Site, __ATOMIC_RELAXED); // 0 calls so far
  note(Table, Index, ALLOCSITE_MOVE_TO_OTHER, At, Other.Calls + Count,
       addBytes(Other.Bytes, Key.Size, Count));
  return {&Other.Calls, &Other.Bytes};
}

// Relaxed: see Count.cpp.
void makeMove(ThreadTable &Table, Move To) {
  if (To.Count)
    __atomic_store_n(To.Count, Table.MoveCount, __ATOMIC_RELAXED);
  if (To.Bytes)
    __atomic_store_n(To.Bytes, Table.MoveBytes, __ATOMIC_RELAXED);
}

/// Ends the move that a handler jumped out of: the table is to be used again.
static void finishMove(ThreadTable &Table) {
  if (!(Table.Sequence & 1))
    return;
  CounterTable *Counters = Table.own().Counters;
  Move To = {nullptr, nullptr};
  if (Table.MoveTo == ALLOCSITE_MOVE_TO_OTHER)
    To = {&Table.others()[Table.MoveAt].Calls,
          &Table.others()[Table.MoveAt].Bytes};
  else if (Table.MoveTo != ALLOCSITE_MOVE_NOWHERE && Counters)
    To.Count = &Counters->entries()[Table.MoveAt].Count;
  makeMove(Table, To);
  __atomic_store_n(&Table.slots()[Table.MoveSlot].Count, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&Table.Sequence, Table.Sequence + 1, __ATOMIC_RELEASE);
}

//===----------------------------------------------------------------------===//
// Reading them all
//===----------------------------------------------------------------------===//

// Relaxed: the owner may be writing. What belongs together is ordered by Sequence.
static uint64_t load(const uint64_t &From) {
  return __atomic_load_n(&From, __ATOMIC_RELAXED);
}

static AllocSiteOther loadOther(const AllocSiteOther &From) {
  return {load(From.Site), load(From.Calls), load(From.Bytes)};
}

namespace {
/// The move that is under way, as noteMove wrote it down.
struct Moving {
  uint64_t Slot = 0, To = ALLOCSITE_MOVE_NOWHERE, At = 0, Count = 0, Bytes = 0;
};

/// A copy of one table, taken while its owner may be running.
struct Snapshot {
  char *Pages = nullptr;
  size_t Bytes = 0;
  CounterEntry *Entries = nullptr;
  uint64_t Count = 0;
  AllocSiteOther Others[ALLOCSITE_OTHERS];

  bool reserve(uint64_t Wanted) {
    size_t Needed = (Wanted * sizeof(CounterEntry) + 4095) & ~size_t(4095);
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
      Entries[Count++] = {{load(Key.Context), load(Key.Site), load(Key.Size)},
                          Value};
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
  // A table whose owner misses all the time, or that a handler jumped out of,
  // is taken as it is after a few tries, the move that is under way included.
  for (int Try = 0; Try < 8; ++Try) {
    // Acquire: what follows is not read before it.
    uint64_t Before = __atomic_load_n(&Table.Sequence, __ATOMIC_ACQUIRE);
    CounterTable *Counters =
        __atomic_load_n(&Table.own().Counters, __ATOMIC_ACQUIRE);
    uint64_t Capacity = Counters ? uint64_t(1) << Counters->Log2Capacity : 0;
    if (!Copy.reserve(Capacity + SlotCount))
      return false;
    Copy.Count = 0;
    const Moving Move = Before & 1 ? loadMove(Table) : Moving();
    bool ToCounter = Move.To == ALLOCSITE_MOVE_TO_COUNTER ||
                     Move.To == ALLOCSITE_MOVE_TO_MEMORY;
    for (uint64_t I = 0; I < Capacity; ++I) {
      CounterEntry &Entry = Counters->entries()[I];
      Copy.copy(Entry.Key,
                ToCounter && I == Move.At ? Move.Count : load(Entry.Count));
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
    // Fence: Sequence is not read before the rest.
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    uint64_t After = __atomic_load_n(&Table.Sequence, __ATOMIC_RELAXED);
    if (Before == After && !(Before & 1))
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

bool visitCounters(const CounterVisitor &Visitor) {
  Snapshot Copy;
  bool Fine = true;
  for (ThreadTable *Table = All; Table && Fine; Table = Table->own().NextAll) {
    if (!Table->own().Counts)
      continue;
    Fine = takeSnapshot(*Table, Copy);
    for (uint64_t I = 0; Fine && I < Copy.Count; ++I)
      Fine = Visitor.Counter(Visitor.Closure, Copy.Entries[I].Key,
                             Copy.Entries[I].Count);
    Fine = Fine && visitOthers(Visitor, Copy.Others);
  }
  for (unsigned I = 0; Fine && I < SharedOthers; ++I)
    if (const AllocSiteOther *Others = sharedOthers(I))
      Fine = visitOthers(Visitor, Others);
  unmapPages(Copy.Pages, Copy.Bytes);
  return Fine;
}

uint64_t tableCount() { return Made; }

void dropTables() {
  // Relaxed: a forked child has one thread.
  __atomic_store_n(&Generation, Generation + 1, __ATOMIC_RELAXED);
  __atomic_store_n(&__allocsite_thread_v3.Slots, noSlots(), __ATOMIC_RELAXED);
  if (HasKey)
    pthread_setspecific(EndOfThread, nullptr);
  All = nullptr;
  for (ThreadTable *&List : Free)
    List = nullptr;
  Made = 0;
  __atomic_store_n(&MustRenew, false, __ATOMIC_RELAXED);
  for (FreeTable &List : FreeCounters)
    List.First = nullptr;
  __atomic_store_n(&SaidNoMemory, false, __ATOMIC_RELAXED);
  abandonProfile();
}

} // namespace allocsite
