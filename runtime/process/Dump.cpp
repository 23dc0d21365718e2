//===- Dump.cpp - From counters to a file ---------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Called at the end of the process, and by the program before it ends without
// exit handlers (_exit, abort, exec). The counters stay: after an exec that
// failed the program counts on, in a profile that its next allocation makes
// anew, and the next dump writes the same CSV anew.
//
//===----------------------------------------------------------------------===//
#include "Coverage.h"
#include "Message.h"
#include "Platform.h"
#include "Start.h"
#include "TellLive.h"
#include "count/Tables.h"
#include "live/Live.h"
#include "profile/Csv.h"
#include "store/LoadedModules.h"
#include "store/OutputFile.h"
#include "store/Profile.h"
#include "store/ProfileFile.h"

#include <new>
#include <unistd.h>

namespace allocsite {

static bool HasWritten;
static uint64_t WrittenCount; // allocations

namespace {
struct Counts {
  uint64_t All = 0;
  uint64_t Others = 0; // of them
  uint64_t Bytes = 0;  // of all that have not failed, up to UINT64_MAX

  void addBytes(uint64_t Size, uint64_t Count) {
    uint64_t More;
    if (__builtin_mul_overflow(Size, Count, &More) ||
        __builtin_add_overflow(Bytes, More, &Bytes))
      Bytes = UINT64_MAX;
  }
  static bool counter(void *Self, const CounterKey &Key, const Tally &Counted) {
    static_cast<Counts *>(Self)->All += Counted.Calls;
    if (!(Key.Site & ALLOCSITE_SITE_FAILED))
      static_cast<Counts *>(Self)->addBytes(Key.Size, Counted.Calls);
    return true;
  }
  static bool other(void *Self, const AllocSiteOther &Other) {
    static_cast<Counts *>(Self)->All += Other.Calls;
    static_cast<Counts *>(Self)->Others += Other.Calls;
    if (!(Other.Site & ALLOCSITE_SITE_FAILED))
      static_cast<Counts *>(Self)->addBytes(Other.Bytes, 1);
    return true;
  }
};
} // namespace

static bool addCounter(void *Table, const CounterKey &Key, const Tally &Counted) {
  return static_cast<CsvTable *>(Table)->add(Key.Context, Key.Site, Key.Size, Counted);
}
static bool addOther(void *Table, const AllocSiteOther &Other) {
  return static_cast<CsvTable *>(Table)->addOther(Other.Site, tallyOf(Other), Other.Bytes);
}

/// What was counted of it comes with the same key; of a forked child nothing need have been.
static bool addLive(void *Table, const LiveKey &Key, const LiveCounts &Counts) {
  Tally Counted;
  Counted.Live = Counts.Live;
  Counted.AtPeak = Counts.AtPeak;
  Counted.Freed = Counts.Freed;
  Counted.Temporary = Counts.Temporary;
  bool IsAny = Counts.Live || Counts.AtPeak || Counts.Freed;
  return !IsAny || static_cast<CsvTable *>(Table)->add(Key.Context, Key.Site, Key.Size, Counted);
}

/// Returns 0 or an errno value; the file is in its place or was never there.
static int writeTable(const CsvTable &Table) {
  int Failed = openOutput(options().Output, options().TemporaryDirectory,
                          isForkedChild());
  if (Failed)
    return Failed;
  QuietWrites Quiet;
  Failed = Table.write(outputDescriptor());
  if (Failed) {
    discardOutput();
    return Failed;
  }
  return commitOutput();
}

static void sayNoMemory() {
  Message Line(Importance::Error);
  Line.add("heap profiler: cannot write the allocation log: ");
  Line.error(ENOMEM);
  if (hasProfileFile())
    Line.add("; to get it: allocsite recover ").add(profilePath());
}

namespace {
/// In pages of its own: who calls exit may have a small stack.
struct Log {
  Expander Names;
  CsvTable Table{Names,
                 {options().Csv == CsvSkip, options().Allocators == AllocatorsArena,
                  options().Level, isLive() ? ModeLive : ModeAlways}};

  bool fill(const LoadedModule *Loaded, uint32_t Count) {
    return Names.load(Loaded, Count) && visitCounters({&Table, addCounter, addOther}) &&
           visitLive({&Table, addLive}) && Table.sort();
  }
};
} // namespace

static void addCounted(Message &To, uint64_t Number, const char *One) {
  To.number(Number).add(' ').add(One);
  if (Number != 1)
    To.add('s');
}

/// As the command has them: 50541568 as "48.2 MiB", below 1 KiB "512 B".
static void addBytes(Message &To, uint64_t Bytes) {
  const char *Units = "KMGTPE";
  if (Bytes < 1024) {
    To.number(Bytes).add(" B");
    return;
  }
  // 1023.95 would be 1024.0 of this unit, which is 1.0 of the next.
  auto tenths = [&] { return Bytes >> 21 ? 10240 : (Bytes * 10 + 512) >> 10; };
  for (; tenths() >= 10240; Bytes >>= 10)
    ++Units;
  const uint64_t Tenths = tenths();
  To.number(Tenths / 10).add('.').number(Tenths % 10).add(' ').add(*Units).add("iB");
}

/// What the log holds, for people; the lines around it are for programs as well.
static void saySums(const CsvTable &Table) {
  const CsvTable::Sums All = Table.sums();
  Message Line(Importance::Normal);
  Line.add("allocsite: ");
  addCounted(Line, Table.rows(), "row");
  Line.add(", ");
  addBytes(Line, All.Bytes);
  Line.add(" in ");
  addCounted(Line, All.Calls, "call");
  if (All.FailedCalls) {
    Line.add(", and ");
    addCounted(Line, All.FailedCalls, "call");
    Line.add(" that failed");
  }
}

static constexpr char CoverageEnding[] = ".coverage.json";

/// The calls that liballocsite-uncounted.so has seen as well. Of what is not known it is
/// taken that it has. False where there was no memory.
static bool countOfSystem(Expander &Names, uint64_t &Calls) {
  struct Closure {
    Expander &Names;
    uint64_t Calls;

    bool add(uint64_t Site, uint64_t Context, uint64_t Count) {
      Expansion Of;
      if (!Names.expand(Site & ~ALLOCSITE_SITE_FAILED, Context, Of))
        return false;
      if (Of.Allocator.empty() || isSystemAllocator(Of.Allocator))
        Calls += Count;
      return true;
    }
    static bool counter(void *Self, const CounterKey &Key, const Tally &Counted) {
      return static_cast<Closure *>(Self)->add(Key.Site, Key.Context, Counted.Calls);
    }
    static bool other(void *Self, const AllocSiteOther &Other) {
      return static_cast<Closure *>(Self)->add(Other.Site, 0, Other.Calls);
    }
  } Of = {Names, 0};
  bool IsWhole = visitCounters({&Of, Closure::counter, Closure::other});
  Calls = Of.Calls;
  return IsWhole;
}

/// Says what the log lacks, and leaves it beside the log for `allocsite report`.
static void tellCoverage(Surroundings &Around, const Counts &Counted,
                         const LoadedModule *Loaded, uint32_t Count, Log &Of) {
  SeenCounts Seen = {Counted.All, Of.Table.rows(), Counted.Bytes, 0};
  if (Around.seesCalls() && !countOfSystem(Of.Names, Seen.OfSystem)) {
    sayNoMemory();
    return;
  }
  TextRef Line = Around.describe(programPath(), Seen, Loaded, Count);
  if (!Line.empty())
    Message(Importance::Normal).add("allocsite: coverage: ").add(Line);
  TextRef Json = Around.json(Seen);
  writeBesideOutput(CoverageEnding, Json.Bytes, Json.Size);
}

static void writeLog(const Counts &Counted, const LoadedModule *Loaded, uint32_t Count,
                     Log &Of, Surroundings *Around) {
  if (!Of.fill(Loaded, Count)) {
    sayNoMemory();
    return;
  }
  if (Counted.Others)
    Message(Importance::Normal)
        .add("allocsite: warning: ")
        .number(Counted.Others)
        .add(" allocations were not counted apart: rows (other)");
  Message(Importance::Normal)
      .add("Dumping log of size ")
      .number(uint64_t(Of.Table.rows()));
  saySums(Of.Table);
  Message(Importance::Detail)
      .add("allocsite: ")
      .number(Counted.All)
      .add(" allocations in ")
      .number(uint64_t(Count))
      .add(" modules, counted in ")
      .number(tableCount())
      .add(" thread tables");
  if (int Failed = writeTable(Of.Table)) {
    Message Line(Importance::Error);
    Line.add(outputPath()).add(": cannot write the allocation log: ");
    Line.error(Failed);
    if (hasProfileFile())
      Line.add("; to get it: allocsite recover ").add(profilePath());
    return;
  }
  if (!options().KeepProfile)
    removeProfile();
  Message(Importance::Normal)
      .add("heap profiler: wrote allocation log to ")
      .add(outputPath());
  tellLive();
  if (Around)
    tellCoverage(*Around, Counted, Loaded, Count, Of);
  else
    writeBesideOutput(CoverageEnding, "", 0); // that of an earlier run
}

static void writeProfile(const Counts &Counted, Surroundings *Around) {
  void *Room = mapPages(sizeof(Log));
  if (!Room) {
    sayNoMemory();
    return;
  }
  Log *Its = new (Room) Log;
  uint32_t Count;
  const LoadedModule *Loaded = modules(Count);
  writeLog(Counted, Loaded, Count, *Its, Around);
  Its->~Log();
  unmapPages(Room, sizeof(Log));
}

static void dump(Surroundings *Around) {
  LockGuard Guard;
  Counts Counted;
  if (!visitCounters({&Counted, Counts::counter, Counts::other})) {
    sayNoMemory();
    return;
  }
  if (HasWritten ? Counted.All == WrittenCount
                 : isForkedChild() && Counted.All == 0)
    return;
  HasWritten = true;
  WrittenCount = Counted.All;
  writeProfile(Counted, Around);
}

/// A child of vfork shares memory with the program that it is not: the program goes on
/// counting.
static bool isOurs() { return isCounting() && getpid() == ownerProcess(); }

/// A forked child's parent speaks for both. Not under the lock.
static Surroundings *lookAround() {
  return options().Coverage && !isForkedChild() ? Surroundings::take() : nullptr;
}

void dump() {
  KeepErrno Keep;
  if (!isOurs())
    return;
  Surroundings *Around = lookAround();
  dump(Around);
  Surroundings::release(Around);
}

void forgetDump() {
  HasWritten = false;
  forgetOutputPath();
}

} // namespace allocsite

// Where the program goes on after all, its next allocation renews the profile.
// Among other threads it does not: they count while the program ends, and would
// leave a profile behind.
__attribute__((used)) void ALLOCSITE_SYM_FLUSH() {
  using namespace allocsite;
  KeepErrno Keep;
  if (!isOurs())
    return;
  Surroundings *Around = lookAround();
  {
    LockGuard Guard;
    dump(Around);
    if (isProfileFileRemoved() && isOnlyThread())
      detachThread();
  }
  Surroundings::release(Around);
}
