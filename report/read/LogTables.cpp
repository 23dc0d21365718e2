//===- LogTables.cpp - The tables that belong to a log --------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LogTables.h"

#include "ByteSource.h"
#include "support/BesideLog.h"
#include "support/DisplayText.h"
#include "support/Message.h"
#include "support/NewFile.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace allocsite;

static constexpr size_t MostTableBytes = size_t(1) << 30;

static bool isRegular(const std::string &Path) {
  struct stat Is;
  return ::stat(Path.c_str(), &Is) == 0 && S_ISREG(Is.st_mode);
}

LogTables::LogTables(std::string Named) : File(std::move(Named)), Log(File) {
  if (const LogTableKind *Old = oldTableNamed(File))
    Log.replace(Log.size() - strlen(Old->OldEnding), Log.npos, ".csv");
}

/// Was \p Log written by the process of \p Profile, as keep-profile=1 and recover leave them?
static bool isOfLog(const RecordedProfile &Profile, const std::string &Log) {
  struct stat Is;
  return ::stat(Log.c_str(), &Is) == 0 &&
         Profile.header().Created <= uint64_t(std::max<time_t>(Is.st_mtime, 0));
}

MaybeError LogTables::open() {
  IsOpen = true;
  for (const std::string &Path : {besideLog(Log, CompanionEnding), File}) {
    if (!isCompanion(Path.c_str()) && !isRecordedProfile(Path))
      continue;
    auto Opened = RecordedProfile::open(Path);
    if (!Opened)
      return Opened.error();
    if (Path != File && !(*Opened)->isCompanion() && !isOfLog(**Opened, Log))
      continue;
    Recorded = std::move(*Opened);
    return {};
  }
  return {};
}

Expected<std::optional<LogTable>> LogTables::find(std::string_view Name) {
  const std::optional<LogTable> None;
  if (File == "-")
    return None;
  if (!IsOpen)
    if (auto Failure = open())
      return *Failure;
  if (Recorded) {
    auto Text = Recorded->tableText(Name);
    if (!Text)
      return Text.error();
    return Text->empty()
               ? None
               : LogTable{fmt::format("{} ({})", Recorded->path(), Name), std::move(*Text)};
  }
  for (const LogTableKind &Each : LogTableKinds) {
    const std::string Path = besideLog(Log, Each.OldEnding);
    if (Name != Each.Name || !isRegular(Path))
      continue;
    auto Text = readText(Path, MostTableBytes, Each.Name);
    if (!Text)
      return Text.error();
    return std::optional(LogTable{Path, std::move(*Text)});
  }
  return None;
}

MaybeError LogTable::forEachRecord(const RecordUser &Use) const {
  MemorySource Input(Text);
  CsvReader Reader(Input);
  for (bool IsHeader = true;; IsHeader = false) {
    auto Is = Reader.next();
    if (Is && !*Is)
      return IsHeader ? MaybeError(Error{displayText(Source) + ": an empty file"})
                      : MaybeError();
    const MaybeError Failure = Is ? Use(Reader, IsHeader) : Is.error();
    if (Failure)
      return Error{
          fmt::format("{}:{}: {}", displayText(Source), Reader.line(), Failure->What)};
  }
}

MaybeError allocsite::writeLogTables(const std::string &Log, AllocSiteProfileHeader Of,
                                     const NamedTables &Tables) {
  if (!hasFilesBeside(Log))
    return {};
  removeBesideLog(Log.c_str());
  const bool HasTables = std::any_of(Tables.begin(), Tables.end(),
                                     [](const auto &Each) { return !Each.second.empty(); });
  if (!HasTables)
    return {};
  const std::string Path = besideLog(Log, CompanionEnding);
  struct stat Status;
  if (isRecordedProfile(
          Path)) // the log is made of it, and so are the tables when they are read
    return {};
  if (::lstat(Path.c_str(), &Status) == 0) {
    printWarning(
        fmt::format("{}: no companion of a log; it is left as it is, and what belongs "
                    "to {} is not written",
                    displayText(Path), displayText(Log)));
    return {};
  }
  return writeNewFile(Path, [&](int Descriptor) {
    CompanionWriter Writer;
    int Failed = Writer.begin(Descriptor, Of);
    for (const auto &[Name, Text] : Tables)
      if (!Failed)
        Failed = Writer.add(
            Name,
            [](void *From, int To) {
              const auto &Its = *static_cast<const std::string *>(From);
              return writeAll(To, Its.data(), Its.size());
            },
            const_cast<std::string *>(&Text));
    return Failed;
  });
}
