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
#include "Dump.h"
#include "Coverage.h"
#include "Marks.h"
#include "Message.h"
#include "Platform.h"
#include "State.h"
#include "Tell.h"
#include "count/Stacks.h"
#include "count/Tables.h"
#include "interpose/Through.h"
#include "live/ArenaSet.h"
#include "live/Arenas.h"
#include "live/BlockGenerations.h"
#include "live/Live.h"
#include "live/Resident.h"
#include "profile/ArenaTable.h"
#include "profile/Companion.h"
#include "profile/Csv.h"
#include "profile/Files.h"
#include "profile/Mark.h"
#include "profile/Measures.h"
#include "store/LoadedModules.h"
#include "store/LogTables.h"
#include "store/OutputFile.h"
#include "store/Profile.h"
#include "store/ProfileFile.h"

#include <unistd.h>

namespace allocsite {

static bool HasWritten;
static uint64_t WrittenCount; // allocations
static uint64_t WrittenFreed; // blocks, where they are followed

namespace {
struct Counts {
  uint64_t All = 0;
  uint64_t Others = 0; // of them
  uint64_t Bytes = 0;  // of all that have not failed, up to UINT64_MAX

  bool add(const CounterKey &Key, const Tally &Counted) {
    All += Counted.Calls;
    if (!(Key.Site & ALLOCSITE_SITE_FAILED))
      Bytes = mergeSum(Bytes, bytesOf(Key.Size, Counted.Calls));
    return true;
  }
  bool addOther(const AllocSiteOther &Other) {
    All += Other.Calls;
    Others += Other.Calls;
    if (!(Other.Site & ALLOCSITE_SITE_FAILED))
      Bytes = mergeSum(Bytes, Other.Bytes);
    return true;
  }
};
} // namespace

/// What was counted of it comes with the same key; of a forked child nothing need have been.
static bool addLive(void *To, const LiveKey &Key, const Tally &Counts) {
  if (!wasFollowed(Counts))
    return true;
  auto &Table = *static_cast<CsvTable *>(To);
  const AllocSiteKey Its = {Key.Context, Key.Site, Key.Size};
  return Table.add(Its, Counts) &&
         (!HasBlockGenerations || Table.addLiveOf(Key.Generation, Its, Counts.Live));
}

static bool addFreed(void *Sum, const LiveKey &, const Tally &Counts) {
  *static_cast<uint64_t *>(Sum) += Counts.Freed;
  return true;
}

/// Returns 0 or an errno value; the file is in its place or was never there.
static int writeTable(const CsvTable &Table, const char *Directory) {
  int Failed = openOutput(options().Output, Directory, isForkedChild());
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

/// The same. Where nobody has said which file it is, another directory is better than none.
static int writeTable(const CsvTable &Table) {
  const char *First = options().TemporaryDirectory;
  const int Failed = writeTable(Table, First);
  if (!Failed || *options().Output)
    return Failed;
  const char *const Others[] = {startDirectory(), options().Home};
  for (const char *Directory : Others)
    if (*Directory && !writeTable(Table, Directory)) {
      Message Line(Importance::Warning);
      Line.add(First).add(": cannot write the allocation log: ");
      Line.error(Failed).add("; it is ").add(outputPath());
      return 0;
    }
  return writeTable(Table, First); // so that outputPath() is what the caller expects
}

/// Where what was counted can be had, if there is no log.
static void addWayOut(Message &To) {
  if (hasProfileFile())
    To.add(isProfileCut() ? "; to get a part of it: allocsite recover "
                          : "; to get it: allocsite recover ")
        .add(profilePath());
}

static void sayNoMemory() {
  Message Line(Importance::Error);
  Line.add("heap profiler: cannot write the allocation log: ");
  Line.error(ENOMEM);
  addWayOut(Line);
}

/// The columns and rows that are wanted.
static CsvShape shape(uint32_t Modes) {
  return {options().Csv == CsvSkip, options().Allocators == AllocatorsArena, options().Level,
          Modes, /*HasStacks=*/false};
}

namespace {
struct Log {
  Expander Names;
  CsvTable Table{Names, withStacks(shape(liveModes()))};

  static CsvShape withStacks(CsvShape Its) {
    Its.HasStacks = !Its.Skip;
    return Its;
  }

  bool fill(const LoadedModule *Loaded, uint32_t Count) {
    return Names.load(Loaded, Count, stackNodes()) && visitSinceReset(visitorOf(Table)) &&
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
static void saySums(const CsvTable &Table, const CsvTable::Sums &All) {
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

/// Says what the log lacks, also to `allocsite report`.
static void tellCoverage(Surroundings &Around, const Counts &Counted,
                         const LoadedModule *Loaded, uint32_t Count, Log &Of) {
  SeenCounts Seen;
  Seen.Allocations = Counted.All;
  Seen.Stacks = stackSums();
  Seen.isWhole = whyPartial() == WhyPartial::Nothing && options().Csv != CsvSkip;
  if (Seen.isWhole)
    Of.Table.forEachRow([&](const CsvTable::RowTexts &Row, uint64_t Calls) {
      if (!isSystemAllocator(Row.Allocator))
        return;
      Seen.Calls += Calls;
      if (Row.Through.empty())
        return;
      Seen.OfLibraries += Calls;
      if (Row.Innermost.empty())
        Seen.WithoutCallers += Calls;
      Around.addCalls(Row.Through, Calls, Row.IsOfLibrary);
    });
  TextRef Line = Around.describe(programPath(), Seen, Loaded, Count);
  if (!Line.empty())
    Message(Importance::Normal).add("allocsite: coverage: ").add(Line);
  TextRef Json = Around.json(Seen);
  addTable("coverage", Json.Bytes, Json.Size);
}

/// Where functions in the log are called, as far as that is known, and of which program or library
/// they are, where more than one is compiled with the pass.
static void tellFunctions(CsvTable &Table) {
  if (options().Csv == CsvSkip)
    return;
  PageArray<char> Places, Modules;
  if (Table.writePlaces(Places))
    addTable("places", Places.begin(), Places.size());
  if (Table.writeModules(Modules))
    addTable("modules", Modules.begin(), Modules.size());
  addTable("frames", [&](int Descriptor) { return Table.writeFrames(Descriptor); });
  addTable("stacks", [&](int Descriptor) { return Table.writeStacks(Descriptor); });
}

/// What is alive, by the mark behind which it was allocated.
static void tellGenerations(CsvTable &Table) {
  if (!HasBlockGenerations || options().Csv == CsvSkip)
    return;
  uint32_t Count;
  const BlockGeneration *All = blockGenerations(Count);
  addTable("generations", [&](int To) { return Table.writeGenerations(All, Count, To); });
}

/// What arenas hold, by who made them.
static void writeArenas(Log &Of) {
  if (!areArenasFollowed())
    return;
  ArenaTable Table(Of.Names, options().Level);
  ArenaVisitor Visitor = {
      &Table,
      [](void *To, const AllocSiteArenaMaker &Maker) {
        return static_cast<ArenaTable *>(To)->add(Maker.Context, Maker.Site, tallyOf(Maker));
      },
      [](void *To, const AllocSiteArenaMaker &Maker, const AllocSiteArena &Its) {
        return static_cast<ArenaTable *>(To)->add(Maker.Context, Maker.Site, tallyOf(Its));
      }};
  if (!visitArenas(Visitor) || !Table.sort()) {
    sayNoMemory();
    return;
  }
  // With live=1 nobody has asked for arenas alone.
  if (!Table.rows() && isHeapFollowed())
    return;
  addTable("arenas", [&](int Descriptor) { return Table.write(Descriptor); });
  tellArenas(Table.sums());
}

/// Of tables that are counted apart, with the frames of the log.
static CsvShape shapeOfParts(const Log &Of) {
  CsvShape Its = shape(ModeAlways);
  Its.HasStacks = Of.Table.hasMoreStacks();
  return Its;
}

/// Where the program has set marks: the rows of each, one mark behind the other.
static void tellMarks(Log &Of) {
  if (int Failed = setLastMark()) {
    Message Line(Importance::Error);
    Line.add("heap profiler: cannot write the marks beside ").add(outputPath()).add(": ");
    Line.error(Failed);
  } else if (mark(0)) {
    const CsvShape Shape = shapeOfParts(Of);
    addTable("marks", [&](int Descriptor) {
      int Failed = 0;
      for (size_t I = 0; !Failed && mark(I); ++I)
        Failed = writeMarkRows(*mark(I), Of.Names, Shape, I == 0, Descriptor);
      return Failed;
    });
  }
}

namespace {
struct Report {
  Expander Names;
  ChainReport Chains;

  explicit Report(unsigned Depth) : Chains(Names, Depth, options().Level) {}

  bool fill() {
    uint32_t Count;
    const LoadedModule *Loaded = modules(Count);
    return Names.load(Loaded, Count, stackNodes()) && visitSinceReset(visitorOf(Chains));
  }
};
} // namespace

int writeReport(ReportStyle Style, unsigned Depth, uint64_t MinBytes, int Descriptor) {
  KeepErrno Keep;
  LockGuard Guard;
  InPages<Report> Its(Depth);
  if (!Its || !Its->fill())
    return ENOMEM;
  QuietWrites Quiet;
  return Its->Chains.write(Style, MinBytes, Descriptor);
}

/// What report= asks for, where messages go.
static void reportIfWanted() {
  if (options().Report == ReportNone)
    return;
  int Descriptor = openMessages();
  if (Descriptor < 0)
    return;
  writeReport(static_cast<ReportStyle>(options().Report - ReportTable), ALLOCSITE_FRAMES,
              options().ReportMinBytes, Descriptor);
  closeFile(Descriptor);
}

static void writeLog(const Counts &Counted, const LoadedModule *Loaded, uint32_t Count,
                     Log &Of, Surroundings *Around, const RunEnd &By) {
  const RunFacts Run = endRun(By);
  if (!Of.fill(Loaded, Count)) {
    sayNoMemory();
    return;
  }
  if (Counted.Others)
    Message(Importance::Normal)
        .add("allocsite: warning: ")
        .number(Counted.Others)
        .add(" allocations were not counted apart: rows (other)");
  Message(Importance::Normal).add("Dumping log of size ").number(uint64_t(Of.Table.rows()));
  const CsvTable::Sums All = Of.Table.sums();
  saySums(Of.Table, All);
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
    addWayOut(Line);
    return;
  }
  beginTables();
  tellTimeline(Of.Names, Of.Table);
  if (!options().KeepProfile)
    removeProfile();
  Message(Importance::Normal).add("heap profiler: wrote allocation log to ").add(outputPath());
  // These come first: they may have frames that the log has none of.
  tellMarks(Of);
  tellThreads(Of.Names, shapeOfParts(Of));
  reportIfWanted();
  tellLive(All);
  tellFunctions(Of.Table);
  tellGenerations(Of.Table);
  writeArenas(Of);
  tellFreeSites(Of.Names);
  tellGraph(Of.Names);
  if (Around)
    tellCoverage(*Around, Counted, Loaded, Count, Of);
  tellRun(Run);
  endTables();
}

/// Calls Use(log, modules, how many) with an empty log. False if memory is short.
template <typename Function> static bool withLog(Function Use) {
  scanResident();
  InPages<Log> Its;
  if (!Its)
    return false;
  uint32_t Count;
  const LoadedModule *Loaded = modules(Count);
  Use(*Its, Loaded, Count);
  return true;
}

static void writeProfile(const Counts &Counted, Surroundings *Around, const RunEnd &By) {
  if (!withLog([&](Log &Its, const LoadedModule *Loaded, uint32_t Count) {
        writeLog(Counted, Loaded, Count, Its, Around, By);
      }))
    sayNoMemory();
}

static int writeRows(void *From, int Descriptor) {
  return static_cast<const Log *>(From)->Table.write(Descriptor);
}

static DumpFile Written; // by dumpTo()

/// A dump has the stacks of its rows, the graph, and the run so far.
static void writeTablesOfDump(void *From) {
  Log &Of = *static_cast<Log *>(From);
  beginTables(Written != DumpFile::Named);
  tellFunctions(Of.Table);
  tellGenerations(Of.Table);
  tellGraph(Of.Names);
  tellRun(endRun({ALLOCSITE_END_DUMP}));
  endTables();
}

int dumpTo(const char *Template, DumpFile Its) {
  KeepErrno Keep;
  LockGuard Guard;
  int Failed = ENOMEM;
  Written = Its;
  withLog([&](Log &Of, const LoadedModule *Loaded, uint32_t Count) {
    if (Of.fill(Loaded, Count))
      Failed = writeElsewhere(Template, Its == DumpFile::Numbered, writeRows, &Of,
                              writeTablesOfDump);
  });
  return Failed;
}

static void dump(Surroundings *Around, const RunEnd &By) {
  LockGuard Guard;
  Counts Counted;
  if (!visitSinceReset(visitorOf(Counted))) {
    sayNoMemory();
    return;
  }
  uint64_t Freed = 0;
  visitLive({&Freed, addFreed});
  if (HasWritten ? Counted.All == WrittenCount && Freed == WrittenFreed
                 : isForkedChild() && Counted.All == 0)
    return;
  HasWritten = true;
  WrittenCount = Counted.All;
  WrittenFreed = Freed;
  writeProfile(Counted, Around, By);
}

/// A child of vfork shares memory with the program that it is not: the program goes on
/// counting.
static bool isOurs() { return isCounting() && getpid() == ownerProcess(); }

/// A forked child's parent speaks for both. Not under the lock.
static Surroundings *lookAround() {
  return options().Coverage && !isForkedChild() ? Surroundings::take() : nullptr;
}

void dump(const RunEnd &By) {
  KeepErrno Keep;
  if (!isOurs())
    return;
  Surroundings *Around = lookAround();
  dump(Around, By);
  Surroundings::release(Around);
}

void forgetDump() {
  HasWritten = false;
  forgetNumberedDumps();
  forgetOutputPath();
}

} // namespace allocsite

// Where the program goes on after all, its next allocation renews the profile.
// Among other threads it does not: they count while the program ends, and would
// leave a profile behind.
__attribute__((used)) void ALLOCSITE_SYM_FLUSH(uint32_t How, int32_t Status) {
  using namespace allocsite;
  KeepErrno Keep;
  if (!isOurs())
    return;
  Surroundings *Around = lookAround();
  {
    LockGuard Guard;
    const auto Which = static_cast<AllocSiteRunEnd>(How & ~ALLOCSITE_END_HAS_STATUS);
    dump(Around, {Which, (How & ALLOCSITE_END_HAS_STATUS) != 0, Status});
    // What it counts next renews the profile, and says that it goes on.
    if ((isProfileFileRemoved() || Which == ALLOCSITE_END_EXEC) && isOnlyThread())
      detachThread();
  }
  Surroundings::release(Around);
}
