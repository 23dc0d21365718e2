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

int writeMarkRows(const AllocSiteProfileMark &Of, Expander &Names, CsvShape Shape,
                  bool HasHeader, int Descriptor) {
  InPages<CsvTable> Table(Names, Shape);
  if (!Table || !fill(*Table, Of))
    return ENOMEM;
  char Digits[32];
  Text Seconds(Digits, sizeof(Digits));
  const CsvTable::EndColumns Columns = {",mark,seconds,frame",
                                        {markName(Of), Of.NameBytes},
                                        addSeconds(Seconds, Of.Nanoseconds).ref(),
                                        HasHeader};
  return Table->write(Descriptor, &Columns);
}

} // namespace allocsite
