//===- Tables.cpp - Tables come, grow and are handed on -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Tables.h"
#include "Message.h"
#include "Platform.h"
#include "Profile.h"
#include "Start.h"

#include <pthread.h>

namespace allocsite {

uint32_t Generation;

// All under RuntimeLock.
static ThreadTable *All;
static ThreadTable *Free;
static CounterTable *FreeCounters[48]; // by Log2Capacity
static uint64_t Made;
static bool SaidNoMemory;

static pthread_key_t EndOfThread;
static bool HasKey;
static uint64_t Lost;

// Relaxed: a sum that is read once, at the end.
void countLost(uint64_t Count) {
  __atomic_fetch_add(&Lost, Count, __ATOMIC_RELAXED);
}
uint64_t lostCount() { return __atomic_load_n(&Lost, __ATOMIC_RELAXED); }

// Once memory was refused, nobody asks again: a failing mmap on every miss would
// slow the program down. Relaxed: it is a hint, and the lock is taken anyway.
static bool isOutOfMemory() {
  return __atomic_load_n(&SaidNoMemory, __ATOMIC_RELAXED);
}

static void sayNoMemory() {
  if (isOutOfMemory())
    return;
  __atomic_store_n(&SaidNoMemory, true, __ATOMIC_RELAXED);
  Message(Importance::Error)
      .add("heap profiler: no memory for counters; what is allocated from here"
           " on is not counted in full");
}

static void putOnFreeList(ThreadTable *Table) {
  if (Table->Generation != Generation)
    return;
  Table->NextFree = Free;
  Free = Table;
}

// Relaxed exchange: only handlers on this very thread add to the list.
static ThreadTable *takeNested(ThreadTable &Table) {
  return __atomic_exchange_n(&Table.Nested, nullptr, __ATOMIC_RELAXED);
}

void releaseNested(ThreadTable &Table) {
  LockGuard Guard;
  for (ThreadTable *Each = takeNested(Table); Each;) {
    ThreadTable *Next = Each->NextFree;
    putOnFreeList(Each);
    Each = Next;
  }
}

// The end of a thread, after its C++ destructors. Destructors of other keys may
// still allocate: they find no table, take one, and are so called again.
static void endThread(void *Value) {
  ThreadTable *Table = static_cast<ThreadTable *>(Value);
  __atomic_store_n(&__allocsite_thread_v1.Slots, noSlots(), __ATOMIC_RELAXED);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  LockGuard Guard;
  releaseNested(*Table);
  putOnFreeList(Table);
}

bool startTables() {
  HasKey = pthread_key_create(&EndOfThread, endThread) == 0;
  return HasKey;
}

static ThreadTable *makeTable(bool Counting) {
  size_t Bytes = Counting ? sizeof(ThreadTable) : offsetof(ThreadTable, Keys);
  void *Memory = allocate(
      Counting ? ChunkKind::ThreadTables : ChunkKind::Uncounted, Bytes);
  if (!Memory)
    return nullptr;
  ThreadTable *Table = static_cast<ThreadTable *>(Memory);
  Table->Generation = Generation;
  Table->HasKeys = Counting;
  Table->NextAll = All;
  All = Table;
  ++Made;
  return Table;
}

ThreadTable *acquireTable() {
  KeepErrno Keep;
  if (!ensureStarted() || isOutOfMemory())
    return nullptr;
  ThreadTable *Table;
  {
    LockGuard Guard;
    Table = Free;
    if (Table)
      Free = Table->NextFree;
    else
      Table = makeTable(isCounting());
    if (!Table) {
      sayNoMemory();
      return nullptr;
    }
  }
  if (!HasKey)
    return Table;
  void *Outer = pthread_getspecific(EndOfThread);
  if (!Outer) {
    pthread_setspecific(EndOfThread, Table);
    return Table;
  }
  // This is a signal handler inside a miss of the same thread. Compare and swap
  // because a further handler may do the same at any instruction.
  ThreadTable *Parent = static_cast<ThreadTable *>(Outer);
  Table->NextFree = __atomic_load_n(&Parent->Nested, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(&Parent->Nested, &Table->NextFree, Table,
                                      true, __ATOMIC_RELAXED,
                                      __ATOMIC_RELAXED)) {
  }
  return Table;
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

// Relaxed: see Count.cpp; Sequence is odd.
static void fill(CounterEntry &Entry, const CounterKey &Key, uint64_t Count) {
  __atomic_store_n(&Entry.Key.Context, Key.Context, __ATOMIC_RELAXED);
  __atomic_store_n(&Entry.Key.Site, Key.Site, __ATOMIC_RELAXED);
  __atomic_store_n(&Entry.Key.Size, Key.Size, __ATOMIC_RELAXED);
  __atomic_store_n(&Entry.Count, Count, __ATOMIC_RELAXED);
}

static CounterTable *makeCounters(uint64_t Log2Capacity) {
  CounterTable *&List = FreeCounters[Log2Capacity];
  CounterTable *New = List;
  if (New) {
    List = New->NextFree;
    clearWords(New, CounterTable::bytes(Log2Capacity));
  } else {
    New = static_cast<CounterTable *>(
        allocate(ChunkKind::Counters, CounterTable::bytes(Log2Capacity)));
    if (!New)
      return nullptr;
  }
  New->Log2Capacity = Log2Capacity;
  return New;
}

/// Twice the room. The old table goes to a free list, which nobody takes from
/// while the CSV is being written: both need the lock.
static bool grow(ThreadTable &Table) {
  if (isOutOfMemory())
    return false;
  LockGuard Guard;
  CounterTable *Old = Table.Counters;
  uint64_t Log2Capacity = Old ? Old->Log2Capacity + 1 : FirstLog2Capacity;
  CounterTable *New = makeCounters(Log2Capacity);
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
    Old->NextFree = FreeCounters[Old->Log2Capacity];
    FreeCounters[Old->Log2Capacity] = Old;
  }
  // Release: whoever reads the pointer sees the capacity behind it.
  __atomic_store_n(&Table.Counters, New, __ATOMIC_RELEASE);
  return true;
}

void addCounter(ThreadTable &Table, const CounterKey &Key, uint64_t Count) {
  CounterTable *Counters = Table.Counters;
  if (__builtin_expect(
          !Counters ||
              Counters->Used >= (uint64_t(3) << Counters->Log2Capacity) / 4,
          false)) {
    // Without memory, go on up to the last entry but one: a search must end.
    if (!grow(Table) &&
        (!Counters ||
         Counters->Used + 1 >= uint64_t(1) << Counters->Log2Capacity)) {
      CounterEntry *Known = Counters ? lookUp(*Counters, Key) : nullptr;
      if (Known && Known->Count)
        __atomic_store_n(&Known->Count, Known->Count + Count, __ATOMIC_RELAXED);
      else
        countLost(Count);
      return;
    }
    Counters = Table.Counters;
  }
  CounterEntry *Entry = lookUp(*Counters, Key);
  if (Entry->Count) {
    __atomic_store_n(&Entry->Count, Entry->Count + Count, __ATOMIC_RELAXED);
    return;
  }
  fill(*Entry, Key, Count);
  ++Counters->Used;
}

//===----------------------------------------------------------------------===//
// Reading them all
//===----------------------------------------------------------------------===//

namespace {
/// A copy of one table, taken while its owner may be running.
struct Snapshot {
  char *Pages = nullptr;
  size_t Bytes = 0;
  CounterEntry *Entries = nullptr;
  uint64_t Count = 0;

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
  void copy(CounterKey &Key, uint64_t &From) {
    uint64_t Value = __atomic_load_n(&From, __ATOMIC_RELAXED);
    if (!Value)
      return;
    CounterEntry &To = Entries[Count++];
    To.Key.Context = __atomic_load_n(&Key.Context, __ATOMIC_RELAXED);
    To.Key.Site = __atomic_load_n(&Key.Site, __ATOMIC_RELAXED);
    To.Key.Size = __atomic_load_n(&Key.Size, __ATOMIC_RELAXED);
    To.Count = Value;
  }
};
} // namespace

static bool takeSnapshot(ThreadTable &Table, Snapshot &Copy) {
  // A table whose owner misses all the time, or that a handler jumped out of,
  // is taken as it is after a few tries.
  for (int Try = 0; Try < 8; ++Try) {
    // Acquire: what follows is not read before it.
    uint64_t Before = __atomic_load_n(&Table.Sequence, __ATOMIC_ACQUIRE);
    CounterTable *Counters = __atomic_load_n(&Table.Counters, __ATOMIC_ACQUIRE);
    uint64_t Capacity = Counters ? uint64_t(1) << Counters->Log2Capacity : 0;
    if (!Copy.reserve(Capacity + ALLOCSITE_SLOTS))
      return false;
    Copy.Count = 0;
    for (uint64_t I = 0; I < Capacity; ++I)
      Copy.copy(Counters->entries()[I].Key, Counters->entries()[I].Count);
    for (unsigned I = 0; I < ALLOCSITE_SLOTS; ++I)
      Copy.copy(Table.Keys[I], Table.Slots[I].Count);
    // Fence: Sequence is not read before the rest.
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    uint64_t After = __atomic_load_n(&Table.Sequence, __ATOMIC_RELAXED);
    if (Before == After && !(Before & 1))
      break;
  }
  return true;
}

bool visitCounters(bool (*Visit)(void *Closure, const CounterKey &Key,
                                 uint64_t Count),
                   void *Closure) {
  Snapshot Copy;
  bool Fine = true;
  for (ThreadTable *Table = All; Table && Fine; Table = Table->NextAll) {
    if (!Table->HasKeys)
      continue;
    Fine = takeSnapshot(*Table, Copy);
    for (uint64_t I = 0; Fine && I < Copy.Count; ++I)
      Fine = Visit(Closure, Copy.Entries[I].Key, Copy.Entries[I].Count);
  }
  unmapPages(Copy.Pages, Copy.Bytes);
  return Fine;
}

uint64_t tableCount() { return Made; }

void dropTables() {
  // Relaxed: a forked child has one thread.
  __atomic_store_n(&Generation, Generation + 1, __ATOMIC_RELAXED);
  __atomic_store_n(&__allocsite_thread_v1.Slots, noSlots(), __ATOMIC_RELAXED);
  if (HasKey)
    pthread_setspecific(EndOfThread, nullptr);
  All = nullptr;
  Free = nullptr;
  Made = 0;
  for (CounterTable *&List : FreeCounters)
    List = nullptr;
  __atomic_store_n(&Lost, 0, __ATOMIC_RELAXED);
  abandonChunks();
}

} // namespace allocsite
