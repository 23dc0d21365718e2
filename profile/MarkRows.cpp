//===- MarkRows.cpp - A mark as rows of text ------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "MarkRows.h"

#include <errno.h>
#include <new>

namespace allocsite {

static bool fill(CsvTable &Table, const AllocSiteProfileMark &Of) {
  for (uint64_t I = 0; I < Of.EntryCount; ++I) {
    const AllocSiteEntry &Each = markEntries(Of)[I];
    if (!Table.add(Each.Key.Context, Each.Key.Site, Each.Key.Size, tallyOf(Each)))
      return false;
  }
  for (uint64_t I = 0; I < Of.OtherCount; ++I) {
    const AllocSiteOther &Each = markOthers(Of)[I];
    if (!Table.addOther(Each.Site, tallyOf(Each), Each.Bytes))
      return false;
  }
  return Table.sort();
}

/// Nanoseconds as seconds: 1.203417559.
static TextRef secondsIn(char (&Buffer)[32], uint64_t Nanoseconds) {
  constexpr uint64_t Second = 1000000000;
  Text To(Buffer, sizeof(Buffer));
  To.number(Nanoseconds / Second).add('.');
  for (uint64_t Digit = Second / 10, Rest = Nanoseconds % Second; Digit; Digit /= 10)
    To.add(static_cast<char>('0' + Rest / Digit % 10));
  return To.ref();
}

int writeMarkRows(const AllocSiteProfileMark &Of, Expander &Names, CsvShape Shape,
                  bool HasHeader, int Descriptor) {
  // In its own pages: the thread that calls exit may have a small stack.
  void *Room = mapPages(sizeof(CsvTable));
  if (!Room)
    return ENOMEM;
  auto *Table = new (Room) CsvTable(Names, Shape);
  char Seconds[32];
  const CsvTable::EndColumns Columns = {",mark,seconds",
                                        {markName(Of), Of.NameBytes},
                                        secondsIn(Seconds, Of.Nanoseconds),
                                        HasHeader};
  int Failed = fill(*Table, Of) ? Table->write(Descriptor, &Columns) : ENOMEM;
  Table->~CsvTable();
  unmapPages(Room, sizeof(CsvTable));
  return Failed;
}

} // namespace allocsite
