//===- ArenaLog.cpp - What arenas held, by who made them ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArenaLog.h"

#include "LogTables.h"
#include "support/DisplayText.h"

#include <fmt/format.h>

using namespace allocsite;

static constexpr size_t NameCount = std::tuple_size<ArenaNames>::value;
static constexpr size_t ColumnCount = NameCount + ArenaMeasureCount;
static constexpr const char *NameTitles[NameCount] = {"pc0",       "pc1",  "pc2", "pc3",
                                                      "allocator", "type", "site"};

static std::string_view titleOf(size_t Column) {
  return Column < NameCount ? NameTitles[Column] : ArenaColumns[Column - NameCount].Title;
}

/// Adds one record to \p To, or returns an error that says what is wrong with it.
static MaybeError readRow(const std::vector<std::string_view> &Cells, ArenaRows &To) {
  if (Cells.size() != ColumnCount)
    return Error{fmt::format("{} columns, expected {}", Cells.size(), ColumnCount)};
  ArenaNames Names;
  for (size_t I = 0; I < NameCount; ++I)
    Names[I] = Cells[I];
  uint64_t Values[ArenaMeasureCount];
  for (size_t I = 0; I < ArenaMeasureCount; ++I)
    if (!readNumber(Cells[NameCount + I], Values[I]))
      return Error{fmt::format("column \"{}\": \"{}\" is no number", titleOf(NameCount + I),
                               displayText(Cells[NameCount + I]))};
  ArenaTally Tally;
  size_t At = 0;
#define ALLOCSITE_ARENA_MEASURE(Name, Title, Word, Unit, Merge) Tally.Name = Values[At++];
#include "allocsite/ArenaMeasures.inc"
  To[Names].merge(Tally);
  return {};
}

static MaybeError checkTitles(const std::vector<std::string_view> &Cells) {
  for (size_t I = 0; I < ColumnCount; ++I)
    if (I >= Cells.size() || Cells[I] != titleOf(I))
      return Error{
          fmt::format("not a file of arenas: column {} is not \"{}\"", I + 1, titleOf(I))};
  return {};
}

Expected<bool> allocsite::readArenasIfAny(const std::string &File, ArenaRows &To) {
  return LogTables(File).forEachRecord("arenas", [&](const CsvReader &Record, bool IsHeader) {
    return IsHeader ? checkTitles(Record.cells()) : readRow(Record.cells(), To);
  });
}

MaybeError allocsite::readArenas(const std::string &File, ArenaRows &To) {
  auto HasAny = readArenasIfAny(File, To);
  if (!HasAny)
    return HasAny.error();
  if (*HasAny)
    return {};
  return Error{displayText(File) +
               ": nothing is known of arenas: the program was not compiled with "
               "ALLOCSITE_PASS_OPTIONS=live=1 and run with ALLOCSITE_OPTIONS=live=1, or made "
               "no arena that a rule names"};
}
