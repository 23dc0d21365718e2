//===- ArenaLog.cpp - What arenas held, by who made them ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArenaLog.h"

#include "CsvReader.h"
#include "RecordedProfile.h"
#include "support/BesideLog.h"
#include "support/DisplayText.h"

#include <charconv>
#include <fmt/format.h>
#include <unistd.h>

using namespace allocsite;

static constexpr std::string_view ArenasEnding = ".arenas.csv";
static constexpr size_t NameCount = std::tuple_size<ArenaNames>::value;
static constexpr size_t ColumnCount = NameCount + ArenaMeasureCount;
static constexpr const char *NameTitles[NameCount] = {"pc0",       "pc1",  "pc2", "pc3",
                                                      "allocator", "type", "site"};

std::string allocsite::arenaLogBeside(const std::string &Log) {
  return endsIn(Log, ArenasEnding) ? Log : besideLog(Log, ArenasEnding);
}

static std::string_view titleOf(size_t Column) {
  return Column < NameCount ? NameTitles[Column] : ArenaColumns[Column - NameCount].Title;
}

static bool readNumber(std::string_view Cell, uint64_t &To) {
  auto [End, Failure] = std::from_chars(Cell.data(), Cell.data() + Cell.size(), To);
  return Failure == std::errc() && End == Cell.data() + Cell.size();
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

static MaybeError readLog(const std::string &Path, ArenaRows &To) {
  auto Input = InputFile::open(Path);
  if (!Input)
    return Input.error();
  CsvReader Reader(*Input);
  auto failed = [&](const Error &Failure) {
    return Error{fmt::format("{}:{}: {}", displayText(Path), Reader.line(), Failure.What)};
  };
  for (bool IsFirst = true;; IsFirst = false) {
    auto Is = Reader.next();
    if (!Is)
      return failed(Is.error());
    if (!*Is)
      return IsFirst ? MaybeError(Error{displayText(Path) + ": an empty file"}) : MaybeError();
    if (auto Failure = IsFirst ? checkTitles(Reader.cells()) : readRow(Reader.cells(), To))
      return failed(*Failure);
  }
}

static MaybeError readProfile(const std::string &Path, ArenaRows &To) {
  auto Recorded = RecordedProfile::open(Path);
  if (!Recorded)
    return Recorded.error();
  auto Read = (*Recorded)->arenas();
  if (!Read)
    return Read.error();
  if (!*Read)
    return Error{displayText(Path) + ": its program did not follow arenas: run it with "
                                     "ALLOCSITE_OPTIONS=live=arenas"};
  const ArenaTable &Table = **Read;
  for (size_t Row = 0; Row < Table.rows(); ++Row) {
    ArenaNames Names;
    for (unsigned I = 0; I < NameCount; ++I) {
      TextRef Name = Table.name(Row, I);
      Names[I].assign(Name.Bytes, Name.Size);
    }
    To[Names].merge(Table.counted(Row));
  }
  return {};
}

MaybeError allocsite::readArenas(const std::string &File, ArenaRows &To) {
  if (isRecordedProfile(File))
    return readProfile(File, To);
  const std::string Path = arenaLogBeside(File);
  if (Path != File && ::access(Path.c_str(), F_OK) != 0)
    return Error{fmt::format("{}: there is no {} beside it: the program was not compiled with "
                             "ALLOCSITE_PASS_OPTIONS=live=1 and run with "
                             "ALLOCSITE_OPTIONS=live=1, or made no arena that a rule names",
                             displayText(File), displayText(Path))};
  return readLog(Path, To);
}
