//===- Mark.cpp - A mark as rows of text ----------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Mark.h"

#include <errno.h>

namespace allocsite {

static bool fill(CsvTable &Table, const AllocSiteProfileMark &Of) {
  for (uint64_t I = 0; I < Of.EntryCount; ++I) {
    const AllocSiteEntry &Each = markEntries(Of)[I];
    if (!Table.add(Each.Key, tallyOf(Each)))
      return false;
  }
  for (uint64_t I = 0; I < Of.OtherCount; ++I)
    if (!Table.addOther(markOthers(Of)[I]))
      return false;
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
  InPages<CsvTable> Table(Names, Shape);
  if (!Table || !fill(*Table, Of))
    return ENOMEM;
  char Seconds[32];
  const CsvTable::EndColumns Columns = {",mark,seconds,frame",
                                        {markName(Of), Of.NameBytes},
                                        secondsIn(Seconds, Of.Nanoseconds),
                                        HasHeader};
  return Table->write(Descriptor, &Columns);
}

} // namespace allocsite
