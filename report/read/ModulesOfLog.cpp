//===- ModulesOfLog.cpp - Reads which libraries functions are of ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModulesOfLog.h"

#include "CsvReader.h"

using namespace allocsite;

void allocsite::readModules(ByteSource &Lines, Profile &To) {
  CsvReader Csv(Lines);
  auto Line = Csv.next();
  if (!Line || !*Line || Csv.record() != "function,module")
    return;
  for (Line = Csv.next(); Line && *Line; Line = Csv.next()) {
    const std::vector<std::string_view> &Cells = Csv.cells();
    if (Cells.size() != 2 || Cells[1].empty())
      return;
    auto Function = To.Names.intern(Cells[0]), Module = To.Names.intern(Cells[1]);
    if (!Function || !Module)
      return;
    auto [At, IsNew] = To.Modules.try_emplace(*Function, *Module);
    if (!IsNew && At->second != *Module)
      At->second = NoName;
  }
}

void allocsite::readModules(LogTables &Of, Profile &To) {
  auto Found = Of.find("modules");
  if (!Found || !*Found)
    return;
  MemorySource Lines((*Found)->Text);
  readModules(Lines, To);
}
