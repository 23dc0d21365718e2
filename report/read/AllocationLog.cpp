//===- AllocationLog.cpp - The rows of a skip-alloc-log CSV ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AllocationLog.h"

#include "CsvReader.h"
#include "support/DisplayText.h"

#include <allocsite/ProfileFormat.h>
#include <fmt/format.h>

using namespace allocsite;

namespace {

constexpr size_t FrameCount = std::tuple_size_v<CallChain>;
constexpr size_t FirstColumnCount = FrameCount + alwaysMeasured();
constexpr size_t Absent = SIZE_MAX;

/// The titles of the columns that each log begins with.
constexpr auto FirstColumns = [] {
  std::array<std::string_view, FirstColumnCount> Titles = {"pc0", "pc1", "pc2", "pc3"};
  size_t Next = FrameCount;
  for (const MeasureColumn &Each : MeasureColumns)
    if (Each.isAlways())
      Titles[Next++] = Each.Title;
  return Titles;
}();

/// A cell as messages show it.
std::string excerpt(std::string_view Cell) {
  return '"' + shortenMiddle(displayText(Cell.substr(0, 200)), 40) + '"';
}

/// What a file may be whose first line is no header of a log.
std::string_view guessKind(std::string_view Line) {
  const uint64_t Magic = ALLOCSITE_PROFILE_MAGIC;
  std::string_view Profile(reinterpret_cast<const char *>(&Magic), sizeof(Magic));
  Profile.remove_suffix(1); // its line end
  if (Line.substr(0, Profile.size()) == Profile)
    return "this is a profile: allocsite recover writes its log";
  if (Line.substr(0, 1) == "{")
    return "is this an inventory? allocsite sites --inventory reads one";
  // Their addresses need the program to become names.
  if (Line.substr(0, 13) == "heap profile:")
    return "this is a heap profile of gperftools: pprof -proto PROGRAM FILE makes one that "
           "can "
           "be read";
  if (Line.substr(0, 8) == "heap_v2/")
    return "this is a heap profile of jemalloc: pprofutils jemalloc, or rust-jemalloc-pprof, "
           "makes one that can be read";
  return "is this an allocation log?";
}

class LogReader {
public:
  LogReader(ByteSource &Source, NameTable &Names) : Csv(Source), Names(Names) {}

  MaybeError readHeader();
  Expected<bool> readRow(LogRow &Row);

  uint64_t line() const { return Csv.line(); }

  LogShape Shape;

private:
  MaybeError checkHeader();
  MaybeError name(size_t Column, NameId &To);
  MaybeError allocatorOfFailed(NameId &To);
  size_t *knownColumn(std::string_view Title);
  MaybeError number(Measure Which, uint64_t &To) const;

  CsvReader Csv;
  NameTable &Names;
  size_t ColumnCount = 0;
  size_t AllocatorColumn = Absent, TypeColumn = Absent, SiteColumn = Absent;
  size_t MarkColumn = Absent, SecondsColumn = Absent;    ///< of a file of marks
  size_t ThreadColumn = Absent, ThreadIdColumn = Absent; ///< of a file of threads
  std::array<size_t, MeasureCount> MeasureAt;            ///< column of each, or Absent
  std::vector<NameId> LastNames;                         ///< of each column in the row before
  size_t CheckedNames = 0; ///< names known to be valid UTF-8 or not
};

/// That the first columns are those of a log.
MaybeError LogReader::checkHeader() {
  auto More = Csv.next();
  std::string_view Line = Csv.record();
  // Of what begins as a header the fault itself is told.
  std::string_view Start = Line.substr(Line.substr(0, 1) == "\"");
  if (!More && !Line.empty() && Start.substr(0, FirstColumns[0].size()) != FirstColumns[0])
    return Error{fmt::format("no header \"pc0,pc1,…\" ({})", guessKind(Line))};
  if (!More)
    return More.error();
  if (!*More)
    return Error{"the file is empty where a header \"pc0,pc1,…\" is expected"};
  const auto &Cells = Csv.cells();
  for (size_t I = 0; I != FirstColumnCount; ++I) {
    if (I == Cells.size())
      return Error{fmt::format("the header ends after {} columns where \"{}\" is "
                               "expected",
                               I, FirstColumns[I])};
    if (Cells[I] != FirstColumns[I])
      return Error{fmt::format("column {} is {} where \"{}\" is expected ({})", I + 1,
                               excerpt(Cells[I]), FirstColumns[I], guessKind(Line))};
  }
  return {};
}

/// Where the column of a title behind the first ones is kept; null of one that is not known.
size_t *LogReader::knownColumn(std::string_view Title) {
  if (Title == "allocator")
    return &AllocatorColumn;
  if (Title == "type")
    return &TypeColumn;
  if (Title == "site")
    return &SiteColumn;
  if (Title == "mark")
    return &MarkColumn;
  if (Title == "seconds")
    return &SecondsColumn;
  if (Title == "thread")
    return &ThreadColumn;
  if (Title == "thread id")
    return &ThreadIdColumn;
  for (size_t I = 0; I != MeasureCount; ++I)
    if (!MeasureColumns[I].isAlways() && Title == MeasureColumns[I].Title)
      return &MeasureAt[I];
  return nullptr;
}

MaybeError LogReader::readHeader() {
  if (auto Failure = checkHeader())
    return Failure;
  size_t Next = FrameCount;
  for (size_t I = 0; I != MeasureCount; ++I)
    MeasureAt[I] = MeasureColumns[I].isAlways() ? Next++ : Absent;
  const auto &Cells = Csv.cells();
  for (size_t I = FirstColumnCount; I != Cells.size(); ++I) {
    size_t *Known = knownColumn(Cells[I]);
    if (!Known)
      Shape.UnknownColumns.emplace_back(Cells[I]);
    else if (*Known != Absent)
      return Error{
          fmt::format("columns {} and {} are both {}", *Known + 1, I + 1, excerpt(Cells[I]))};
    else
      *Known = I;
  }
  ColumnCount = Cells.size();
  Shape.HasAllocator = AllocatorColumn != Absent;
  Shape.HasType = TypeColumn != Absent;
  Shape.HasSite = SiteColumn != Absent;
  for (size_t I = 0; I != MeasureCount; ++I)
    Shape.Measures[I] = MeasureAt[I] != Absent;
  LastNames.resize(ColumnCount, NoName);
  return {};
}

MaybeError LogReader::name(size_t Column, NameId &To) {
  To = NoName;
  if (Column == Absent)
    return {};
  std::string_view Cell = Csv.cells()[Column];
  // Neighbouring rows often agree, and a comparison is cheaper than a look-up.
  if (Names[LastNames[Column]] != Cell) {
    auto Id = Names.intern(Cell.empty() ? "-" : Cell);
    if (!Id)
      return Error{
          fmt::format("more distinct names than fit in {} GiB", NameTable::MaxBytes >> 30)};
    LastNames[Column] = *Id;
  }
  To = LastNames[Column];
  return {};
}

/// Rows of calls that have failed say so behind the allocator, `malloc (failed)`, which is
/// left out.
MaybeError LogReader::allocatorOfFailed(NameId &To) {
  constexpr std::string_view Mark = "(failed)";
  std::string_view Name = Names[To];
  if (Name.size() < Mark.size() || Name.substr(Name.size() - Mark.size()) != Mark)
    return {};
  Name.remove_suffix(std::min(Name.size(), Mark.size() + 1));
  auto Id = Names.intern(Name.empty() ? "-" : std::string(Name));
  if (!Id)
    return Error{
        fmt::format("more distinct names than fit in {} GiB", NameTable::MaxBytes >> 30)};
  To = *Id;
  return {};
}

MaybeError LogReader::number(Measure Which, uint64_t &To) const {
  To = 0;
  const size_t Column = MeasureAt[size_t(Which)];
  if (Column == Absent)
    return {};
  std::string_view Cell = Csv.cells()[Column];
  for (char C : Cell) {
    if (C < '0' || C > '9')
      return Error{fmt::format("\"{}\" is {} where a whole number is expected",
                               columnOf(Which).Title, excerpt(Cell))};
    To = saturatingAdd(saturatingMultiply(To, 10), C - '0');
  }
  if (Cell.empty())
    return Error{fmt::format("\"{}\" is empty where a whole number is expected",
                             columnOf(Which).Title)};
  return {};
}

Expected<bool> LogReader::readRow(LogRow &Row) {
  auto More = Csv.next();
  if (!More || !*More)
    return More;
  size_t CellCount = Csv.cells().size();
  if (CellCount != ColumnCount)
    return Error{fmt::format("{} field{} where the header names {}{}", CellCount,
                             CellCount == 1 ? "" : "s", ColumnCount,
                             Csv.isUnterminated() ? " (is the file cut off?)" : "")};
  for (size_t I = 0; I != Row.Chain.size(); ++I)
    if (auto Failure = name(I, Row.Chain[I]))
      return *Failure;
  for (size_t I = 0; I != MeasureCount; ++I)
    if (auto Failure = number(Measure(I), Row[Measure(I)]))
      return *Failure;
  if (auto Failure = name(AllocatorColumn, Row.Allocator))
    return *Failure;
  if (Row.isFailed())
    if (auto Failure = allocatorOfFailed(Row.Allocator))
      return *Failure;
  if (auto Failure = name(TypeColumn, Row.Type))
    return *Failure;
  if (auto Failure = name(SiteColumn, Row.Site))
    return *Failure;
  if (auto Failure = name(MarkColumn, Row.Mark))
    return *Failure;
  if (auto Failure = name(SecondsColumn, Row.Seconds))
    return *Failure;
  if (auto Failure = name(ThreadColumn, Row.Thread))
    return *Failure;
  if (auto Failure = name(ThreadIdColumn, Row.ThreadId))
    return *Failure;
  // A last line that was cut within its last number still has all its fields.
  if (Csv.isUnterminated() && Row.Bytes != saturatingMultiply(Row.Size, Row.Calls) &&
      !Row.isFailed())
    return Error{fmt::format("\"total bytes\" is {} where {} × {} is expected, and "
                             "the line has no end (is the file cut off?)",
                             Row.Bytes, Row.Size, Row.Calls)};
  for (; CheckedNames != Names.size(); ++CheckedNames)
    Shape.HasInvalidUtf8 |= !isValidUtf8(Names[CheckedNames]);
  return true;
}

} // namespace

Expected<LogShape> allocsite::readAllocationLog(ByteSource &Source,
                                                const std::string &FileName, NameTable &Names,
                                                const RowConsumer &Consume) {
  LogReader Reader(Source, Names);
  auto inFile = [&](const Error &Failure) {
    return Error{fmt::format("{}:{}: {}", displayText(FileName), Reader.line(), Failure.What)};
  };
  if (auto Failure = Reader.readHeader())
    return inFile(*Failure);
  for (LogRow Row;;) {
    auto More = Reader.readRow(Row);
    if (!More)
      return inFile(More.error());
    if (!*More)
      return Reader.Shape;
    if (auto Failure = Consume(Row))
      return inFile(*Failure);
  }
}
