//===- ProfileSource.cpp - Any file that holds a profile ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProfileSource.h"

#include "LogRows.h"
#include "MarkRange.h"
#include "PprofReader.h"
#include "RunTables.h"
#include "support/DisplayText.h"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace allocsite;

namespace {

/// Returns the bytes that were already read once more, then the rest.
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

/// Reads \p Size bytes; fewer only at the end of the input.
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

Expected<LogShape> readWithTables(ByteSource &Log, const std::string &Called,
                                  LogTables &Tables, Profile &To, Run &Of) {
  readRun(Tables, To, Of);
  LogStacks Stacks = LogStacks::read(Tables, To);
  const ThreadRows Threads =
      To.kept().Thread ? ThreadRows::read(Tables, Stacks, To) : ThreadRows();
  return readLog(Log, Called, To, Of, {}, &Stacks, &Threads);
}

/// Converts the profile to a log in memory and reads that, so that both give the same numbers.
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
  LogTables Tables(std::move(*Recorded));
  return readWithTables(Log, File, Tables, To, Of);
}

constexpr size_t FirstByteCount = sizeof(uint64_t);

bool isRecording(std::string_view First) {
  const uint64_t Magic = ALLOCSITE_PROFILE_MAGIC;
  static_assert(sizeof(Magic) == FirstByteCount);
  return First == std::string_view(reinterpret_cast<const char *>(&Magic), sizeof(Magic));
}

/// Reads a log, with its tables, or a pprof profile.
Expected<LogShape> readUnpacked(ByteSource &Source, const std::string &Called,
                                LogTables &Tables, Profile &To, Run &Of) {
  auto First = firstBytes(Source, FirstByteCount);
  if (!First)
    return Error{displayText(Called) + ": " + First.error().What};
  Reread Whole(Source, *First);
  if (!beginsAsPprof(*First))
    return readWithTables(Whole, Called, Tables, To, Of);
  readRun(Tables, To, Of);
  return readPprof(Whole, Called, To, Of);
}

bool isGzip(std::string_view First) { return First.substr(0, 2) == "\x1f\x8b"; }

} // namespace

/// The part of a log that is within \p Range.
static Expected<LogShape> readMarks(const std::string &File, const MarkRange &Range,
                                    Profile &To, unsigned Side) {
  LogTables Tables(File);
  auto Its = Tables.find("marks");
  if (!Its)
    return Its.error();
  if (!*Its)
    return Error{displayText(File) +
                 ": no marks: the program sets them with allocsite_mark()"};
  Run Of;
  Of.Side = Side;
  Of.File = File;
  Of.IsPart = true;
  readRun(Tables, To, Of);
  MemorySource Rows((*Its)->Text);
  LogStacks Frames = LogStacks::read(Tables, To, false);
  auto Shape = readLog(Rows, (*Its)->Source, To, Of, Range, &Frames);
  if (!Shape)
    return Shape;
  To.Runs.push_back(std::move(Of));
  return Shape;
}

Expected<LogShape> allocsite::readProfile(const std::string &Named, Profile &To,
                                          unsigned Side) {
  const auto [File, Range] = splitMarks(Named);
  if (!Range.isEmpty())
    return readMarks(File, Range, To, Side);
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
  Reread Whole(*Input, *First);
  GunzipSource Unpacked(Whole);
  LogTables Tables(File);
  auto Shape = IsRecorded       ? readRecorded(File, To, Of)
               : isGzip(*First) ? readUnpacked(Unpacked, Called, Tables, To, Of)
                                : readUnpacked(Whole, Called, Tables, To, Of);
  if (!Shape)
    return Shape;
  To.Runs.push_back(std::move(Of));
  return Shape;
}
