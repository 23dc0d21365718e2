//===- RunningProcesses.cpp - The profiled processes of this machine ------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunningProcesses.h"

#include "ProfileFiles.h"
#include "support/FileParts.h"

#include <algorithm>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <sys/resource.h>
#include <unistd.h>

using namespace allocsite;

static constexpr std::chrono::seconds FirstWait{1}, LongestWait{60};

/// False once the process has written its log. Reads two records: the file may be a stranger's.
static bool holdsCounts(const ProfiledProcess &Of) {
  AllocSiteProfileHeader Header = {};
  struct {
    AllocSiteProfileLogTable Head; // 64 bytes, as the header of each chunk
    AllocSiteProfileRun Run;
  } First = {};
  return readExactly(Of.File, &Header, 0, sizeof(Header)) &&
         Header.Magic == ALLOCSITE_PROFILE_MAGIC &&
         readExactly(Of.File, &First, Header.HeaderBytes, sizeof(First)) &&
         First.Run.How == ALLOCSITE_END_NONE;
}

RunningProcesses::RunningProcesses(Keep Kept) : Kept(Kept) {
  rlimit Files;
  if (::getrlimit(RLIMIT_NOFILE, &Files) == 0) {
    Files.rlim_cur = Files.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &Files);
  }
}

RunningProcesses::~RunningProcesses() {
  for (const ProfiledProcess &Each : all())
    ::close(Each.File);
}

void RunningProcesses::refresh(const std::vector<uint64_t> &Only) {
  std::vector<uint64_t> Now = Only;
  std::unique_ptr<DIR, int (*)(DIR *)> Entries(Only.empty() ? ::opendir("/proc") : nullptr,
                                               ::closedir);
  if (Only.empty() && !Entries)
    return;
  while (const dirent *Entry = Entries ? ::readdir(Entries.get()) : nullptr)
    if (char *End; uint64_t Id = std::strtoull(Entry->d_name, &End, 10))
      if (!*End)
        Now.push_back(Id);
  std::sort(Now.begin(), Now.end());
  for (auto At = ById.begin(); At != ById.end();) {
    const auto Each = At++;
    const ProfiledProcess &Its = Each->second.Of;
    const bool HasEnded = !std::binary_search(Now.begin(), Now.end(), Each->first) ||
                          !isProcessRunning(Its.Id, Its.StartTime);
    if (!HasEnded && (Its.File < 0 || holdsCounts(Its)))
      continue;
    if (Its.File >= 0)
      end(Its);
    if (HasEnded)
      ById.erase(Each);
    else // It may execute another program.
      Each->second = {{Its.Id, Its.StartTime}, {}, {}, false};
  }
  Unreadable = 0;
  for (uint64_t Id : Now) {
    auto Known = ById.find(Id);
    if (Known == ById.end() ||
        (Known->second.Of.File < 0 && Clock::now() >= Known->second.Again))
      if (const auto Began = startTimeOf(Id); Began.Is == ProcessBeginning::Known)
        look(Id, Began.Ticks);
    Known = ById.find(Id);
    Unreadable += Known != ById.end() && Known->second.IsUnreadable;
  }
}

void RunningProcesses::look(uint64_t Process, uint64_t StartTime) {
  Seen &Its = ById[Process];
  Its.Of.Id = Process;
  Its.Of.StartTime = StartTime;
  Its.IsUnreadable =
      ::access(("/proc/" + std::to_string(Process) + "/maps").c_str(), R_OK) != 0;
  if (auto Path = mappedProfile(Process)) {
    auto File = ProfileFile::open(*Path);
    Its.Of.File = File ? (*File)->duplicate() : -1;
    if (Its.Of.File >= 0)
      return;
  }
  Its.Wait = Its.Wait.count() ? std::min(2 * Its.Wait, LongestWait) : FirstWait;
  Its.Again = Clock::now() + Its.Wait;
}

/// Keeps the profile of a process that was killed.
void RunningProcesses::end(const ProfiledProcess &Of) {
  const bool WasKilled = holdsCounts(Of);
  if (!WasKilled && Kept == TheKilled) {
    ::close(Of.File);
    return;
  }
  struct stat Status;
  if (::fstat(Of.File, &Status) == 0)
    rememberOwner(Status, OwnerState::Gone);
  Ended.push_back(Of);
  Ended.back().HasEnded = true;
  Ended.back().WasKilled = WasKilled;
}

void RunningProcesses::forgetOldest(size_t Most) {
  while (Ended.size() > Most)
    forget(ProfiledProcess(Ended.front()));
}

void RunningProcesses::forget(const ProfiledProcess &Of) {
  const int File = Of.File;
  Ended.erase(
      std::remove_if(Ended.begin(), Ended.end(),
                     [File](const ProfiledProcess &Each) { return Each.File == File; }),
      Ended.end());
  ::close(File);
}

std::vector<ProfiledProcess> RunningProcesses::all() const {
  std::vector<ProfiledProcess> All = Ended;
  for (const auto &[Id, Each] : ById)
    if (Each.Of.File >= 0)
      All.push_back(Each.Of);
  return All;
}
