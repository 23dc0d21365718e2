//===- ProfileSource.cpp - Any file that holds a profile ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProfileSource.h"

#include "CallPlaces.h"
#include "CoverageLine.h"
#include "MarkRange.h"
#include "ModulesOfLog.h"
#include "PprofReader.h"
#include "RecordedProfile.h"
#include "support/DisplayText.h"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <set>
#include <sys/mman.h>
#include <unistd.h>

using namespace allocsite;

namespace {

/// Gives the bytes that were looked at once more.
class Reread : public ByteSource {
public:
  Reread(ByteSource &Rest, std::string_view First) : Rest(Rest), First(First) {}

  Expected<size_t> read(char *To, size_t Size) override {
    if (First.empty())
      return Rest.read(To, Size);
    Size = std::min(Size, First.size());
    std::memcpy(To, First.data(), Size);
    First.remove_prefix(Size);
    return Size;
  }

private:
  ByteSource &Rest;
  std::string_view First;
};

/// Up to \p Size bytes, fewer only at the end.
Expected<std::string> firstBytes(ByteSource &Of, size_t Size) {
  std::string Bytes(Size, '\0');
  for (size_t Filled = 0;;) {
    auto Got = Of.read(Bytes.data() + Filled, Size - Filled);
    if (!Got)
      return Got.error();
    Filled += *Got;
    if (!*Got || Filled == Size) {
      Bytes.resize(Filled);
      return Bytes;
    }
  }
}

/// Rows of a log, into a profile.
class LogRows {
public:
  LogRows(Profile &To, unsigned Side)
      : To(To), Side(Side), NotFollowed(To.findColumn(MeasureColumns[NotFollowedAt].Word)) {}

  MaybeError add(LogRow Row) {
    if (Row.FollowsBlocks)
      follow();
    RowKey Key;
    auto Thread = threadOf(Row);
    if (!Thread)
      return Thread.error();
    Key.Chain = chainOf(Row.Chain, *Thread);
    Key.Allocator = Row.Allocator;
    Key.Type = Row.Type;
    Key.Site = Row.Site;
    Key.setSize(Row.Size);
    Key.IsFailed = Row.isFailed();
    auto At = To.internRow(Key);
    if (!At)
      return At.error();
    // Which columns a log has is known at its end: one of zeros alone waits for that.
    for (unsigned I = 0; I != MeasureCount; ++I)
      if (uint64_t Value = isColumn(I) ? Row[Measure(I)] : 0)
        To.add(*At, columnOf(I), Side, Value);
    if (Row.Sampled)
      Seen.insert(Row.Allocator);
    else if (Row.IsSampled && Row.NotFollowed)
      Unseen.emplace_back(*At, Row.NotFollowed);
    if (NotFollowed && !Row.IsSampled)
      To.add(*At, *NotFollowed, Side, Row.NotFollowed);
    return {};
  }

  void finish(const LogShape &Shape) {
    if (Shape.Measures[NotFollowedAt])
      follow();
    for (auto [Row, Calls] : Unseen)
      if (!Seen.count(To.row(Row).Allocator))
        To.add(Row, *NotFollowed, Side, Calls);
    for (unsigned I = 0; I != MeasureCount; ++I)
      if (isColumn(I) && Shape.Measures[I])
        columnOf(I);
  }

private:
  static constexpr unsigned NotFollowedAt = unsigned(Measure::NotFollowed);

  /// The size of an allocation is part of a row's key, and calls that are not followed are told
  /// where any source follows blocks.
  static bool isColumn(unsigned I) {
    return MeasureColumns[I].Merge != MeasureMerge::Range && I != NotFollowedAt;
  }
  void follow() {
    if (NotFollowed)
      return;
    for (Measure Each :
         {Measure::Calls, Measure::Bytes}) // columns come in the order of the list
      columnOf(unsigned(Each));
    NotFollowed = To.internNotFollowed();
  }

  ColumnId columnOf(unsigned I) {
    if (!Known[I])
      Known[I] = To.internColumn(allocsite::columnOf(MeasureColumns[I]));
    return *Known[I];
  }

  /// The chain that all of a row's thread begin with; NoChain where it is not told.
  Expected<ChainId> threadOf(const LogRow &Row) {
    if (Row.ThreadId == NoName)
      return NoChain;
    auto Name =
        To.Names.intern(fmt::format("{} [{}]", To.Names[Row.Thread], To.Names[Row.ThreadId]));
    if (!Name)
      return Error{"more names than a profile can hold"};
    return To.internChain(To.internFrame({*Name}), NoChain);
  }

  /// Without the missing frames at its end.
  ChainId chainOf(const CallChain &Frames, ChainId Thread) {
    ChainId Chain = Thread;
    for (size_t I = Frames.size(); I--;)
      if (Chain != Thread || Frames[I] != NoName)
        Chain = To.internChain(To.internFrame({Frames[I]}), Chain);
    return Chain;
  }

  Profile &To;
  unsigned Side;
  std::optional<ColumnId> Known[MeasureCount], NotFollowed;
  // With sample=: which allocators it has seen a block of, and the calls of rows without one.
  std::set<NameId> Seen;
  std::vector<std::pair<RowId, uint64_t>> Unseen;
};

Expected<LogShape> readLog(ByteSource &Source, const std::string &Called, Profile &To, Run &Of,
                           const MarkRange &Range) {
  LogRows Rows(To, Of.Side);
  MarkWindow Window(Range);
  auto Shape =
      readAllocationLog(Source, Called, To.Names, [&](const LogRow &Row) -> MaybeError {
        const bool IsWithin = Window.includes(To.Names[Row.Mark], To.Names[Row.Seconds]);
        return IsWithin && !Row.isNothing() ? Rows.add(Row) : MaybeError();
      });
  if (!Shape)
    return Shape;
  if (auto Failure = Window.finish())
    return Error{displayText(Called) + ": " + Failure->What};
  Rows.finish(*Shape);
  Of.HasAllocators = Shape->HasAllocator;
  Of.HasTypes = Shape->HasType;
  Of.HasSites = Shape->HasSite;
  return Shape;
}

/// By way of the log in memory: what a profile says and what its log says is then the same.
Expected<LogShape> readRecorded(const std::string &File, Profile &To, Run &Of) {
  auto Recorded = RecordedProfile::open(File);
  if (!Recorded)
    return Recorded.error();
  auto Table = (*Recorded)->table((*Recorded)->shape());
  if (!Table)
    return Table.error();
  int Descriptor = ::memfd_create("allocsite-log", MFD_CLOEXEC);
  int Code = Descriptor < 0 ? errno : (*Table)->write(Descriptor);
  InputFile Log = InputFile::adopt(Descriptor);
  if (Code || ::lseek(Descriptor, 0, SEEK_SET) != 0)
    return Error{fmt::format("{}: {}", displayText(File), std::strerror(Code ? Code : errno))};
  const AllocSiteProfileHeader &Header = (*Recorded)->header();
  Of.Program = programOf(Header);
  Of.Process = Header.Process;
  Of.Began = Header.Created;
  if ((*Recorded)->isLive())
    Of.Lacks.push_back("The process still ran: this is of the moment when it was read");
  if (Header.Incomplete)
    Of.Lacks.push_back("A part of what was counted was in memory alone and is lost");
  auto Places = (*Recorded)->tableText("places"), Modules = (*Recorded)->tableText("modules");
  if (!Places || !Modules)
    return Places ? Modules.error() : Places.error();
  MemorySource LinesOfPlaces(*Places), LinesOfModules(*Modules);
  readCallPlaces(LinesOfPlaces, To.Names, To.Places);
  readModules(LinesOfModules, To);
  return readLog(Log, File, To, Of, {});
}

constexpr size_t FirstByteCount = sizeof(uint64_t);

bool isRecording(std::string_view First) {
  const uint64_t Magic = ALLOCSITE_PROFILE_MAGIC;
  static_assert(sizeof(Magic) == FirstByteCount);
  return First == std::string_view(reinterpret_cast<const char *>(&Magic), sizeof(Magic));
}

/// A log or a profile of pprof.
Expected<LogShape> readUnpacked(ByteSource &Source, const std::string &Called, Profile &To,
                                Run &Of) {
  auto First = firstBytes(Source, FirstByteCount);
  if (!First)
    return Error{displayText(Called) + ": " + First.error().What};
  Reread Whole(Source, *First);
  return beginsAsPprof(*First) ? readPprof(Whole, Called, To, Of)
                               : readLog(Whole, Called, To, Of, {});
}

bool isGzip(std::string_view First) { return First.substr(0, 2) == "\x1f\x8b"; }

} // namespace

/// A table of a log that has rows as the log has.
static Expected<LogShape> readTable(const LogTable &Its, const std::string &File, Profile &To,
                                    unsigned Side, const MarkRange &Range) {
  Run Of;
  Of.Side = Side;
  Of.File = File;
  MemorySource Rows(Its.Text);
  auto Shape = readLog(Rows, Its.Source, To, Of, Range);
  if (Shape)
    To.Runs.push_back(std::move(Of));
  return Shape;
}

Expected<LogShape> allocsite::readThreads(const std::string &File, Profile &To) {
  LogTables Tables(File);
  auto Its = Tables.find("threads");
  if (!Its)
    return Its.error();
  if (!*Its)
    return Error{
        fmt::format("{}: nothing is known of its threads: a program tells them at its "
                    "end with ALLOCSITE_OPTIONS=threads=1",
                    displayText(File))};
  readCallPlaces(Tables, To.Names, To.Places);
  return readTable(**Its, File, To, 0, {});
}

Expected<LogShape> allocsite::readProfile(const std::string &Named, Profile &To,
                                          unsigned Side) {
  const auto [File, Range] = splitMarks(Named);
  if (!Range.isEmpty()) {
    auto Its = LogTables(File).find("marks");
    if (!Its)
      return Its.error();
    if (!*Its)
      return Error{displayText(File) +
                   ": no marks: the program sets them with allocsite_mark()"};
    return readTable(**Its, File, To, Side, Range);
  }
  const std::string Called = File == "-" ? "<stdin>" : File;
  Run Of;
  Of.Side = Side;
  Of.File = Called;
  auto Input = InputFile::open(File);
  if (!Input)
    return Input.error();
  auto First = firstBytes(*Input, FirstByteCount);
  if (!First)
    return Error{displayText(Called) + ": " + First.error().What};
  const bool IsRecorded = isRecording(*First);
  if (IsRecorded && File == "-")
    return Error{"<stdin>: a profile cannot be read from a pipe (give its path)"};
  // Lines of two builds differ: those of the second count.
  CallPlaces Before;
  if (Side)
    std::swap(Before, To.Places);
  Reread Whole(*Input, *First);
  GunzipSource Unpacked(Whole);
  auto Shape = IsRecorded       ? readRecorded(File, To, Of)
               : isGzip(*First) ? readUnpacked(Unpacked, Called, To, Of)
                                : readUnpacked(Whole, Called, To, Of);
  if (!Shape)
    return Shape;
  if (!IsRecorded) {
    LogTables Tables(File);
    readCallPlaces(Tables, To.Names, To.Places);
    readModules(Tables, To);
    if (std::string Line = coverageLine(Tables); !Line.empty())
      Of.Lacks.push_back(std::move(Line));
  }
  To.Places.addMissing(Before);
  To.Runs.push_back(std::move(Of));
  return Shape;
}

bool allocsite::isPlainLog(const std::string &File) {
  auto Input = InputFile::open(File);
  if (!Input)
    return true;
  // From where standard input stands: what is before that was read by another program.
  char Bytes[FirstByteCount];
  const ssize_t Got = Input->look(Bytes, sizeof(Bytes));
  if (Got < 0)
    return false;
  const std::string_view First(Bytes, size_t(Got));
  return !isRecording(First) && !isGzip(First) && !beginsAsPprof(First);
}
