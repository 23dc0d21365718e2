//===- Dump.cpp - From counters to a file ---------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Called at the end of the process, and by the program before it ends without
// exit handlers (_exit, abort, exec). The counters stay: after an exec that
// failed the program counts on, and the next dump writes the same file anew.
//
//===----------------------------------------------------------------------===//
#include "Csv.h"
#include "Message.h"
#include "Modules.h"
#include "OutputFile.h"
#include "Platform.h"
#include "Start.h"
#include "Tables.h"

#include <unistd.h>

namespace allocsite {

static bool HasWritten;
static uint64_t WrittenCount; // allocations

static bool addCount(void *Sum, const CounterKey &, uint64_t Count) {
  *static_cast<uint64_t *>(Sum) += Count;
  return true;
}

static bool addRow(void *Table, const CounterKey &Key, uint64_t Count) {
  return static_cast<CsvTable *>(Table)->add(Key.Context, Key.Site, Key.Size,
                                             Count);
}

/// Returns 0 or an errno value; the file is in its place or was never there.
static int writeFile(const CsvTable &Table) {
  int Failed = openOutput(options().Output, options().TemporaryDirectory,
                          isForkedChild());
  if (Failed)
    return Failed;
  Failed = Table.write(outputDescriptor());
  if (Failed) {
    discardOutput();
    return Failed;
  }
  return commitOutput();
}

static void sayFailed(const char *What, int Errno) {
  Message Line(Importance::Error);
  Line.add(What).add(": cannot write the allocation log: ");
  Line.error(Errno);
}

static void writeProfile(uint64_t Allocations) {
  uint32_t Count;
  const LoadedModule *Loaded = modules(Count);
  Expander Names;
  CsvTable Table(Names, {options().Csv == CsvSkip,
                         options().Allocators == AllocatorsArena});
  if (!Names.load(Loaded, Count) || !visitCounters(addRow, &Table) ||
      !Table.sort()) {
    sayFailed("heap profiler", ENOMEM);
    return;
  }
  if (lostCount())
    Message(Importance::Normal)
        .add("allocsite: warning: ")
        .number(lostCount())
        .add(" allocations were not counted for want of memory");
  Message(Importance::Normal)
      .add("Dumping log of size ")
      .number(uint64_t(Table.rows()));
  Message(Importance::Detail)
      .add("allocsite: ")
      .number(Allocations)
      .add(" allocations in ")
      .number(uint64_t(Count))
      .add(" modules, counted in ")
      .number(tableCount())
      .add(" thread tables");
  if (int Failed = writeFile(Table)) {
    sayFailed(outputPath(), Failed);
    return;
  }
  Message(Importance::Normal)
      .add("heap profiler: wrote allocation log to ")
      .add(outputPath());
}

void dump() {
  KeepErrno Keep;
  // A child of vfork shares memory with the program that it is not: the program
  // goes on counting.
  if (!isCounting() || getpid() != ownerProcess())
    return;
  LockGuard Guard;
  uint64_t Allocations = 0;
  if (!visitCounters(addCount, &Allocations)) {
    sayFailed("heap profiler", ENOMEM);
    return;
  }
  if (HasWritten ? Allocations == WrittenCount
                 : isForkedChild() && Allocations == 0)
    return;
  HasWritten = true;
  WrittenCount = Allocations;
  writeProfile(Allocations);
}

void forgetDump() {
  HasWritten = false;
  forgetOutputPath();
}

} // namespace allocsite

__attribute__((used)) void __allocsite_flush_v1() { allocsite::dump(); }
