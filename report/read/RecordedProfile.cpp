//===- RecordedProfile.cpp - A profile file, and the log that it makes ----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecordedProfile.h"
#include "ByteSource.h"

#include "profile/MarkRows.h"
#include "profile/TimelineGroups.h"
#include "support/DisplayText.h"
#include "support/Message.h"

#include <csignal>
#include <cstring>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

using namespace allocsite;

namespace {

/// Bytes of address space in use; with AddressSanitizer these are terabytes.
uint64_t mappedBytes() {
  uint64_t Pages = 0;
  std::ifstream("/proc/self/statm") >> Pages;
  return Pages * uint64_t(::sysconf(_SC_PAGESIZE));
}

/// Limits memory and processor time to what a valid file of this size may need, so that a
/// hostile one cannot exhaust the machine. Ends the process when time is up.
class Bounds {
  static constexpr char Said[] =
      "allocsite: error: the profile takes too long to read: is it damaged?\n";
  static void giveUp(int) {
    ssize_t Ignored = ::write(STDERR_FILENO, Said, sizeof(Said) - 1);
    (void)Ignored;
    ::_exit(InputProblem);
  }

public:
  explicit Bounds(uint64_t Bytes) {
    struct rlimit Limit;
    uint64_t Memory = mappedBytes() + (uint64_t(2) << 30) + 24 * Bytes;
    if (::getrlimit(RLIMIT_AS, &Limit) == 0) {
      Before = Limit;
      if (Limit.rlim_cur > Memory) {
        Limit.rlim_cur = Memory;
        ::setrlimit(RLIMIT_AS, &Limit);
      }
    }
    std::signal(SIGPROF, giveUp);
    setTimer(20 + 2 * (Bytes >> 20));
  }
  Bounds(const Bounds &) = delete;
  ~Bounds() {
    setTimer(0);
    if (Before)
      ::setrlimit(RLIMIT_AS, &*Before);
  }

private:
  std::optional<struct rlimit> Before;

  static void setTimer(uint64_t Seconds) {
    struct itimerval Timer = {};
    Timer.it_value.tv_sec = time_t(Seconds);
    ::setitimer(ITIMER_PROF, &Timer, nullptr);
  }
};

} // namespace

std::string allocsite::programOf(const AllocSiteProfileHeader &Header) {
  return displayText({Header.Program, strnlen(Header.Program, sizeof(Header.Program))});
}

Expected<std::unique_ptr<RecordedProfile>> RecordedProfile::open(const std::string &Path) {
  auto File = ProfileFile::open(Path);
  if (!File)
    return File.error();
  std::unique_ptr<RecordedProfile> Opened(new RecordedProfile(displayText(Path)));
  Opened->File = std::move(*File);
  auto Header = ProfileReader::open(*Opened->File, false);
  if (!Header)
    return Error{Opened->Shown + ": " + Header.error().What};
  Opened->Live = ownerState(Header->header(), Opened->File->status()) == OwnerState::Running;
  auto Reader = ProfileReader::open(*Opened->File, Opened->Live);
  if (!Reader)
    return Error{Opened->Shown + ": " + Reader.error().What};
  Opened->Reader.emplace(std::move(*Reader));
  return Expected<std::unique_ptr<RecordedProfile>>(std::move(Opened));
}

CsvShape RecordedProfile::shape() const {
  return {header().Csv == 1, header().Allocators == 1, header().Level ? header().Level : ~0u,
          Reader->modes()};
}

Expected<RecordedTimeline> RecordedProfile::timeline() {
  auto Read = Reader->timeline();
  if (!Read)
    return Error{Shown + ": " + Read.error().What};
  return Read;
}

Expected<std::string> RecordedProfile::allocatorOf(const RecordedGroup &Of) {
  if (!Of.Head.Site)
    return std::string(OtherAllocators);
  Bounds Bound(File->sizeOnDisk());
  if (auto Failure = loadNames())
    return *Failure;
  Expansion E;
  if (!Names.expand(Of.Head.Site, 0, E))
    return Error{Shown + ": out of memory"};
  return E.Allocator.empty() ? std::string(OtherAllocators)
                             : std::string(E.Allocator.Bytes, E.Allocator.Size);
}

Expected<int> RecordedProfile::writeGroups(const RecordedTimeline &Of, int Descriptor) {
  CsvOutput To(Descriptor);
  To.add(GroupsHeader);
  for (const RecordedGroup &Each : Of.Groups) {
    auto Name = allocatorOf(Each);
    if (!Name)
      return Name.error();
    addGroup(To, Each.Head, TextRef(Name->data(), Name->size()), Of.Points.data(),
             Each.Points.data(), Of.Points.size());
  }
  return To.flush();
}

MaybeError RecordedProfile::loadNames() {
  if (HasNames)
    return {};
  auto Modules = Reader->modules();
  if (!Modules)
    return Error{Shown + ": " + Modules.error().What};
  if (!Names.load((*Modules)->data(), uint32_t((*Modules)->size())))
    return Error{Shown + ": out of memory"};
  HasNames = true;
  return {};
}

Expected<const CsvTable *> RecordedProfile::table(const CsvShape &Shape) {
  Table.emplace(Names, Shape);
  Bounds Bound(File->sizeOnDisk());
  if (auto Failure = loadNames())
    return *Failure;
  if (auto Failure = Reader->addTo(*Table))
    return Error{Shown + ": " + Failure->What};
  if (!Table->sort())
    return Error{Shown + ": out of memory"};
  return &*Table;
}

Expected<const ArenaTable *> RecordedProfile::arenas() {
  if (!Reader->hasArenas())
    return static_cast<const ArenaTable *>(nullptr);
  Arenas.emplace(Names, shape().Level);
  Bounds Bound(File->sizeOnDisk());
  if (auto Failure = loadNames())
    return *Failure;
  if (auto Failure = Reader->addArenas(*Arenas))
    return Error{Shown + ": " + Failure->What};
  if (!Arenas->sort())
    return Error{Shown + ": out of memory"};
  return &*Arenas;
}

bool allocsite::isRecordedProfile(const std::string &File) {
  struct stat Is;
  if (File == "-" || ::stat(File.c_str(), &Is) != 0 || !S_ISREG(Is.st_mode))
    return false;
  auto Input = InputFile::open(File);
  const uint64_t Magic = ALLOCSITE_PROFILE_MAGIC;
  char First[sizeof(Magic)];
  auto Got = Input ? Input->read(First, sizeof(First)) : Expected<size_t>(size_t(0));
  return Got && *Got == sizeof(First) && std::memcmp(First, &Magic, sizeof(First)) == 0;
}

Expected<RecordedProfile::Marks> RecordedProfile::marks() {
  auto Found = Reader->marks();
  if (!Found)
    return Error{Shown + ": " + Found.error().What};
  return Found;
}

int RecordedProfile::writeMarks(const Marks &Of, const CsvShape &Shape, int Descriptor) {
  CsvShape Counted = Shape;
  Counted.Modes = ModeAlways;
  for (const ProfileReader::MarkWords &Each : Of)
    if (int Code = writeMarkRows(ProfileReader::mark(Each), Names, Counted,
                                 &Each == &Of.front(), Descriptor))
      return Code;
  return 0;
}
