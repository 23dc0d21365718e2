//===- ModulesOfLog.cpp - Reads which libraries functions are of ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModulesOfLog.h"

#include "CsvReader.h"
#include "support/BesideLog.h"

#include <sys/stat.h>

using namespace allocsite;

std::string allocsite::modulesBeside(const std::string &Log) {
  return besideLog(Log, ".modules.csv");
}

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

void allocsite::readModulesBeside(const std::string &Log, Profile &To) {
  const std::string Path = modulesBeside(Log);
  struct stat Is;
  if (::stat(Path.c_str(), &Is) != 0 || !S_ISREG(Is.st_mode))
    return;
  if (auto File = InputFile::open(Path))
    readModules(*File, To);
}
