//===- FleetSet.cpp - A directory of rows, in the layout of Hive ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FleetSet.h"

#include "FleetRows.h"
#include "read/RecordedProfile.h"
#include "support/DisplayText.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <sys/file.h>
#include <unistd.h>

using namespace allocsite;
namespace fs = std::filesystem;

static constexpr std::string_view Begin = "part-";

std::string FleetPart::path() const {
  return fmt::format("{}/{}{:016x}-{}-{}-{}", Directory, Begin, Process, First, Last,
                     Sequence);
}

static std::string escaped(std::string_view Name) {
  std::string Text;
  for (char C : Name)
    if ((C >= '0' && C <= '9') || (C >= 'a' && C <= 'z') || (C >= 'A' && C <= 'Z') ||
        std::strchr("-_.+@", C))
      Text += C;
    else
      Text += fmt::format("%{:02X}", static_cast<unsigned char>(C));
  return Text;
}

std::string allocsite::fleetDirectory(uint64_t Milliseconds, const std::string &Host,
                                      const std::string &Service, const std::string &Build) {
  const time_t Seconds = time_t(Milliseconds / 1000);
  tm Day = {};
  ::gmtime_r(&Seconds, &Day);
  return fmt::format("day={:04}-{:02}-{:02}/host={}/service={}/build={}", Day.tm_year + 1900,
                     Day.tm_mon + 1, Day.tm_mday, escaped(Host), escaped(Service),
                     escaped(Build));
}

/// The part of that name without an ending; nothing if it is none.
static std::optional<FleetPart> partNamed(const std::string &Name, std::string Directory) {
  FleetPart Its;
  Its.Directory = std::move(Directory);
  const char *At = Name.data() + Begin.size(), *End = Name.data() + Name.size();
  int Base = 16;
  for (uint64_t *To : {&Its.Process, &Its.First, &Its.Last, &Its.Sequence}) {
    const auto Read = std::from_chars(At, End, *To, Base);
    if (Read.ec != std::errc() || (Read.ptr != End) != (To != &Its.Sequence) ||
        (Read.ptr != End && *Read.ptr != '-'))
      return {};
    At = Read.ptr + 1;
    Base = 10;
  }
  return Its;
}

static bool takeEnding(std::string &Name, std::string_view Ending) {
  if (!endsIn(Name, Ending))
    return false;
  Name.resize(Name.size() - Ending.size());
  return true;
}

Expected<FleetSet> FleetSet::open(const std::string &Directory) {
  std::error_code Code;
  fs::create_directories(Directory, Code);
  const int Lock = ::open(Directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (Lock < 0)
    return Error{displayText(Directory) + ": " + std::strerror(errno)};
  FleetSet Its(Directory, Lock);
  if (::flock(Lock, LOCK_EX | LOCK_NB) != 0)
    return Error{displayText(Directory) + ": another allocsite gather writes there"};
  fs::recursive_directory_iterator Each(Directory, Code), End;
  for (; !Code && Each != End; Each.increment(Code)) {
    std::string Name = Each->path().filename().string();
    if (Name.compare(0, Begin.size(), Begin) != 0 || Each.depth() != 4)
      continue;
    std::error_code Ignored;
    if (takeEnding(Name, UnfinishedPart))
      fs::remove(Each->path(), Ignored); // what wrote it was killed
    else if (takeEnding(Name, CsvPart) || takeEnding(Name, ParquetPart))
      if (auto Part = partNamed(
              Name, fs::relative(Each->path().parent_path(), Directory, Ignored).string()))
        Its.Parts.emplace(Part->Process, *Part); // twice, where both files are there
  }
  if (Code)
    return Error{displayText(Directory) + ": " + Code.message()};
  return Its;
}

FleetSet::FleetSet(FleetSet &&Other) noexcept
    : Directory(std::move(Other.Directory)), Lock(Other.Lock), Parts(std::move(Other.Parts)) {
  Other.Lock = -1;
}

FleetSet::~FleetSet() {
  if (Lock >= 0)
    ::close(Lock);
}

void FleetSet::remove(const FleetPart &Of) {
  std::error_code Ignored;
  fs::remove(pathOf(Of, CsvPart), Ignored);
  fs::remove(pathOf(Of, ParquetPart), Ignored);
  for (fs::path At = Of.Directory; !At.empty(); At = At.parent_path())
    if (!fs::remove(fs::path(Directory) / At, Ignored))
      break; // it is not empty
  for (auto At = Parts.lower_bound(Of.Process); At != Parts.upper_bound(Of.Process);)
    At = At->second.path() == Of.path() ? Parts.erase(At) : std::next(At);
}

std::vector<std::string> FleetSet::csvParts() const {
  std::vector<std::string> All;
  for (const auto &Each : Parts)
    if (std::error_code Code; fs::exists(pathOf(Each.second, CsvPart), Code))
      All.push_back(Each.second.path());
  std::sort(All.begin(), All.end());
  All.erase(std::unique(All.begin(), All.end()), All.end());
  return All;
}

std::string allocsite::sqlString(std::string_view Text) {
  std::string Quoted = "'";
  for (char C : Text)
    Quoted.append(C == '\'' ? 2 : 1, C);
  return Quoted + '\'';
}

std::string allocsite::toParquetSql(const std::vector<std::string> &Parts,
                                    const std::string &Directory, const std::string &Ending) {
  std::string Columns;
  for (const FleetColumn &Each : fleetColumns())
    Columns += fmt::format("{}{}: '{}'", Columns.empty() ? "" : ", ", Each.Name, Each.Type);
  std::string Sql = fmt::format(
      "CREATE OR REPLACE TEMP MACRO gathered(part) AS TABLE\n"
      "  SELECT * FROM read_csv(part, header = true, delim = ',', quote = '\"', escape = "
      "'\"',\n"
      "    new_line = '\\n', hive_partitioning = false, max_line_size = 16777216,\n"
      "    columns = {{{}}});\n",
      Columns);
  for (const std::string &Each : Parts)
    Sql += fmt::format(
        "COPY (FROM gathered({}))\n  TO {} (FORMAT parquet, COMPRESSION zstd);\n",
        sqlString(Directory + Each + CsvPart), sqlString(Directory + Each + Ending));
  return Sql;
}
