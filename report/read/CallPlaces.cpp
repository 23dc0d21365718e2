//===- CallPlaces.cpp - Where functions of a log are called ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallPlaces.h"

#include "CsvReader.h"
#include "support/Message.h"

#include <charconv>

using namespace allocsite;

void allocsite::readCallPlaces(ByteSource &Lines, NameTable &Names, CallPlaces &To) {
  CsvReader Csv(Lines);
  auto Line = Csv.next();
  if (!Line || !*Line || Csv.record() != "callee,caller,first place,places")
    return;
  for (Line = Csv.next(); Line && *Line; Line = Csv.next()) {
    const std::vector<std::string_view> &Cells = Csv.cells();
    unsigned Count = 0;
    if (Cells.size() != 4 ||
        std::from_chars(Cells[3].data(), Cells[3].data() + Cells[3].size(), Count).ec !=
            std::errc() ||
        !Count)
      return;
    std::string Text(Cells[2]);
    auto Callee = Names.intern(Cells[0]), Caller = Names.intern(Cells[1]);
    auto First = Names.intern(Text);
    if (Count > 1)
      Text += " +" + std::to_string(Count - 1);
    auto Shown = Names.intern(Text);
    if (Callee && Caller && First && Shown)
      To.add(*Callee, *Caller, {*First, Count, *Shown}, Names);
  }
}

void allocsite::readCallPlaces(LogTables &Of, NameTable &Names, CallPlaces &To) {
  auto Found = Of.find("places");
  if (!Found) {
    printWarning(Found.error().What + "; the log is read without it");
  } else if (*Found) {
    MemorySource Lines((*Found)->Text);
    readCallPlaces(Lines, Names, To);
  }
}
