//===- Moves.cpp - An entry leaves its slot -------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Moves.h"
#include "Platform.h"
#include "profile/Text.h"
#include "store/Profile.h"

namespace allocsite {

// Under RuntimeLock.
struct FreeTable {
  CounterTable *First;
};
static FreeTable FreeCounters[48]; // by Log2Capacity

constexpr uint64_t FirstLog2Capacity = 7;

static uint64_t hashKey(const CounterKey &Key) {
  return hashWord(hashWord(Key.Context * ALLOCSITE_CONTEXT_FACTOR, Key.Site), Key.Size);
}

static bool isSame(const CounterKey &A, const CounterKey &B) {
  return A.Context == B.Context && A.Site == B.Site && A.Size == B.Size;
}

/// The entry of Key, or the free entry for it.
static CounterEntry *lookUp(CounterTable &Table, const CounterKey &Key) {
  CounterEntry *Entries = Table.entries();
  uint64_t Mask = (uint64_t(1) << Table.Log2Capacity) - 1;
  uint64_t At = hashKey(Key) & Mask;
  while (Entries[At].Calls && !isSame(Entries[At].Key, Key))
    At = (At + 1) & Mask;
  return &Entries[At];
}

static CounterTable *makeCounters(uint64_t Log2Capacity, uint64_t &At) {
  // Free lists hold only tables in the file; Reserved is their offset.
  FreeTable &List = FreeCounters[Log2Capacity];
  CounterTable *New = List.First;
  if (New) {
    At = New->Reserved;
    List.First = New->next();
    clearWords(New, CounterTable::bytes(Log2Capacity));
  } else {
    Piece Got = allocate(ChunkKind::Counters, CounterTable::bytes(Log2Capacity));
    if (!Got.Memory)
      return nullptr;
    New = static_cast<CounterTable *>(Got.Memory);
    At = Got.At;
  }
  New->Log2Capacity = Log2Capacity;
  New->Reserved = At;
  return New;
}

/// Doubles the hash table. The old one goes to a free list. No table is taken from there
/// while the CSV is being written, as both need the lock.
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
    sayOutOfMemory();
    return false;
  }
  if (Old) {
    CounterEntry *Entries = Old->entries();
    for (uint64_t I = 0; I >> Old->Log2Capacity == 0; ++I)
      if (Entries[I].Calls)
        *lookUp(*New, Entries[I].Key) = Entries[I];
    New->Used = Old->Used;
  }
  // Release: readers of the offset or the pointer see the whole table. The old table
  // counts until this store, the new one from then on.
  if (At)
    __atomic_store_n(&Table.CountersAt, At, __ATOMIC_RELEASE);
  uint64_t OldAt = Own.countersAt();
  __atomic_store_n(&Own.Counters, New, __ATOMIC_RELEASE);
  // If the new table is not in the file, the file keeps the old one.
  if (Old && (At || !OldAt)) {
    Old->setNext(FreeCounters[Old->Log2Capacity].First);
    FreeCounters[Old->Log2Capacity].First = Old;
  }
  return true;
}

/// The entry of Key, made if needed; null if there is no room. A new entry has its key, but
/// its count is 0, so it still is free.
static CounterEntry *findCounter(ThreadTable &Table, const CounterKey &Key) {
  CounterTable *Counters = Table.own().Counters;
  if (__builtin_expect(
          !Counters || Counters->Used >= (uint64_t(3) << Counters->Log2Capacity) / 4, false)) {
    bool Grown = grow(Table);
    Counters = Table.own().Counters;
    if (!Counters)
      return nullptr;
    // Without memory, fill up to seven eighths: an unsuccessful search then takes 32 steps,
    // and ever more beyond that.
    if (!Grown && Counters->Used >= (uint64_t(7) << Counters->Log2Capacity) / 8) {
      CounterEntry *Known = lookUp(*Counters, Key);
      return Known->Calls ? Known : nullptr;
    }
  }
  CounterEntry *Entry = lookUp(*Counters, Key);
  if (!Entry->Calls) {
    // Relaxed: readers skip the entry while Calls is 0.
    __atomic_store_n(&Entry->Key.Context, Key.Context, __ATOMIC_RELAXED);
    __atomic_store_n(&Entry->Key.Site, Key.Site, __ATOMIC_RELAXED);
    __atomic_store_n(&Entry->Key.Size, Key.Size, __ATOMIC_RELAXED);
    ++Counters->Used;
  }
  return Entry;
}

static void note(ThreadTable &Table, unsigned Slot, AllocSiteMove To, uint64_t At,
                 uint64_t Count, uint64_t Bytes) {
  // Relaxed: read only while Sequence is odd, and the store that makes it so is a release.
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
    note(Table, Index, Own.countersAt() ? ALLOCSITE_MOVE_TO_COUNTER : ALLOCSITE_MOVE_TO_MEMORY,
         static_cast<uint64_t>(Entry - Own.Counters->entries()), Entry->Calls + Count, 0);
    return {&Entry->Calls, nullptr};
  }
  unsigned At = findOther(Table.others(), Key.Site);
  AllocSiteOther &Other = Table.others()[At];
  if (!Other.Site) // no calls so far, or the last Other
    __atomic_store_n(&Other.Site, siteOfOther(At, Key.Site), __ATOMIC_RELAXED);
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

void finishMove(ThreadTable &Table) {
  if (!(Table.Sequence & 1))
    return;
  CounterTable *Counters = Table.own().Counters;
  Move To = {nullptr, nullptr};
  if (Table.MoveTo == ALLOCSITE_MOVE_TO_OTHER)
    To = {&Table.others()[Table.MoveAt].Calls, &Table.others()[Table.MoveAt].Bytes};
  else if (Table.MoveTo != ALLOCSITE_MOVE_NOWHERE && Counters)
    To.Count = &Counters->entries()[Table.MoveAt].Calls;
  makeMove(Table, To);
  __atomic_store_n(&Table.slots()[Table.MoveSlot].Count, 0, __ATOMIC_RELAXED);
  endMove(Table);
}

void dropCounters() {
  for (FreeTable &List : FreeCounters)
    List.First = nullptr;
}

} // namespace allocsite
