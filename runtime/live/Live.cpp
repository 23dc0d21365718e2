//===- Live.cpp - Blocks that come and go ---------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Live.h"
#include "LiveGates.h"
#include "Platform.h"
#include "SiteBlocks.h"
#include "State.h"
#include "allocsite/Tag.h"
#include "count/Count.h"
#include "Message.h"
#include "count/Tables.h"
#include "interpose/Frees.h"

#include <dlfcn.h>

// The interposers in this executable look here.
__attribute__((used)) const AllocSiteFrees *ALLOCSITE_SYM_FREES;

extern "C" {
// In a library of its own where the C library is older, and in no static program.
__attribute__((weak)) void *dlsym(void *Handle, const char *Name) noexcept;
// Of every sanitizer's runtime that has an allocator.
__attribute__((weak)) int
__sanitizer_install_malloc_and_free_hooks(void (*Allocated)(const volatile void *, size_t),
                                          void (*Freed)(const volatile void *));
}

namespace allocsite {

// What is slow keeps all registers, those of vectors included, so that what is fast saves
// none: neither for itself nor, behind a call, those that `regcall` keeps.
#define SLOW __attribute__((preserve_all, noinline)) static void

static Shadow Heap;
static bool Following;

bool isLive() { return Following; }

static inline AllocSiteSlot *threadSlots() { return ALLOCSITE_SYM_THREAD.Slots; }

/// Where the thread is on a table and has a LiveThread, without asking further.
static inline LiveThread *hasLive(AllocSiteSlot *Slots) {
  return static_cast<LiveThread *>(ThreadTable::of(Slots)->own().Live);
}

/// Neither noSlots() nor offSlots(): those have no mask.
static inline bool isOnTable(AllocSiteSlot *Slots) {
  return ThreadTable::of(Slots)->SlotMask != 0;
}

namespace {
/// While it exists the thread is on noSlots(): a handler that allocates or frees then has a
/// table of its own. The same as in a miss (Count.cpp).
class Detached {
  AllocSiteSlot *Slots;
  ThreadTable *Table;

public:
  explicit Detached(AllocSiteSlot *Slots) : Slots(Slots), Table(ThreadTable::of(Slots)) {
    __atomic_store_n(&ALLOCSITE_SYM_THREAD.Slots, noSlots(), __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
  }
  Detached(const Detached &) = delete;
  ~Detached() {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    bool Current =
        Table->own().Generation == __atomic_load_n(&Generation, __ATOMIC_RELAXED);
    __atomic_store_n(&ALLOCSITE_SYM_THREAD.Slots, Current ? Slots : noSlots(),
                     __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (__builtin_expect(Table->own().Nested != nullptr, false))
      releaseNested(*Table);
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// A block goes
//===----------------------------------------------------------------------===//

SLOW makeFirst(LiveThread &Live, uint32_t Number) {
  KeepErrno Keep;
  Detached While(threadSlots());
  makeRecord(Live, Number);
}

/// The thread's record of that number. Null where there is no memory.
static inline AllocSiteThreadRecord *recordOf(LiveThread &Live, uint32_t Number) {
  AllocSiteThreadRecord *Known = Live.record(Number);
  if (__builtin_expect(Known != nullptr, true))
    return Known;
  makeFirst(Live, Number);
  return Live.record(Number);
}

/// Bytes of one block; where they fit, the record has them from then on.
static inline uint64_t sizeOf(AllocSiteThreadRecord &Of, uint32_t Number) {
  if (__builtin_expect(Of.Size != 0, true))
    return Of.Size;
  uint64_t Size = liveRecords().key(Number).Size;
  if (Size <= UINT32_MAX)
    __atomic_store_n(&Of.Size, static_cast<uint32_t>(Size), __ATOMIC_RELAXED);
  return Size;
}

SLOW isAbove(LiveThread &Live) { lookAbove(Live); }
SLOW isBelow(LiveThread &Live) { lookBelow(Live); }

/// A block of that record is gone.
static inline void countFreed(LiveThread &Live, uint32_t Number, bool IsTemporary) {
  AllocSiteThreadRecord *Of = recordOf(Live, Number);
  if (__builtin_expect(!Of, false)) {
    addOne(Live.Untracked);
    return;
  }
  addTo(Live.Net, -static_cast<int64_t>(sizeOf(*Of, Number)));
  if (__builtin_expect(Live.Net < Live.Low, false))
    isBelow(Live);
  touch(*Of);
  addOne(Of->Freed);
  if (IsTemporary)
    addOne(Of->Temporary);
}

SLOW acquire() {
  KeepErrno Keep;
  acquireLive();
}

static inline LiveThread *knownLive() {
  AllocSiteSlot *Slots = threadSlots();
  return __builtin_expect(isOnTable(Slots), true) ? hasLive(Slots) : nullptr;
}

/// The calling thread's, or null.
static inline LiveThread *currentLive() {
  LiveThread *Live = knownLive();
  if (__builtin_expect(Live != nullptr, true))
    return Live;
  acquire();
  return knownLive();
}

static inline bool wasLast(LiveThread &Live, const void *Block) {
  bool Was = Live.Last == Block;
  if (Was)
    Live.Last = nullptr;
  return Was;
}

/// What start-up frees to see whether that is seen; null when it is, and else.
static const void *Probe;

SLOW freedForeign(const void *Block) {
  if (Probe == Block) {
    Probe = nullptr;
    return;
  }
  // Not for this a table: a thread or a forked child that only frees needs none.
  if (LiveThread *Live = knownLive()) {
    addOne(Live->Foreign);
    if (Live->Resized == Block)
      Live->Resized = nullptr;
  }
}

void freed(const void *Block, bool IsDelete) {
  if (!Block)
    return;
  Shadow::Entry *At = Heap.find(Block);
  Shadow::Entry Its = At ? __atomic_load_n(At, __ATOMIC_RELAXED) : Shadow::None;
  if (__builtin_expect(Its == Shadow::None || Its == Shadow::BeingFreed, false)) {
    if (Its == Shadow::BeingFreed && !IsDelete)
      __atomic_store_n(At, Shadow::None, __ATOMIC_RELAXED);
    else if (Its == Shadow::None)
      freedForeign(Block);
    return;
  }
  __atomic_store_n(At, IsDelete ? Shadow::BeingFreed : Shadow::None, __ATOMIC_RELAXED);
  if (LiveThread *Live = currentLive())
    countFreed(*Live, Its, wasLast(*Live, Block));
}

Shadow::Entry take(const void *Block) {
  Shadow::Entry *At = Block ? Heap.find(Block) : nullptr;
  if (!At)
    return Shadow::None;
  Shadow::Entry Its = __atomic_load_n(At, __ATOMIC_RELAXED);
  __atomic_store_n(At, Shadow::None, __ATOMIC_RELAXED);
  return Its;
}

void putBack(const void *Block, Shadow::Entry Taken) {
  if (Taken != Shadow::None)
    __atomic_store_n(Heap.find(Block), Taken, __ATOMIC_RELAXED);
}

void resized(Shadow::Entry Taken, const void *Old, const void *New) {
  LiveThread *Live = Old ? currentLive() : nullptr;
  if (!Live)
    return;
  if (Taken == Shadow::None || Taken == Shadow::BeingFreed) {
    addOne(Live->Foreign);
    return;
  }
  Live->Resized = New;
  Live->ResizedFrom = liveRecords().key(Taken).Size;
  Live->HasMoved = New != Old;
  countFreed(*Live, Taken, wasLast(*Live, Old));
}

//===----------------------------------------------------------------------===//
// A block comes
//===----------------------------------------------------------------------===//

static constexpr uint32_t NotFollowed = ~uint32_t(0);

/// The address of a block is handed out anew, and nobody has seen that it was freed.
SLOW countUnseen(LiveThread &Live, uint32_t Number) {
  addOne(Live.Unseen);
  countFreed(Live, Number, /*IsTemporary=*/false);
}

SLOW countResized(LiveThread &Live, AllocSiteThreadRecord &Of, uint64_t Size) {
  Live.Resized = nullptr;
  addOne(Live.HasMoved ? Of.Moved : Of.InPlace);
  if (Live.HasMoved)
    addTo(Of.Copied, Live.ResizedFrom < Size ? Live.ResizedFrom : Size);
}

SLOW makeEntry(const void *Block) { Heap.make(Block); }

/// Its record is Number.
__attribute__((always_inline)) static inline void
countAllocated(LiveThread &Live, uint32_t Number, const void *Block, uint64_t Size) {
  Shadow::Entry *At = Heap.find(Block);
  if (__builtin_expect(!At, false)) {
    makeEntry(Block);
    At = Heap.find(Block);
    if (!At) {
      addOne(Live.Untracked);
      return;
    }
  }
  AllocSiteThreadRecord *Of = recordOf(Live, Number);
  if (__builtin_expect(!Of, false)) {
    addOne(Live.Untracked);
    return;
  }
  Shadow::Entry Before = __atomic_load_n(At, __ATOMIC_RELAXED);
  __atomic_store_n(At, Number, __ATOMIC_RELAXED);
  if (__builtin_expect(Before != Shadow::None && Before != Shadow::BeingFreed, false))
    countUnseen(Live, Before);
  if (__builtin_expect(Live.Resized == Block, false))
    countResized(Live, *Of, Size);
  touch(*Of);
  addOne(Of->Allocated);
  Live.Last = Block;
  addTo(Live.Net, static_cast<int64_t>(Size));
  if (__builtin_expect(Live.Net > Live.Limit, false) && !staysAtPeak(Live))
    isAbove(Live);
}

/// Where no slot knows the record of the key.
static void followAllocated(void *Block, const LiveKey &Key) {
  KeepErrno Keep;
  LiveThread *Live = currentLive();
  if (!Live)
    return;
  uint32_t Number;
  {
    Detached While(threadSlots());
    Number = liveRecords().known(Key);
    if (!Number)
      Number = isOfBlocks(Key.Site) ? liveRecords().make(Key) : NotFollowed;
    if (Number) {
      LiveSlot &Slot = Live->slotOf(Key.Tag);
      Slot.Record = Number;
      Slot.Tag = Key.Tag;
    }
  }
  if (!Number)
    addOne(Live->Untracked);
  else if (Number != NotFollowed)
    countAllocated(*Live, Number, Block, Key.Size);
}

/// Where a table has no slot of the key, or the thread no table; or nothing was allocated.
SLOW countSlowly(void *Block, uint64_t Start, uint64_t Context, uint64_t Size) {
  LiveKey Key = {Context, Start * ALLOCSITE_SITE_FACTOR_INVERSE, Size,
                 tagOf(Context, Start, Size)};
  ALLOCSITE_SYM_MISS(Key.Tag, Key.Context, Key.Size, Key.Site);
  if (Block && !(Key.Site & ALLOCSITE_SITE_FAILED))
    followAllocated(Block, Key);
}

/// Where it has counted, and what is known of the record does not suffice.
SLOW followSlowly(void *Block, uint64_t Start, uint64_t Context, uint64_t Size) {
  followAllocated(Block, {Context, Start * ALLOCSITE_SITE_FACTOR_INVERSE, Size,
                          tagOf(Context, Start, Size)});
}

__attribute__((always_inline)) static inline void
countAndFollow(void *Block, uint64_t Start, uint64_t Context, uint64_t Size) {
  uint64_t Tag = tagOf(Context, Start, Size);
  AllocSiteSlot *Slots = threadSlots();
  auto &Slot = *reinterpret_cast<AllocSiteSlot *>(
      reinterpret_cast<char *>(Slots) + slotOffset(Tag, ThreadTable::of(Slots)->SlotMask));
  if (__builtin_expect(!Block || Slot.Tag != Tag, false))
    return countSlowly(Block, Start, Context, Size);
  addOne(Slot.Count);
  LiveThread *Live = hasLive(Slots);
  if (__builtin_expect(!Live, false))
    return followSlowly(Block, Start, Context, Size);
  const LiveSlot &Known = Live->slotOf(Tag);
  if (__builtin_expect(Known.Tag != Tag || !Known.Record, false))
    return followSlowly(Block, Start, Context, Size);
  if (__builtin_expect(Known.Record != NotFollowed, true))
    countAllocated(*Live, Known.Record, Block, Size);
}

void *countGate(const PushedKey *Of, void *Block) {
  uint64_t Start = Of->TagStart;
  // What has failed has another key. A null for no bytes is no failure.
  if (__builtin_expect(!Block, false) && Of->Size)
    Start ^= ALLOCSITE_SITE_FAILED;
  countAndFollow(Block, Start, Of->Context, Of->Size);
  return Block;
}

__attribute__((regcall)) static void *countBehind(void *Block, const uint64_t *TagStart,
                                                  uint64_t Context, uint64_t Size) {
  countAndFollow(Block, __atomic_load_n(TagStart, __ATOMIC_RELAXED), Context, Size);
  return Block;
}

//===----------------------------------------------------------------------===//
// The process
//===----------------------------------------------------------------------===//

static const AllocSiteFrees TheFrees = {freed, take, resized, putBack};

static void freedBySanitizer(const volatile void *Block) {
  freed(const_cast<const void *>(Block), /*IsDelete=*/false);
}
static void ignoreAllocated(const volatile void *, size_t) {}

/// What calls of `Name` in the loaded objects lead to, or null. The program would import
/// from libc what the runtime referred to, and seem to call malloc itself (Coverage.h).
template <typename Function> static Function *findLoaded(const char *Name) {
  return &dlsym ? reinterpret_cast<Function *>(dlsym(RTLD_DEFAULT, Name)) : nullptr;
}

static bool seesFrees() {
  auto *Allocate = findLoaded<void *(size_t)>("malloc");
  auto *Free = findLoaded<void(void *)>("free");
  if (!Allocate || !Free)
    return false;
  void *Block = Allocate(1);
  Probe = Block;
  Free(Block);
  return Block && !__atomic_load_n(&Probe, __ATOMIC_RELAXED);
}

/// Of the sources of frees, takes the first that works.
static bool listenToFrees() {
  ALLOCSITE_SYM_FREES = &TheFrees;
  if (seesFrees())
    return true;
  ALLOCSITE_SYM_FREES = nullptr;
  if (__sanitizer_install_malloc_and_free_hooks)
    if (__sanitizer_install_malloc_and_free_hooks(ignoreAllocated, freedBySanitizer) &&
        seesFrees())
      return true;
  if (&dlsym) {
    static constexpr char Name[] = ALLOCSITE_NAME(ALLOCSITE_PRELOADED_FREES);
    if (auto **Preloaded = static_cast<const AllocSiteFrees **>(dlsym(RTLD_DEFAULT, Name))) {
      *Preloaded = &TheFrees;
      if (seesFrees())
        return true;
      *Preloaded = nullptr;
    }
  }
  return false;
}

static unsigned log2Granule() {
  auto *Allocate = findLoaded<void *(size_t)>("malloc");
  auto *Free = findLoaded<void(void *)>("free");
  auto *UsableSize = findLoaded<size_t(void *)>("malloc_usable_size");
  if (!Allocate || !Free || !UsableSize)
    return 3;
  void *Block = Allocate(1);
  size_t Usable = Block ? UsableSize(Block) : 0;
  Free(Block);
  // Blocks of at least 24 bytes are 32 apart: glibc's.
  return Usable >= 24 ? 5 : 3;
}

void startLive(bool IsStaticProgram) {
  if (!Heap.start(log2Granule()) || !liveRecords().start()) {
    Message(Importance::Normal)
        .add("allocsite: warning: live=1: no room for its tables, some 150 MiB of addresses; "
             "what is alive is not counted");
    return;
  }
  startPeak(0);
  if (!listenToFrees()) {
    Message Line(Importance::Normal);
    Line.add("allocsite: warning: live=1: what is freed is not seen, so what is alive is not "
             "counted; ");
    if (IsStaticProgram)
      Line.add("this program is static: link it dynamically");
    else
      Line.add("compile the file with main with ALLOCSITE_PASS_OPTIONS=live=1, or run with "
               "LD_PRELOAD=liballocsite-frees.so");
    return;
  }
  // Relaxed: whoever still counts the other way has a block that is not followed.
  __atomic_store_n(&ALLOCSITE_SYM_COUNT_BEHIND,
                   reinterpret_cast<AllocSiteCountBehindFn>(countBehind), __ATOMIC_RELAXED);
  followAtGates();
  Following = true;
}

/// What is alive, by the records that a process has.
static uint64_t liveOf(uint32_t Number) {
  uint64_t Blocks = liveRecords().inherited(Number);
  for (LiveThread *Each = allLive(); Each; Each = Each->NextAll)
    if (AllocSiteThreadRecord *Of = Each->record(Number))
      Blocks += __atomic_load_n(&Of->Allocated, __ATOMIC_RELAXED) -
                __atomic_load_n(&Of->Freed, __ATOMIC_RELAXED);
  return Blocks;
}

static uint64_t *AtFork; // what of each record is alive

void prepareLiveFork() {
  if (!Following)
    return;
  if (!AtFork)
    AtFork = static_cast<uint64_t *>(mapSharedPages((Records::Most + 1) * sizeof(uint64_t)));
  for (uint32_t I = 1; AtFork && I <= liveRecords().count(); ++I)
    AtFork[I] = liveOf(I);
}

void forkLive() {
  if (!Following)
    return;
  dropLive();
  liveRecords().dropFile();
  uint64_t Bytes = 0;
  for (uint32_t I = 1; I <= liveRecords().count(); ++I) {
    liveRecords().setInherited(I, AtFork ? AtFork[I] : 0);
    Bytes += liveRecords().inherited(I) * liveRecords().key(I).Size;
  }
  startPeak(static_cast<int64_t>(Bytes));
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// While threads run, what one has allocated may be missing and not what another freed.
static uint64_t blocks(uint64_t Sum) { return Sum > uint64_t(INT64_MAX) ? 0 : Sum; }

static LiveCounts countsOf(uint32_t Number) {
  const uint64_t Inherited = liveRecords().inherited(Number);
  LiveCounts Sum = {Inherited, Inherited, 0, 0};
  for (LiveThread *Each = allLive(); Each; Each = Each->NextAll)
    if (const AllocSiteThreadRecord *Of = Each->record(Number)) {
      Sum.Live += Of->Allocated - Of->Freed;
      Sum.AtPeak += peakShare(*Of);
      Sum.Freed += Of->Freed;
      Sum.Temporary += Of->Temporary;
    }
  Sum.Live = blocks(Sum.Live);
  Sum.AtPeak = blocks(Sum.AtPeak);
  return Sum;
}

bool visitLive(const LiveVisitor &Visitor) {
  if (!Following)
    return true;
  // What several threads have not added up yet may be more than the last maximum.
  uint64_t Now = 0, Peak = 0;
  for (uint32_t I = 1; I <= liveRecords().count(); ++I) {
    LiveCounts Sum = countsOf(I);
    Now += Sum.Live * liveRecords().key(I).Size;
    Peak += Sum.AtPeak * liveRecords().key(I).Size;
  }
  for (uint32_t I = 1; I <= liveRecords().count(); ++I) {
    LiveCounts Sum = countsOf(I);
    if (Now > Peak)
      Sum.AtPeak = Sum.Live;
    if (!Visitor.Record(Visitor.Closure, liveRecords().key(I), Sum))
      return false;
  }
  return true;
}

LiveTotals liveTotals() {
  LiveTotals Sum;
  Sum.Threads = peakThreads();
  for (LiveThread *Each = allLive(); Each; Each = Each->NextAll) {
    Sum.Unseen += Each->Unseen;
    Sum.Foreign += Each->Foreign;
    Sum.Untracked += Each->Untracked;
    for (uint32_t I = 1; I <= liveRecords().count(); ++I)
      if (const AllocSiteThreadRecord *Of = Each->record(I)) {
        Sum.InPlace += Of->InPlace;
        Sum.Moved += Of->Moved;
        Sum.Copied += Of->Copied;
      }
  }
  return Sum;
}

} // namespace allocsite
