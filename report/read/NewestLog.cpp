//===- NewestLog.cpp - The log that was just written ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NewestLog.h"

#include "RecordedProfile.h"
#include "support/DisplayText.h"
#include "support/Glob.h"
#include "support/Message.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <memory>
#include <poll.h>
#include <set>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

using namespace allocsite;

static constexpr const char *LogGlob = "skip-alloc-log-*.csv";

/// The newest skip-alloc-log-*.csv in $TMPDIR, or in /tmp if that is not set.
/// Takes only regular files of this user, no symbolic links.
static Expected<std::string> newestLog() {
  const char *Variable = std::getenv("TMPDIR");
  std::string Folder = Variable && *Variable ? Variable : "/tmp";
  std::unique_ptr<DIR, int (*)(DIR *)> Entries(::opendir(Folder.c_str()), ::closedir);
  if (!Entries)
    return Error{fmt::format("{}: {}", displayText(Folder), std::strerror(errno))};

  std::pair<std::pair<time_t, long>, std::string> Newest;
  while (const dirent *Entry = ::readdir(Entries.get())) {
    std::string Name = Entry->d_name;
    struct stat Status;
    if (!matchesGlob(LogGlob, Name) || oldTableNamed(Name) ||
        ::fstatat(::dirfd(Entries.get()), Name.c_str(), &Status, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISREG(Status.st_mode) || Status.st_uid != ::geteuid())
      continue;
    std::pair Candidate(std::pair(Status.st_mtim.tv_sec, Status.st_mtim.tv_nsec),
                        std::move(Name));
    if (Newest.second.empty() || Candidate > Newest)
      Newest = std::move(Candidate);
  }
  if (Newest.second.empty())
    return Error{fmt::format("{}: no {} of this user (run the program with "
                             "ALLOCSITE=1, or name a file)",
                             displayText(Folder), LogGlob)};
  return Folder + (Folder.back() == '/' ? "" : "/") + Newest.second;
}

/// Adds the logs in \p Folder, sorted by name.
static MaybeError addLogsOf(const std::string &Folder, const char *Together,
                            std::vector<std::string> &To) {
  std::unique_ptr<DIR, int (*)(DIR *)> Entries(::opendir(Folder.c_str()), ::closedir);
  if (!Entries)
    return Error{fmt::format("{}: {}", displayText(Folder), std::strerror(errno))};
  std::vector<std::string> Logs;
  while (const dirent *Entry = ::readdir(Entries.get())) {
    std::string Path = Folder + (Folder.back() == '/' ? "" : "/") + Entry->d_name;
    // Regular files only: reading from a pipe might block.
    struct stat Status;
    if (matchesGlob("*.csv", Entry->d_name) && !oldTableNamed(Entry->d_name) &&
        ::stat(Path.c_str(), &Status) == 0 && S_ISREG(Status.st_mode))
      Logs.push_back(std::move(Path));
  }
  if (Logs.empty())
    return Error{fmt::format("{}: no *.csv in this directory (hint: "
                             "ALLOCSITE_OPTIONS=output={}/%e-%p.csv writes them there)",
                             displayText(Folder), displayText(Folder))};
  std::sort(Logs.begin(), Logs.end());
  printNote(fmt::format("{}: {} {} log{}", displayText(Folder), Together, Logs.size(),
                        Logs.size() == 1 ? "" : "s"));
  To.insert(To.end(), Logs.begin(), Logs.end());
  return {};
}

/// Removes files that belong to another log in \p Files: `app*.csv` matches them all.
static void leaveOutBesideLogs(std::vector<std::string> &Files) {
  const std::set<std::string> Named(Files.begin(), Files.end());
  auto isBesideNamed = [&](const std::string &File) {
    const LogTableKind *Old = oldTableNamed(File);
    if (Old ? !isOldTable(File.c_str(), *Old)
            : contentOfProfile(File) != ProfileContent::Tables)
      return false;
    const std::string Stem =
        File.substr(0, Old ? File.size() - std::strlen(Old->OldEnding) : File.rfind('.'));
    return Named.count(Stem + ".csv") != 0 || Named.count(Stem) != 0;
  };
  const auto First = std::find_if(Files.begin(), Files.end(), isBesideNamed);
  const std::string Name = First == Files.end() ? "" : displayText(*First);
  const auto Rest = std::remove_if(First, Files.end(), isBesideNamed);
  if (const auto Count = Files.end() - Rest)
    printNote(fmt::format("{}{} left out: beside a log that is named", Name,
                          Count == 1 ? "" : fmt::format(" and {} more", Count - 1)));
  Files.erase(Rest, Files.end());
}

Expected<std::vector<std::string>> allocsite::filesOrNewestLog(std::vector<std::string> Files,
                                                               const char *Together) {
  if (!Files.empty()) {
    leaveOutBesideLogs(Files);
    std::vector<std::string> Logs;
    for (std::string &File : Files) {
      struct stat Status;
      if (::stat(File.c_str(), &Status) != 0 || !S_ISDIR(Status.st_mode))
        Logs.push_back(std::move(File));
      else if (auto Failure = addLogsOf(File, Together, Logs))
        return *Failure;
    }
    return Logs;
  }
  auto Newest = newestLog();
  if (!Newest)
    return Newest.error();
  printNote("reading " + displayText(*Newest));
  return std::vector{std::move(*Newest)};
}

bool allocsite::standardInputIsGiven() {
  struct stat Status;
  if (::fstat(STDIN_FILENO, &Status) != 0)
    return false;
  if (S_ISREG(Status.st_mode))
    return true;
  if (!S_ISFIFO(Status.st_mode) && !S_ISSOCK(Status.st_mode))
    return false;
  constexpr int PatienceMilliseconds = 2000;
  pollfd Input{STDIN_FILENO, POLLIN, 0};
  int Ready;
  do
    Ready = ::poll(&Input, 1, PatienceMilliseconds);
  while (Ready < 0 && errno == EINTR);
  // A pipe or socket at its end is ready, too, but has no bytes.
  int Bytes = 0;
  return Ready > 0 && ::ioctl(STDIN_FILENO, FIONREAD, &Bytes) == 0 && Bytes > 0;
}
