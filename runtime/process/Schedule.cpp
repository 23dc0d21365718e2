//===- Schedule.cpp - Marks and logs that come by themselves --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mark=10s, dump=1G, dump=peak. A time is kept by the clock. Bytes and peaks are seen by
// looking: nobody counts them where they are allocated. The next look is when half of what
// is left will have been allocated, as the last looks tell, and looks take a fiftieth of one
// processor at most. So a mark of mark=1G lies a little behind each GiB.
//
//===----------------------------------------------------------------------===//
#include "Control.h"
#include "ControlThread.h"
#include "Dump.h"
#include "Message.h"
#include "Platform.h"
#include "State.h"
#include "allocsite/control.h"
#include "live/Live.h"

namespace allocsite {

namespace {
enum class Every : uint8_t { Nothing, Time, Bytes, Peak };

struct Schedule {
  Every Is;
  uint64_t Count;   // of units: 10 of "10s"
  const char *Unit; // "s"
  uint64_t Step;    // in nanoseconds or bytes
  uint64_t Next;    // when it is due: of the clock, of bytes, or of the peak
};

struct Unit {
  const char *Name;
  Every Is;
  uint64_t Size;
};
} // namespace

static Schedule Schedules[2];
static Schedule &ForMarks = Schedules[0], &ForDumps = Schedules[1];
static uint64_t Began;
// The last look at bytes: when, how many, and how long it took.
static uint64_t LastLook, LastBytes, LookTook;
// Threads that count something new wait while a log is written: they get four times as long.
static uint64_t NoDumpBefore;
constexpr uint64_t PausePerDump = 4;

/// False where Value is none.
static bool read(const char *Value, bool MayBePeak, Schedule &To) {
  static constexpr Unit Units[] = {
      {"ms", Every::Time, 1000000},           {"s", Every::Time, 1000000000},
      {"m", Every::Time, 60000000000},        {"h", Every::Time, 3600000000000},
      {"K", Every::Bytes, uint64_t(1) << 10}, {"M", Every::Bytes, uint64_t(1) << 20},
      {"G", Every::Bytes, uint64_t(1) << 30}};
  To = {Every::Nothing, 0, "", 0, 0};
  if (MayBePeak && strcmp(Value, "peak") == 0) {
    To.Is = Every::Peak;
    To.Next = 1;
    return true;
  }
  for (; *Value >= '0' && *Value <= '9' && To.Count < 1000000; ++Value)
    To.Count = To.Count * 10 + static_cast<uint64_t>(*Value - '0');
  for (const Unit &Each : Units)
    if (To.Count && strcmp(Value, Each.Name) == 0) {
      To.Is = Each.Is;
      To.Unit = Each.Name;
      To.Step = To.Next = To.Count * Each.Size;
      return true;
    }
  return false;
}

static void readOption(const char *Key, const char *Value, bool MayBePeak, Schedule &To) {
  // Of a child, its parent has said so.
  if (!*Value || read(Value, MayBePeak, To) || isForkedChild())
    return;
  Message(Importance::Warning)
      .add("ALLOCSITE_OPTIONS: ")
      .add(Key)
      .add('=')
      .add(Value)
      .add(": neither a time (10s, 500ms, 5m, 1h) nor bytes (64M, 1G)")
      .add(MayBePeak ? " nor peak" : "");
}

bool startSchedules() {
  readOption("mark", options().Mark, /*MayBePeak=*/false, ForMarks);
  readOption("dump", options().Dump, /*MayBePeak=*/true, ForDumps);
  Began = LastLook = monotonicNanoseconds();
  LastBytes = LookTook = NoDumpBefore = 0;
  if (ForDumps.Is == Every::Peak && !options().Live) {
    ForDumps.Is = Every::Nothing;
    if (!isForkedChild())
      Message(Importance::Warning).add("ALLOCSITE_OPTIONS: dump=peak needs live=1");
  }
  return ForMarks.Is != Every::Nothing || ForDumps.Is != Every::Nothing;
}

/// How many steps are over, where the next one is due; 0: none is. Steps that nobody has
/// looked at in time are one.
static uint64_t stepsOver(Schedule &Its, uint64_t Now) {
  if (Its.Is == Every::Nothing || Now < Its.Next)
    return 0;
  if (Its.Is == Every::Peak) {
    Its.Next = Now + Now / 10 + 1;
    return 1;
  }
  uint64_t Steps = Now / Its.Step;
  Its.Next = (Steps + 1) * Its.Step;
  return Steps;
}

static void mark(uint64_t Steps) {
  char Name[48];
  Text To(Name, sizeof(Name));
  To.number(Steps * ForMarks.Count).add(ForMarks.Unit);
  if (long Failed = markOrReset(Name, /*IsReset=*/false)) {
    LockGuard Guard;
    Message Line(Importance::Error);
    Line.add("heap profiler: mark=: ").add(Name).add(": ");
    Line.error(static_cast<int>(Failed));
  }
}

static bool isByLooking(const Schedule &Its) {
  return Its.Is == Every::Bytes || Its.Is == Every::Peak;
}

/// How long until half of what is left is allocated; of a peak, which may come at once, nothing
/// is known.
static uint64_t untilLook(const Schedule &Its, uint64_t Bytes, uint64_t Grown, uint64_t Time) {
  constexpr uint64_t Least = 2000000, Most = 100000000;
  if (Its.Is == Every::Peak)
    return Least * 5;
  uint64_t Left = Its.Next > Bytes ? Its.Next - Bytes : 0;
  if (!Grown)
    return Most;
  double Wait =
      static_cast<double>(Left) / 2 / static_cast<double>(Grown) * static_cast<double>(Time);
  return Wait < Least ? Least : Wait > Most ? Most : static_cast<uint64_t>(Wait);
}

uint64_t runSchedules() {
  uint64_t Time = monotonicNanoseconds() - Began;
  uint64_t Bytes = 0, Peak = 0;
  const bool Looks = isByLooking(ForMarks) || isByLooking(ForDumps);
  const uint64_t Grew = LastBytes, Before = LastLook;
  if (Looks) {
    struct allocsite_totals Totals = {};
    sumTotals(nullptr, /*OfThread=*/false, &Totals);
    Bytes = Totals.bytes;
    Peak = Totals.peak_bytes;
    LastLook = monotonicNanoseconds();
    LookTook = LastLook - Began - Time;
    // Behind a reset bytes begin anew.
    if (Bytes < LastBytes)
      for (Schedule &Each : Schedules)
        if (Each.Is == Every::Bytes)
          Each.Next = Each.Step;
    LastBytes = Bytes;
  }
  auto measure = [&](const Schedule &Its) {
    return Its.Is == Every::Time ? Time : Its.Is == Every::Peak ? Peak : Bytes;
  };
  if (uint64_t Steps = stepsOver(ForMarks, measure(ForMarks)))
    mark(Steps);
  uint64_t After = monotonicNanoseconds() - Began;
  if (After >= NoDumpBefore && stepsOver(ForDumps, measure(ForDumps))) {
    const uint64_t Begin = After;
    dumpNumbered();
    After = monotonicNanoseconds() - Began;
    NoDumpBefore = After + PausePerDump * (After - Begin);
  }

  uint64_t Wait = Never;
  for (const Schedule &Each : Schedules) {
    uint64_t Its = Never;
    if (Each.Is == Every::Time) {
      uint64_t Due = Each.Next;
      if (&Each == &ForDumps && Due < NoDumpBefore)
        Due = NoDumpBefore;
      Its = Due > After ? Due - After : 0;
    }
    if (isByLooking(Each))
      Its = untilLook(Each, Bytes, Bytes - (Grew < Bytes ? Grew : Bytes), LastLook - Before);
    Wait = Its < Wait ? Its : Wait;
  }
  return Looks && Wait < LookTook * 50 ? LookTook * 50 : Wait;
}

} // namespace allocsite
