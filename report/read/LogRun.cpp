//===- LogRun.cpp - Which process a log is of, and when -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LogRun.h"

#include "LogTables.h"
#include "support/DisplayText.h"
#include "support/Fnv.h"

#include <algorithm>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>
#include <sys/stat.h>

using namespace allocsite;

/// Three thousand years: times beyond are not believed.
static constexpr uint64_t MostSeconds = 100'000'000'000;

namespace {
/// Takes the members of the table that a LogRun has.
class RunReader : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, RunReader> {
public:
  explicit RunReader(LogRun &To) : To(To) {}

  /// False if \p Text is no object.
  bool read(std::string_view Text) {
    rapidjson::MemoryStream Stream(Text.data(), Text.size());
    const bool IsRead =
        rapidjson::Reader().Parse<rapidjson::kParseIterativeFlag>(Stream, *this);
    if (Seconds >= 0)
      To.Time = To.Began * 1000 + uint64_t(Seconds * 1000 + 0.5);
    return IsRead && IsObject;
  }

  // Called by the JSON reader.
  bool Key(const char *Name, rapidjson::SizeType Size, bool) {
    Member.assign(Name, Size);
    if (Depth == 1)
      Top = Member;
    return true;
  }
  bool String(const char *Value, rapidjson::SizeType Size, bool) {
    const std::string Text(Value, Size);
    if (Depth == 1 && Member == "host")
      To.Host = Text;
    else if (Depth == 1 && Member == "service")
      To.Service = Text;
    else if (Depth == 1 && Member == "program")
      To.Program = Text.substr(Text.rfind('/') + 1);
    else if (Depth == 2 && Top == "exit" && Member == "how")
      To.How = Text;
    else if (Depth == 3 && Top == "modules" && Modules == 1 && Member == "build id")
      To.Build = Text;
    return true;
  }
  bool Int(int Value) { return number(Value); }
  bool Uint(unsigned Value) { return number(Value); }
  bool Int64(int64_t Value) { return number(double(Value)); }
  bool Uint64(uint64_t Value) { return number(double(Value)); }
  bool Double(double Value) { return number(Value); }
  bool StartObject() {
    IsObject |= !Depth;
    Modules += Depth == 2 && Top == "modules";
    ++Depth;
    return true;
  }
  bool EndObject(rapidjson::SizeType) { return Depth-- > 0; }
  bool StartArray() { return ++Depth > 0; }
  bool EndArray(rapidjson::SizeType) { return Depth-- > 0; }

private:
  bool number(double Value) {
    if (Depth != 1 || !(Value >= 0 && Value < double(MostSeconds)))
      return true;
    if (Member == "process")
      To.Process = uint64_t(Value);
    else if (Member == "began")
      To.Began = uint64_t(Value);
    else if (Member == "seconds")
      Seconds = Value;
    return true;
  }

  LogRun &To;
  unsigned Depth = 0;
  unsigned Modules = 0; ///< how many have begun; the first is the program
  bool IsObject = false;
  double Seconds = -1;     ///< negative: not told
  std::string Top, Member; ///< Top: the member of the whole that it is in
};
} // namespace

static uint64_t changedAt(const std::string &File) {
  struct stat Its;
  return ::stat(File.c_str(), &Its) == 0 && Its.st_mtim.tv_sec > 0
             ? uint64_t(Its.st_mtim.tv_sec) * 1000 + uint64_t(Its.st_mtim.tv_nsec) / 1'000'000
             : 0;
}

Expected<LogRun> allocsite::readLogRun(const std::string &File) {
  LogTables Tables(File);
  auto Found = Tables.find("run");
  if (!Found)
    return Found.error();
  LogRun Its;
  Fnv Identity;
  if (const AllocSiteProfileHeader *Header = Tables.header()) {
    Its.Program = programOf(*Header);
    Its.Process = Header->Process;
    Its.Began = Header->Created < MostSeconds ? Header->Created : 0;
    for (uint64_t Word :
         {Header->ProcessSpace, Header->StartTime, Header->BootHigh, Header->BootLow})
      Identity.add(Word);
  }
  if (*Found) {
    if (!RunReader(Its).read((*Found)->Text))
      return Error{displayText((*Found)->Source) + ": the table of the run is damaged"};
  }
  Its.TellsTime = Its.Time != 0;
  if (!Its.TellsTime)
    Its.Time = std::max(changedAt(File), Its.Began * 1000);
  if (Its.Process)
    Its.Identity = Identity.add(Its.Process).add(Its.Began).value();
  return Its;
}
