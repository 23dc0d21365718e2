//===- LogTables.cpp - The tables that belong to a log --------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LogTables.h"

#include "ByteSource.h"
#include "RecordedProfile.h"
#include "support/DisplayText.h"
#include "support/Message.h"
#include "support/NewFile.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace allocsite;

static bool isRegular(const std::string &Path) {
  struct stat Is;
  return ::stat(Path.c_str(), &Is) == 0 && S_ISREG(Is.st_mode);
}

LogTables::LogTables(std::string Named) : File(std::move(Named)), Log(File) {
  if (const LogTableKind *Old = oldTableNamed(File))
    Log.replace(Log.size() - strlen(Old->OldEnding), Log.npos, ".csv");
}

LogTables::LogTables(std::unique_ptr<RecordedProfile> Of)
    : File(Of->path()), Log(File), IsOpen(true), Recorded(std::move(Of)) {}

const RecordedProfile *LogTables::profile() const {
  const bool IsFile = Recorded && Recorded->path() == File && !Recorded->isCompanion();
  return IsFile ? Recorded.get() : nullptr;
}

/// Is \p Profile that of the process which has written \p Log? keep-profile=1 and recover leave
/// the profile newer than the log; one that is older was left by an earlier run.
static bool isOfLog(const std::string &Profile, const std::string &Log) {
  struct stat Its, OfLog;
  return ::stat(Profile.c_str(), &Its) == 0 && ::stat(Log.c_str(), &OfLog) == 0 &&
         std::pair(Its.st_mtim.tv_sec, Its.st_mtim.tv_nsec) >=
             std::pair(OfLog.st_mtim.tv_sec, OfLog.st_mtim.tv_nsec);
}

MaybeError LogTables::open() {
  IsOpen = true;
  for (const std::string &Path : {besideLog(Log, CompanionEnding), File}) {
    const ProfileContent Its = contentOfProfile(Path);
    if (Its == ProfileContent::None ||
        (Its == ProfileContent::Counters && Path != File && !isOfLog(Path, Log)))
      continue;
    auto Opened = RecordedProfile::open(Path);
    if (!Opened)
      return Opened.error();
    Recorded = std::move(*Opened);
    return {};
  }
  return {};
}

/// The table in a file of its own, as older versions left it.
static Expected<std::optional<LogTable>> readOldTable(const std::string &Path) {
  if (!isRegular(Path))
    return std::optional<LogTable>();
  constexpr size_t MostBytes = size_t(1) << 30;
  auto Text = readText(Path, MostBytes, "a table of a log");
  if (!Text)
    return Text.error();
  return std::optional(LogTable{Path, std::move(*Text)});
}

Expected<std::optional<LogTable>> LogTables::find(std::string_view Name) {
  const std::optional<LogTable> None;
  if (File == "-")
    return None;
  if (const LogTableKind *Old = oldTableNamed(File); Old && Name == Old->Name)
    return readOldTable(File);
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
  for (const LogTableKind &Each : LogTableKinds)
    if (Name == Each.Name && Each.OldEnding)
      if (auto Old = readOldTable(besideLog(Log, Each.OldEnding)); !Old || *Old)
        return Old;
  if (::access(File.c_str(), F_OK) != 0)
    return Error{fmt::format("{}: {}", displayText(File), std::strerror(errno))};
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

Expected<bool> LogTables::forEachRecord(std::string_view Name,
                                        const LogTable::RecordUser &Use) {
  auto Its = find(Name);
  if (!Its)
    return Its.error();
  if (!*Its)
    return false;
  if (auto Failure = (*Its)->forEachRecord(Use))
    return *Failure;
  return true;
}

/// Is \p Path a profile with counters, of the process that \p Of names?
static bool isProfileOf(const std::string &Path, const AllocSiteProfileHeader &Of) {
  if (!Of.Process || contentOfProfile(Path) != ProfileContent::Counters)
    return false;
  auto Its = RecordedProfile::open(Path);
  return Its && (*Its)->header().Process == Of.Process &&
         (*Its)->header().Created == Of.Created;
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
  if (isProfileOf(Path, Of)) { // the tables are made of it when they are read: see isOfLog
    ::utimensat(AT_FDCWD, Path.c_str(), nullptr, 0);
    return {};
  }
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
