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
#include <functional>
#include <future>
#include <utility>

using namespace allocsite;

namespace {

constexpr size_t FrameCount = std::tuple_size_v<CallChain>;
constexpr size_t FirstColumnCount = FrameCount + alwaysMeasured();
constexpr size_t Absent = SIZE_MAX;

/// The titles of the columns that every log begins with.
constexpr auto FirstColumns = [] {
  std::array<std::string_view, FirstColumnCount> Titles = {"pc0", "pc1", "pc2", "pc3"};
  size_t Next = FrameCount;
  for (const MeasureColumn &Each : MeasureColumns)
    if (Each.isAlways())
      Titles[Next++] = Each.Title;
  return Titles;
}();

/// A cell, quoted and shortened for messages.
std::string excerpt(std::string_view Cell) {
  return '"' + shortenMiddle(displayText(Cell.substr(0, 200)), 40) + '"';
}

/// Guesses from its first line what a file is that is no log; for error messages.
std::string_view guessKind(std::string_view Line) {
  const uint64_t Magic = ALLOCSITE_PROFILE_MAGIC;
  std::string_view Profile(reinterpret_cast<const char *>(&Magic), sizeof(Magic));
  Profile.remove_suffix(1); // its line end
  if (Line.substr(0, Profile.size()) == Profile)
    return "this is a profile: allocsite recover writes its log";
  if (Line.substr(0, 1) == "{")
    return "is this an inventory? allocsite sites --inventory reads one";
  // These hold addresses, which need the program to become names.
  if (Line.substr(0, 13) == "heap profile:")
    return "this is a heap profile of gperftools: pprof -proto PROGRAM FILE makes one that "
           "can "
           "be read";
  if (Line.substr(0, 8) == "heap_v2/")
    return "this is a heap profile of jemalloc: pprofutils jemalloc, or rust-jemalloc-pprof, "
           "makes one that can be read";
  return "is this an allocation log?";
}

/// A column of names, and the member of LogRow that gets the id.
struct NameColumn {
  size_t At;
  NameId &(*Of)(LogRow &);
};

/// A batch of rows. Their names are texts until nameRows() interns them.
struct RowBatch {
  std::vector<LogRow> Rows;
  std::vector<uint64_t> Lines; ///< of each row
  /// The names of all rows, row by row, as ranges of Text.
  std::vector<std::pair<uint32_t, uint32_t>> Cells; ///< offset and length
  std::string Text;
  MaybeError Failure; ///< found behind these rows
  uint64_t FailureLine = 0;

  void clear() {
    Rows.clear();
    Lines.clear();
    Cells.clear();
    Text.clear();
  }
};

///   a thread    make 2        make 3        make 4
///   the caller        use 1         use 2         use 3
///
/// The caller makes the first item. A thread is started only if there is a second one, so that
/// short inputs need no thread.
///
/// Items are reused and keep their memory: the function that makes one must clear it first.
template <typename Item> class Ahead {
public:
  /// \p Make fills an item, and returns false for the last one. It runs on another thread,
  /// except for the first item, one call at a time; what it refers to must outlive this.
  explicit Ahead(std::function<bool(Item &)> Make) : Make(std::move(Make)) {}
  Ahead(const Ahead &) = delete;
  Ahead &operator=(const Ahead &) = delete;
  /// Waits for an item that is being made.
  ~Ahead() {
    if (Running.valid())
      Running.wait();
  }

  /// The next item, valid until the next call; null after the last one. Not thread-safe.
  Item *next() {
    if (!HasMore)
      return nullptr;
    HasMore = Running.valid() ? Running.get() : Make(Being);
    std::swap(Being, Used);
    if (HasMore)
      Running = std::async(std::launch::async, [this] { return Make(Being); });
    return &Used;
  }

private:
  std::function<bool(Item &)> Make;
  Item Being, Used;
  bool HasMore = true;
  std::future<bool> Running;
};

class LogReader {
public:
  LogReader(ByteSource &Source, NameTable &Names) : Csv(Source), Names(Names) {}

  MaybeError readHeader();
  /// Reads a batch without interning names; shares no state with nameRows(), so both may run
  /// at the same time. False if this batch is the last: the end or a failure follows.
  bool read(RowBatch &Into);
  /// Interns the names of the rows. Returns how many rows have theirs: all, unless the name
  /// table is full.
  size_t nameRows(RowBatch &Of);

  uint64_t line() const { return Csv.line(); }

  LogShape Shape;

private:
  MaybeError checkHeader();
  Expected<bool> readRow(RowBatch &Into);
  void keepNames(RowBatch &Into) const;
  std::optional<NameId> allocatorOfFailed(NameId Marked);
  size_t *knownColumn(std::string_view Title);
  MaybeError number(Measure Which, uint64_t &To) const;
  Expected<bool> tellsBlocks() const;
  bool makesNoBlock(uint64_t Size) const {
    if (AllocatorColumn == Absent)
      return false;
    std::string_view Name = Csv.cells()[AllocatorColumn];
    return allocsite::makesNoBlock(Name.data(), Name.size(), Size);
  }

  CsvReader Csv;
  NameTable &Names;
  size_t ColumnCount = 0;
  size_t AllocatorColumn = Absent, TypeColumn = Absent, SiteColumn = Absent,
         ThroughColumn = Absent;
  size_t MarkColumn = Absent, SecondsColumn = Absent;    ///< of a file of marks
  size_t ThreadColumn = Absent, ThreadIdColumn = Absent; ///< of a file of threads
  size_t FrameColumn = Absent;                           ///< of both
  std::array<size_t, MeasureCount> MeasureAt;            ///< column of each, or Absent
  std::vector<NameColumn> NameColumns;                   ///< the columns of names in this log
  std::vector<std::string_view> Texts;                   ///< buffer of nameRows()
  std::vector<NameId> Ids;                               ///< buffer of nameRows()
  size_t CheckedNames = 0; ///< number of names already checked for valid UTF-8
};

/// An error if the first columns are not those of a log.
MaybeError LogReader::checkHeader() {
  auto More = Csv.next();
  std::string_view Line = Csv.record();
  // A line that begins like a header gets a specific message below; others get a guess.
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

/// The member that holds the index of the column titled so; null if the title is unknown.
size_t *LogReader::knownColumn(std::string_view Title) {
  if (Title == "allocator")
    return &AllocatorColumn;
  if (Title == "type")
    return &TypeColumn;
  if (Title == "site")
    return &SiteColumn;
  if (Title == "through")
    return &ThroughColumn;
  if (Title == "mark")
    return &MarkColumn;
  if (Title == "seconds")
    return &SecondsColumn;
  if (Title == "thread")
    return &ThreadColumn;
  if (Title == "thread id")
    return &ThreadIdColumn;
  if (Title == "frame")
    return &FrameColumn;
  for (size_t I = 0; I != MeasureCount; ++I)
    if ((MeasureColumns[I].Modes & ~ModeReader) && Title == MeasureColumns[I].Title)
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
  Shape.HasThrough = ThroughColumn != Absent;
  for (size_t I = 0; I != MeasureCount; ++I)
    Shape.Measures[I] = MeasureAt[I] != Absent;
  Shape.Measures[unsigned(Measure::NotFollowed)] = hasMeasure(Shape.Measures, Measure::Live);
  constexpr std::pair<size_t LogReader::*, NameId &(*)(LogRow &)> Behind[] = {
      {&LogReader::AllocatorColumn, [](LogRow &Row) -> NameId & { return Row.Allocator; }},
      {&LogReader::TypeColumn, [](LogRow &Row) -> NameId & { return Row.Type; }},
      {&LogReader::SiteColumn, [](LogRow &Row) -> NameId & { return Row.Site; }},
      {&LogReader::ThroughColumn, [](LogRow &Row) -> NameId & { return Row.Through; }},
      {&LogReader::MarkColumn, [](LogRow &Row) -> NameId & { return Row.Mark; }},
      {&LogReader::SecondsColumn, [](LogRow &Row) -> NameId & { return Row.Seconds; }},
      {&LogReader::ThreadColumn, [](LogRow &Row) -> NameId & { return Row.Thread; }},
      {&LogReader::ThreadIdColumn, [](LogRow &Row) -> NameId & { return Row.ThreadId; }}};
  static_assert(FrameCount == 4);
  NameColumns = {{0, [](LogRow &Row) -> NameId & { return Row.Chain[0]; }},
                 {1, [](LogRow &Row) -> NameId & { return Row.Chain[1]; }},
                 {2, [](LogRow &Row) -> NameId & { return Row.Chain[2]; }},
                 {3, [](LogRow &Row) -> NameId & { return Row.Chain[3]; }}};
  for (auto [Column, Of] : Behind)
    if (this->*Column != Absent)
      NameColumns.push_back({this->*Column, Of});
  return {};
}

/// Removes the mark of failed calls from an allocator's name: `malloc (failed)` becomes
/// `malloc`. Nothing if the name table is full.
std::optional<NameId> LogReader::allocatorOfFailed(NameId Marked) {
  constexpr std::string_view Mark = "(failed)";
  std::string_view Name = Names[Marked];
  if (Name.size() < Mark.size() || Name.substr(Name.size() - Mark.size()) != Mark)
    return Marked;
  Name.remove_suffix(std::min(Name.size(), Mark.size() + 1));
  return Names.intern(Name.empty() ? "-" : std::string(Name));
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
    To = saturatingAdd(saturatingMultiply(To, 10), uint64_t(C - '0'));
  }
  if (Cell.empty() && !columnOf(Which).isOfBlocks() && Which != Measure::Sampled)
    return Error{fmt::format("\"{}\" is empty where a whole number is expected",
                             columnOf(Which).Title)};
  return {};
}

/// Whether the current record has its numbers of live memory. An error if only some are empty.
Expected<bool> LogReader::tellsBlocks() const {
  const size_t *Told = nullptr, *Empty = nullptr;
  for (unsigned I = 0; I != MeasureCount; ++I)
    if (MeasureColumns[I].isOfBlocks() && MeasureAt[I] != Absent)
      (Csv.cells()[MeasureAt[I]].empty() ? Empty : Told) = &MeasureAt[I];
  if (Told && Empty)
    return Error{
        "some numbers of live memory are empty and others are not (is the file cut off?)"};
  return !Empty;
}

/// Keeps the texts of the current record's names. A name that equals the previous row's shares
/// its text: neighbours often agree, and comparing is cheaper than looking up.
void LogReader::keepNames(RowBatch &Into) const {
  const size_t Before = Into.Cells.size() - NameColumns.size();
  for (size_t I = 0; I != NameColumns.size(); ++I) {
    std::string_view Cell = Csv.cells()[NameColumns[I].At];
    if (Cell.empty())
      Cell = "-";
    if (Into.Cells.size() >= NameColumns.size()) {
      auto [Offset, Length] = Into.Cells[Before + I];
      if (Cell == std::string_view(Into.Text.data() + Offset, Length)) {
        Into.Cells.emplace_back(Offset, Length);
        continue;
      }
    }
    Into.Cells.emplace_back(uint32_t(Into.Text.size()), uint32_t(Cell.size()));
    Into.Text.append(Cell);
  }
}

Expected<bool> LogReader::readRow(RowBatch &Into) {
  auto More = Csv.next();
  if (!More || !*More)
    return More;
  size_t CellCount = Csv.cells().size();
  if (CellCount != ColumnCount)
    return Error{fmt::format("{} field{} where the header names {}{}", CellCount,
                             CellCount == 1 ? "" : "s", ColumnCount,
                             Csv.isUnterminated() ? " (is the file cut off?)" : "")};
  LogRow Row;
  for (size_t I = 0; I != MeasureCount; ++I)
    if (auto Failure = number(Measure(I), Row[Measure(I)]))
      return *Failure;
  // A last line that was cut within its last number still has all fields: check their product.
  const uint64_t Size = Row[Measure::Size], Calls = Row[Measure::Calls];
  if (Csv.isUnterminated() && Row[Measure::Bytes] != saturatingMultiply(Size, Calls) &&
      !Row.isFailed())
    return Error{fmt::format("\"total bytes\" is {} where {} × {} is expected, and "
                             "the line has no end (is the file cut off?)",
                             Row[Measure::Bytes], Size, Calls)};
  Row.FollowsBlocks = hasMeasure(Shape.Measures, Measure::Live);
  Row.IsSampled = hasMeasure(Shape.Measures, Measure::Sampled) &&
                  !Csv.cells()[MeasureAt[size_t(Measure::Sampled)]].empty();
  auto IsTold = tellsBlocks();
  if (!IsTold)
    return IsTold.error();
  if (Row.FollowsBlocks && !*IsTold)
    Row[Measure::NotFollowed] = Row.isFailed() ? 0 : Calls;
  else if (!Row.isFailed() && !makesNoBlock(Size) &&
           (!Row.FollowsBlocks || hasMeasure(Shape.Measures, Measure::Freed)))
    Row[Measure::NotFollowed] =
        notFollowed(Calls, Row[Measure::Live], Row[Measure::Freed], Row[Measure::Sampled]);
  if (FrameColumn != Absent && !readNumber(Csv.cells()[FrameColumn], Row.Frame))
    return Error{fmt::format("\"frame\" is {} where a number is expected",
                             excerpt(Csv.cells()[FrameColumn]))};
  keepNames(Into);
  Into.Rows.push_back(Row);
  Into.Lines.push_back(line());
  return true;
}

bool LogReader::read(RowBatch &Into) {
  constexpr size_t MostRows = 4096, MostText = 1 << 20;
  Into.clear();
  while (Into.Rows.size() < MostRows && Into.Text.size() < MostText) {
    auto More = readRow(Into);
    if (More && *More)
      continue;
    if (!More) {
      Into.Failure = More.error();
      Into.FailureLine = line();
    }
    return false;
  }
  return true;
}

size_t LogReader::nameRows(RowBatch &Of) {
  const size_t Width = NameColumns.size();
  // Intern each shared text only once.
  Texts.clear();
  std::vector<uint32_t> TextOf(Of.Cells.size());
  for (size_t I = 0; I != Of.Cells.size(); ++I) {
    auto [Offset, Length] = Of.Cells[I];
    if (I >= Width && Of.Cells[I - Width].first == Offset) {
      TextOf[I] = TextOf[I - Width];
      continue;
    }
    TextOf[I] = uint32_t(Texts.size());
    Texts.emplace_back(Of.Text.data() + Offset, Length);
  }
  Ids.resize(Texts.size());
  const size_t Known = Names.intern(Texts.data(), Texts.size(), Ids.data());
  size_t Row = 0;
  for (; Row != Of.Rows.size(); ++Row) {
    LogRow &To = Of.Rows[Row];
    for (size_t I = 0; I != Width; ++I) {
      const uint32_t Text = TextOf[Row * Width + I];
      if (Text >= Known)
        return Row;
      NameColumns[I].Of(To) = Ids[Text];
    }
    if (To.isFailed()) {
      auto Allocator = allocatorOfFailed(To.Allocator);
      if (!Allocator)
        return Row;
      To.Allocator = *Allocator;
    }
  }
  for (; CheckedNames != Names.size(); ++CheckedNames)
    Shape.HasInvalidUtf8 |= !isValidUtf8(Names[CheckedNames]);
  return Row;
}

} // namespace

Expected<LogShape>
allocsite::readAllocationLog(ByteSource &Source, const std::string &FileName, NameTable &Names,
                             const RowsConsumer &Consume,
                             const std::function<void(const LogShape &)> &Begin) {
  LogReader Reader(Source, Names);
  auto inFile = [&](const Error &Failure, uint64_t Line) {
    return Error{fmt::format("{}:{}: {}", displayText(FileName), Line, Failure.What)};
  };
  if (auto Failure = Reader.readHeader())
    return inFile(*Failure, Reader.line());
  if (Begin)
    Begin(Reader.Shape);
  Ahead<RowBatch> Batches([&](RowBatch &Into) { return Reader.read(Into); });
  while (RowBatch *Batch = Batches.next()) {
    const size_t Named = Reader.nameRows(*Batch);
    if (Named)
      if (auto Failure = Consume(Batch->Rows.data(), Named))
        return inFile(*Failure, Batch->Lines[Named - 1]);
    if (Named != Batch->Rows.size())
      return inFile(Error{fmt::format("more distinct names than fit in {} GiB",
                                      NameTable::MaxBytes >> 30)},
                    Batch->Lines[Named]);
    if (Batch->Failure)
      return inFile(*Batch->Failure, Batch->FailureLine);
  }
  return Reader.Shape;
}
