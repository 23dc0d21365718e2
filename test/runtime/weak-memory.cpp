// What threads share without a lock holds on a machine that orders less than x86-64 does: the
// runtime's own functions, under all that a weak memory may do to them.
//
// Memory that orders too little fails as it should: the first two lines.
//
// UNSUPPORTED: sanitized
// RUN: %clangxx -std=c++17 -O1 -I%source -I%source/runtime -I%include %s %source/profile/System.cpp -o %t
// RUN: %t | %FileCheck %s
//
// CHECK:      {{^}}a message, relaxed: fails
// CHECK-NEXT: a message, released alone: fails
// CHECK-NEXT: a message, released and acquired: holds
// CHECK-NEXT: a known stack has its nodes: holds
// CHECK-NEXT: frames are of the era that was read: holds
// CHECK-NEXT: a cached frame is of the code that is there: holds
// CHECK-NEXT: what a caller starts with is of the code that is there: holds
// CHECK-NEXT: what a caller starts with is written: holds
// CHECK-NEXT: a share of the peak is of the peak: holds
// CHECK-NEXT: what changes has an entry in the log: holds
// CHECK-NEXT: a block of another thread has a record: holds
// CHECK-NEXT: a record of the generation before is forgotten: holds
// CHECK-NEXT: a table is read as of one moment: holds
// CHECK-NOT: {{.}}
#include "Inputs/WeakMemory.h"

#include "count/Stacks.h"
#include "count/ThroughSites.h"
#include "count/Walk.h"
#include "runtime/count/Moves.cpp"
#include "runtime/live/OnThread.cpp"
#include "runtime/live/Peak.cpp"
#include "runtime/live/Shadow.cpp"

using namespace allocsite;

uint64_t allocsite::KnownStacks[1 << Log2KnownStacks];
uint64_t allocsite::FramesEra;

// Of other sources: what is called needs none of it.
namespace allocsite {
bool HasTimeline, HasBlockGenerations, FollowsHeap;
uint32_t CurrentGeneration, Generation, Detours;
uint64_t LastPointWord, TimelineStep;
const uint16_t *CellsOfRecords;
RunState TheState;
#define OTHERS(Result, Declaration)                                                           \
  Result Declaration { abort(); }
OTHERS(AllocSiteSlot *, noSlots())
OTHERS(Piece, allocate(ChunkKind, size_t))
OTHERS(bool, isOutOfMemory())
OTHERS(void, sayOutOfMemory())
OTHERS(unsigned, findOther(const AllocSiteOther *, uint64_t))
OTHERS(uint64_t, siteOfOther(unsigned, uint64_t))
OTHERS(bool, Lock::enter(bool))
OTHERS(void, Lock::release())
Lock RuntimeLock;
OTHERS(LiveThread *, acquireLive())
OTHERS(AllocSiteThreadRecord *, makeRecord(LiveThread &, uint32_t))
OTHERS(Records &, liveRecords())
OTHERS(RecordCell, makeCell(uint32_t))
OTHERS(bool, needsTimeline())
OTHERS(void, makeTimeline())
OTHERS(void, lookAtTimeline(TimelineThread &))
OTHERS(void, makeRoomForChange(ChangesThread &))
OTHERS(void, loseChange(const ChangesThread &))
OTHERS(void, releaseNested(ThreadTable &))
} // namespace allocsite
extern "C" __thread AllocSiteThread ALLOCSITE_SYM_THREAD = {};

static uint64_t X, Y, Flag;
static uint64_t Seen[4];

static void begin() {
  X = Y = Flag = 0;
  memset(Seen, 0, sizeof(Seen));
}

/// What the memory may do, and what orders it.
static void passMessage(const char *What, int Store, int Load) {
  weak::tell(What, weak::holds(begin,
                               {[=] {
                                  __atomic_store_n(&X, uint64_t(1), __ATOMIC_RELAXED);
                                  __atomic_store_n(&Flag, uint64_t(1), Store);
                                },
                                [=] {
                                  Seen[0] = __atomic_load_n(&Flag, Load);
                                  Seen[1] = __atomic_load_n(&X, __ATOMIC_RELAXED);
                                }},
                               [] { return Seen[0] && !Seen[1]; }));
}

/// A thread writes X, and lets others know of it by Publish(). Who knows of it sees X.
static void publish(const char *What, const std::function<void()> &Begin,
                    const std::function<void()> &Publish, const std::function<bool()> &Knows) {
  weak::tell(What, weak::holds(
                       [&] {
                         begin();
                         Begin();
                       },
                       {[&] {
                          __atomic_store_n(&X, uint64_t(1), __ATOMIC_RELAXED);
                          Publish();
                        },
                        [&] {
                          Seen[0] = Knows();
                          Seen[1] = __atomic_load_n(&X, __ATOMIC_RELAXED);
                        }},
                       [] { return Seen[0] && !Seen[1]; }));
}

static void knownStacks() {
  constexpr uint64_t Hash = 4711;
  publish(
      "a known stack has its nodes", [] { knownStack(Hash) = 0; },
      [] { noteKnownStack(Hash); }, [] { return isKnownStack(Hash); });
}

static void cachedFrames() {
  publish(
      "frames are of the era that was read", [] { FramesEra = 1; }, [] { forgetFrames(); },
      [] { return framesEra() != 1; });

  // Other code lies at the address since the first entry was written.
  static uint64_t Code;
  static CachedFrame Frame;
  const auto Return = reinterpret_cast<uintptr_t>(&Code) + sizeof(Code);
  weak::tell("a cached frame is of the code that is there",
             weak::holds(
                 [=] {
                   begin();
                   Code = 1;
                   Frame.write(Return, /*Era=*/0, 100, 200);
                   Code = 2;
                 },
                 {[=] { Frame.write(Return, /*Era=*/0, 300, 400); },
                  [=] { Seen[0] = Frame.read(Return, /*Era=*/0, Seen[1], Seen[2]); }},
                 [] { return Seen[0] && (Seen[1] != 300 || Seen[2] != 400); }));

  static ThroughCaller Caller;
  weak::tell("what a caller starts with is of the code that is there",
             weak::holds(
                 [=] {
                   begin();
                   Code = 1;
                   Caller.write(Return, 100);
                   Code = 2;
                 },
                 {[=] { Caller.write(Return, 300); },
                  [=] { Seen[0] = Caller.read(Return, Seen[1]); }},
                 [] { return Seen[0] && Seen[1] != 300; }));
  // Before, the entry was of another address, with the same code before it.
  static uint64_t Other;
  publish(
      "what a caller starts with is written",
      [] {
        Code = Other = 1;
        Caller.write(reinterpret_cast<uintptr_t>(&Other) + sizeof(Other), 100);
      },
      [=] { Caller.write(Return, 300); },
      [=] {
        uint64_t Starts;
        return Caller.read(Return, Starts);
      });
}

/// What the thread of a record does when a block comes.
static void count(LiveThread &Live, AllocSiteThreadRecord &Of) {
  touch(Live, Of, /*Number=*/1);
  __atomic_store_n(&Of.Allocated, Of.Allocated + 1, __ATOMIC_RELAXED); // addOne()
}

static void records() {
  static AllocSiteLiveRecords Process;
  static PeakThread Alone;
  static LiveThread Live;
  static AllocSiteThreadRecord Of;
  beginAtPeak(Alone, Process);
  auto begin = [] {
    ::begin();
    Process.IsPeak = 0;
    Process.LeftAt = Process.Epoch = 2;
    Of = {};
    Of.Epoch = 1;
    Of.Allocated = 10;
  };
  weak::tell("a share of the peak is of the peak",
             weak::holds(begin,
                         {[] {
                            count(Live, Of);
                            count(Live, Of);
                          },
                          [] { Seen[0] = uint64_t(peakShare(Of)); }},
                         [] { return Seen[0] != 10; }));

  // Changes.cpp reads the counts, and then the log.
  static struct {
    AllocSiteChanges Head;
    AllocSiteChange First;
  } Log;
  HasTimeline = true;
  weak::tell("what changes has an entry in the log",
             weak::holds(
                 [=] {
                   begin();
                   setLastPoint({/*Epoch=*/2, /*Sequence=*/1, /*Halvings=*/0});
                   Log = {};
                   Log.Head.Capacity = 1;
                   Live.Changes.Open = &Log.Head;
                 },
                 {[] { count(Live, Of); },
                  [] {
                    Seen[0] = __atomic_load_n(&Of.Allocated, __ATOMIC_ACQUIRE);
                    Seen[1] = __atomic_load_n(&Log.First.Allocated, __ATOMIC_ACQUIRE);
                    Seen[2] = __atomic_load_n(&Log.First.Freed, __ATOMIC_RELAXED);
                  }},
                 [] { return Seen[0] != 10 && !(Seen[1] && Seen[2]); }));
}

static void blocks() {
  static Shadow In;
  static LiveThread Live;
  static uint64_t Block;
  const auto Address = reinterpret_cast<uintptr_t>(&Block);
  if (!In.start(4) || !In.make(&Block))
    abort();
  // X is the key of the record.
  publish(
      "a block of another thread has a record", [] { *In.find(&Block) = Shadow::None; },
      [] {
        Live.rememberRecord(/*Tag=*/4711, /*Its=*/7, /*OfGeneration=*/0);
        __atomic_store_n(In.find(&Block), 7u, __ATOMIC_RELAXED); // countAllocatedIn()
      },
      [=] {
        bool Found = false;
        In.forEachIn(Address, Address + 1, [&](uintptr_t, Shadow::Entry &) { Found = true; });
        return Found;
      });
}

/// A thread remembers a record while a mark begins a generation, and forgets all.
static void generations() {
  constexpr uint64_t Tag = 4711;
  static LiveThread Live;
  HasBlockGenerations = true;
  weak::tell("a record of the generation before is forgotten",
             weak::holds(
                 [] {
                   begin();
                   CurrentGeneration = 0;
                   Live.slotOf(Tag).forget();
                 },
                 {[] { Live.rememberRecord(Tag, 7, /*OfGeneration=*/0); },
                  [] {
                    // As beginBlockGeneration(), and forgetRecords().
                    __atomic_store_n(&CurrentGeneration, 1u, __ATOMIC_SEQ_CST);
                    __atomic_thread_fence(__ATOMIC_SEQ_CST);
                    Live.slotOf(Tag).forget();
                  }},
                 [] { return Live.slotOf(Tag).recordOf(Tag) != 0; }));
  HasBlockGenerations = false;
}

/// A thread counts seven times, and then five, under another key that evicts the first from the
/// slot, into its entry. Another one adds both up, as takeSnapshot() does.
static void tables() {
  static struct {
    ThreadTable Head;
    AllocSiteSlot Slot;
    AllocSiteKey Key;
    AllocSiteOther Others[ALLOCSITE_OTHERS];
  } Of;
  static struct {
    CounterTable Head;
    CounterEntry Entries[8];
  } Counters;
  static uint64_t At;
  ThreadTable &Table = Of.Head;
  auto add = [&] {
    Seen[0] = sequenceOf(Table);
    Seen[1] = __atomic_load_n(&Counters.Entries[At].Calls, __ATOMIC_RELAXED) +
              __atomic_load_n(&Of.Slot.Count, __ATOMIC_RELAXED);
    Seen[2] = isStill(Table, Seen[0]);
    if (!(Seen[0] & 1))
      return;
    // While an entry moves: what a kill leaves.
    Seen[2] = __atomic_load_n(&Table.MoveTo, __ATOMIC_RELAXED) == ALLOCSITE_MOVE_TO_MEMORY;
    Seen[3] = __atomic_load_n(&Table.MoveCount, __ATOMIC_RELAXED);
  };
  weak::tell("a table is read as of one moment",
             weak::holds(
                 [&] {
                   begin();
                   Of = {};
                   Counters = {};
                   Counters.Head.Log2Capacity = 3;
                   Table.own().Counters = &Counters.Head;
                   Of.Key = {1, 2, 3};
                   Of.Slot = {4, 7};
                   noteMove(Table, 0);
                   At = Table.MoveAt;
                   Table.MoveTo = Table.MoveCount = 0;
                 },
                 {[&] {
                    const Move Out = noteMove(Table, 0);
                    beginMove(Table);
                    makeMove(Table, Out);
                    __atomic_store_n(&Of.Slot.Count, uint64_t(5), __ATOMIC_RELAXED);
                    endMove(Table);
                  },
                  add},
                 [] {
                   const bool IsMoving = Seen[0] & 1;
                   return IsMoving ? !(Seen[2] && Seen[3] == 7)
                                   : Seen[2] && Seen[1] != (Seen[0] ? 12 : 7);
                 }));
}

int main() {
  passMessage("a message, relaxed", __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  passMessage("a message, released alone", __ATOMIC_RELEASE, __ATOMIC_RELAXED);
  passMessage("a message, released and acquired", __ATOMIC_RELEASE, __ATOMIC_ACQUIRE);
  knownStacks();
  cachedFrames();
  records();
  blocks();
  generations();
  tables();
}
