//===- RecordedProfile.cpp - A profile file, and the log that it makes ----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecordedProfile.h"
#include "ByteSource.h"

#include "profile/Mark.h"
#include "profile/Sampling.h"
#include "profile/Timeline.h"
#include "support/DisplayText.h"
#include "support/Message.h"

#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <sys/mman.h>
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
  std::unique_ptr<RecordedProfile> Opened(new RecordedProfile(Path));
  Opened->File = std::move(*File);
  auto Header = ProfileReader::open(*Opened->File, false);
  if (!Header)
    return Error{Opened->Shown + ": " + Header.error().What};
  const OwnerState Owner = ownerState(Header->header(), Opened->File->status());
  Opened->Live = Owner == OwnerState::Running;
  // One that cannot be seen from here may be writing.
  auto Reader = ProfileReader::open(*Opened->File, Owner != OwnerState::Gone);
  if (!Reader)
    return Error{Opened->Shown + ": " + Reader.error().What};
  Opened->Reader.emplace(std::move(*Reader));
  return Expected<std::unique_ptr<RecordedProfile>>(std::move(Opened));
}

CsvShape RecordedProfile::shape() const {
  return {header().Csv == 1, header().Allocators == 1, header().Level ? header().Level : ~0u,
          Reader->modes()};
}

MaybeError RecordedProfile::loadNames() {
  if (Reader->hasNames())
    return {};
  if (auto Failure = Reader->loadNames(Names))
    return Error{Shown + ": " + Failure->What};
  return {};
}

Expected<const CsvTable *> RecordedProfile::table(const CsvShape &Shape) {
  if (isCompanion())
    return Error{fmt::format("{}: the companion of a log, which is {}", Shown,
                             displayText(logOfCompanion(Path)))};
  TableShape = Shape;
  TableShape.HasStacks = !Shape.Skip;
  Table.emplace(Names, TableShape);
  Bounds Bound(File->sizeOnDisk());
  if (auto Failure = Reader->addTo(*Table, Names))
    return Error{Shown + ": " + Failure->What};
  if (!Table->sort())
    return Error{Shown + ": out of memory"};
  return &*Table;
}

ProfileContent allocsite::contentOfProfile(const std::string &File) {
  struct stat Is;
  if (File == "-" || ::stat(File.c_str(), &Is) != 0 || !S_ISREG(Is.st_mode))
    return ProfileContent::None;
  auto Input = InputFile::open(File);
  AllocSiteProfileHeader First = {};
  auto Got = Input ? Input->read(reinterpret_cast<char *>(&First), sizeof(First))
                   : Expected<size_t>(size_t(0));
  if (!Got || *Got < sizeof(First.Magic) || First.Magic != ALLOCSITE_PROFILE_MAGIC)
    return ProfileContent::None;
  return isCompanionHeader(First, *Got) ? ProfileContent::Tables : ProfileContent::Counters;
}

//===----------------------------------------------------------------------===//
// Tables of the log
//===----------------------------------------------------------------------===//

/// What \p Write writes to a descriptor.
template <typename WriteT> static Expected<std::string> textOf(WriteT Write) {
  const int Descriptor = ::memfd_create("allocsite-table", MFD_CLOEXEC);
  int Code = Descriptor < 0 ? errno : Write(Descriptor);
  struct stat Status = {};
  if (!Code && ::fstat(Descriptor, &Status) != 0)
    Code = errno;
  std::string Text(size_t(Status.st_size), '\0');
  // One call reads 2 GiB at most.
  for (size_t At = 0; !Code && At != Text.size();) {
    const ssize_t Got = ::pread(Descriptor, Text.data() + At, Text.size() - At, off_t(At));
    if (Got <= 0)
      Code = Got < 0 ? errno : EIO;
    else
      At += size_t(Got);
  }
  ::close(Descriptor);
  if (Code)
    return Error{std::strerror(Code)};
  return Text;
}

Expected<std::string> RecordedProfile::allocatorOf(const RecordedGroup &Of) {
  Expansion E;
  if (Of.Head.Site && !Names.expand(Of.Head.Site, 0, E))
    return Error{"out of memory"};
  return E.Allocator.empty() ? std::string(OtherAllocators)
                             : std::string(E.Allocator.Bytes, E.Allocator.Size);
}

Expected<std::string> RecordedProfile::timelineText() {
  if (Timeline->Points.empty())
    return std::string();
  std::vector<char> Room(MostTimelineBytes);
  Text To(Room.data(), Room.size());
  addTimeline(To, Timeline->Points.data(), Timeline->Points.size(), Reader->hasArenas());
  return std::string(To.c_str(), To.size());
}

Expected<std::string> RecordedProfile::groupsText() {
  if (Timeline->Groups.empty()) // none, or of an older runtime
    return std::string();
  std::vector<std::string> Allocators;
  for (const RecordedGroup &Each : Timeline->Groups) {
    auto Name = allocatorOf(Each);
    if (!Name)
      return Name.error();
    Allocators.push_back(std::move(*Name));
  }
  return textOf([&](int Descriptor) {
    CsvOutput To(Descriptor);
    To.add(GroupsHeader);
    for (size_t I = 0; I != Allocators.size(); ++I)
      addGroup(To, Timeline->Groups[I].Head,
               TextRef(Allocators[I].data(), Allocators[I].size()), Timeline->Points.data(),
               Timeline->Groups[I].Points.data(), Timeline->Points.size());
    return To.flush();
  });
}

Expected<std::string> RecordedProfile::changesText() {
  if (Timeline->Points.empty())
    return std::string();
  Changes All;
  if (auto Failure = Reader->addChanges(All, *Timeline))
    return *Failure;
  return textOf([&](int Descriptor) {
    return Table->writeChanges(Descriptor, All, samplingOf(header().Sampling));
  });
}

Expected<std::string> RecordedProfile::marksText() {
  if (MarkRows)
    return *MarkRows;
  auto Marks = Reader->marks();
  if (!Marks)
    return Marks.error();
  if (Marks->empty())
    return std::string();
  CsvShape Counted = TableShape;
  Counted.Modes = ModeAlways;
  Counted.HasStacks = Table->hasMoreStacks();
  auto Text = textOf([&](int Descriptor) {
    for (const ProfileReader::MarkWords &Each : *Marks)
      if (int Code = writeMarkRows(ProfileReader::mark(Each), Names, Counted,
                                   &Each == &Marks->front(), Descriptor))
        return Code;
    return 0;
  });
  if (Text)
    MarkRows = *Text;
  return Text;
}

Expected<std::string> RecordedProfile::arenasText() {
  if (!Reader->hasArenas())
    return std::string();
  ArenaTable Arenas(Names, shape().Level);
  if (auto Failure = Reader->addArenas(Arenas))
    return *Failure;
  if (!Arenas.sort())
    return Error{"out of memory"};
  return textOf([&](int Descriptor) { return Arenas.write(Descriptor); });
}

/// Of a process that has written its log, and kept its profile, as it has written it.
Expected<std::string> RecordedProfile::runText() {
  // The peak is known when all counts are.
  if (Reader->modes() & ModeLive && !Table)
    if (auto Read = table(shape()); !Read)
      return Read.error();
  std::string Texts;
  auto Its = Reader->run(Texts);
  if (!Its)
    return Error{Shown + ": " + Its.error().What};
  if (!*Its)
    return std::string();
  // At the end it may have been at the peak again.
  if ((*Its)->Its.How != ALLOCSITE_END_NONE && Reader->modes() & ModeLive && !(*Its)->PeakAt)
    (*Its)->PeakAt = (*Its)->Its.Clock + (*Its)->Its.Ended;
  return textOf([&](int Descriptor) {
    return writeRun(**Its, Live ? Unfinished::Running : Unfinished::Killed, Descriptor);
  });
}

Expected<std::string> RecordedProfile::generationsText() {
  std::deque<std::string> Marks;
  auto All = Reader->generations(Marks);
  if (!All)
    return Error{Shown + ": " + All.error().What};
  return textOf([&](int Descriptor) {
    return Table->writeGenerations(All->data(), uint32_t(All->size()), Descriptor);
  });
}

Expected<std::string> RecordedProfile::namesText(std::string_view Name) {
  if (!Table)
    if (auto Read = table(shape()); !Read)
      return Read.error();
  if (TableShape.Skip)
    return std::string();
  if (Name == "generations")
    return generationsText();
  if (Name == "frames") {
    // Marks may have frames that the log has none of.
    Bounds Bound(File->sizeOnDisk());
    if (auto Marks = marksText(); !Marks)
      return Marks.error();
    return textOf([&](int Descriptor) { return Table->writeFrames(Descriptor); });
  }
  if (Name == "stacks")
    return textOf([&](int Descriptor) { return Table->writeStacks(Descriptor); });
  PageArray<char> Lines;
  if (!(Name == "places" ? Table->writePlaces(Lines) : Table->writeModules(Lines)))
    return Error{Shown + ": out of memory"};
  return std::string(Lines.begin(), Lines.size());
}

Expected<std::string> RecordedProfile::tableText(std::string_view Name) {
  if (isCompanion()) {
    auto Kept = Reader->logTable(Name);
    if (!Kept)
      return Error{Shown + ": " + Kept.error().What};
    return Kept;
  }
  if (Name == "places" || Name == "modules" || Name == "frames" || Name == "stacks" ||
      Name == "generations")
    return namesText(Name);
  if (Name == "run")
    return runText();
  // The rows of marks have the frames of the log's.
  if ((Name == "marks" || Name == "changes") && !Table)
    if (auto Read = table(shape()); !Read)
      return Read.error();
  Bounds Bound(File->sizeOnDisk());
  if (auto Failure = loadNames())
    return *Failure;
  auto read = [&]() -> Expected<std::string> {
    if (Name == "arenas")
      return arenasText();
    if (Name == "marks")
      return marksText();
    if (Name != "timeline" && Name != "timeline-groups" && Name != "changes")
      return std::string();
    if (!Timeline) {
      auto Read = Reader->timeline();
      if (!Read)
        return Read.error();
      Timeline = std::move(*Read);
    }
    return Name == "timeline"  ? timelineText()
           : Name == "changes" ? changesText()
                               : groupsText();
  };
  auto Text = read();
  if (!Text)
    return Error{Shown + ": " + Text.error().What};
  return Text;
}
