//===- LogTree.cpp - The logs of many machines, in directories ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LogTree.h"

#include "ByteSource.h"
#include "RecordedProfile.h"
#include "support/DisplayText.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>

using namespace allocsite;
namespace fs = std::filesystem;

static bool isCsv(std::string_view Name) {
  return (endsIn(Name, ".csv") || endsIn(Name, ".csv.gz")) && !oldTableNamed(Name);
}

/// A profile that stands for a log: it has counters, and no log was written beside it.
static bool isLoneProfile(const fs::path &File) {
  if (File.extension() != CompanionEnding)
    return false;
  const std::string Log = logOfCompanion(File.string());
  std::error_code Code;
  return !fs::exists(Log, Code) && !fs::exists(Log + ".gz", Code) &&
         contentOfProfile(File.string()) != ProfileContent::Tables;
}

namespace {
class Search {
public:
  Search(LogTree &To, const fs::path &Except) : To(To), Except(Except) {}

  /// \p Host is empty if each directory below \p At is one, and else that of \p Top.
  void directory(const fs::path &At, const std::string &Host, const fs::path &Top) {
    std::error_code Code;
    std::vector<fs::directory_entry> Entries;
    for (fs::directory_iterator Each(At, Code), End; !Code && Each != End;
         Each.increment(Code))
      Entries.push_back(*Each);
    if (Code)
      To.Failures.push_back({displayText(At.string()) + ": " + Code.message()});
    std::sort(Entries.begin(), Entries.end());
    for (const fs::directory_entry &Each : Entries) {
      const std::string Name = Each.path().filename().string();
      if (Name.front() == '.')
        continue;
      if (Each.is_directory(Code) && !Each.is_symlink(Code)) {
        if (!fs::equivalent(Each.path(), Except, Code))
          directory(Each.path(), Host.empty() ? Name : Host, Host.empty() ? Each.path() : Top);
      } else if (Each.is_regular_file(Code) && (isCsv(Name) || isLoneProfile(Each.path()))) {
        To.Logs.push_back({Each.path().string(), Host.empty() ? nameOf(At) : Host,
                           Each.path().lexically_relative(Top).string()});
      }
    }
  }

  void list(const fs::path &File) {
    constexpr size_t MostBytes = size_t(64) << 20;
    auto Text = readText(File.string(), MostBytes, "a list of hosts");
    if (!Text)
      return To.Failures.push_back(Text.error());
    size_t Number = 0;
    for (const std::string &Line : linesOf(*Text)) {
      ++Number;
      constexpr const char *Blank = " \t\r";
      const size_t Begin = Line.find_first_not_of(Blank);
      if (Begin == Line.npos || Line[Begin] == '#')
        continue;
      const size_t End = Line.find_first_of(Blank, Begin);
      const size_t Path = End == Line.npos ? End : Line.find_first_not_of(Blank, End);
      const fs::path At = Path == Line.npos
                              ? fs::path()
                              : File.parent_path() /
                                    Line.substr(Path, Line.find_last_not_of(Blank) + 1 - Path);
      std::error_code Code;
      if (At.empty() || !fs::is_directory(At, Code))
        To.Failures.push_back(
            {fmt::format("{}:{}: {}", displayText(File.string()), Number,
                         At.empty() ? "expected HOST DIRECTORY"
                                    : displayText(At.string()) + " is no directory")});
      else
        directory(At, Line.substr(Begin, End - Begin), At);
    }
  }

  static std::string nameOf(const fs::path &Directory) {
    std::error_code Code;
    return fs::canonical(Directory, Code).filename().string();
  }

private:
  LogTree &To;
  const fs::path &Except;
};
} // namespace

LogTree allocsite::findLogs(const std::vector<std::string> &Paths, const std::string &Except) {
  LogTree Found;
  const fs::path Left = Except;
  Search All(Found, Left);
  for (const fs::path Path : Paths) {
    std::error_code Code;
    if (fs::is_directory(Path, Code))
      All.directory(Path, "", Path);
    else if (isCsv(Path.filename().string()) || Path.extension() == CompanionEnding)
      Found.Logs.push_back({Path.string(),
                            Search::nameOf(Path.has_parent_path() ? Path.parent_path() : "."),
                            Path.filename().string()});
    else
      All.list(Path);
  }
  return Found;
}
