//===- TellThreads.cpp - The table that says which thread has counted -------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Message.h"
#include "Options.h"
#include "State.h"
#include "Tell.h"
#include "count/Tables.h"
#include "store/LogTables.h"

#include <errno.h>

namespace allocsite {

/// Of one thread, which is Count entries. Returns 0 or an errno value.
static int writeThread(const CountedThread *Of, uint32_t Count, bool HasHeader,
                       CsvTable &Table, int Descriptor) {
  for (uint32_t I = 0; I < Count; ++I)
    if (!visitCounters(*Of[I].Table, visitorOf(Table)))
      return ENOMEM;
  if (!Table.sort())
    return ENOMEM;
  char Name[16], Digits[24];
  nameOf(*Of, Name);
  Text Id(Digits, sizeof(Digits));
  Id.number(uint64_t(Of->Id));
  const CsvTable::EndColumns Columns = {",thread,thread id,frame", Name, Id.ref(), HasHeader};
  return Table.write(Descriptor, &Columns);
}

static int writeThreads(Expander &Names, CsvShape Shape, int Descriptor) {
  uint32_t Count;
  const CountedThread *All = countedThreads(Count);
  int Failed = 0;
  for (uint32_t I = 0, End; I < Count && !Failed; I = End) {
    for (End = I + 1; End < Count && All[End].Number == All[I].Number;)
      ++End;
    InPages<CsvTable> Table(Names, Shape);
    Failed = Table ? writeThread(&All[I], End - I, I == 0, *Table, Descriptor) : ENOMEM;
  }
  return Failed;
}

void tellThreads(Expander &Names, CsvShape Shape) {
  if (!options().Threads)
    return;
  Shape.Modes = ModeAlways;
  addTable("threads", [&](int Descriptor) { return writeThreads(Names, Shape, Descriptor); });
  if (threadsLeftOut())
    Message(Importance::Normal)
        .add("allocsite: warning: threads=1: the last ")
        .number(uint64_t(threadsLeftOut()))
        .add(" threads are not told apart: they are missing in the table of threads");
}

} // namespace allocsite
