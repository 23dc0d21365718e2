//===- ProfileFiles.cpp - Profiles on this machine, and their processes ---===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProfileFiles.h"

#include "support/DisplayText.h"
#include "support/FileParts.h"
#include "support/Glob.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <sstream>
#include <tuple>
#include <unistd.h>

using namespace allocsite;

Expected<std::unique_ptr<ProfileFile>> ProfileFile::open(const std::string &Path) {
  // The path may be a stranger's: to open a device can do something.
  const int Place = ::open(Path.c_str(), O_PATH | O_CLOEXEC);
  struct stat Status = {};
  if (Place < 0 || ::fstat(Place, &Status) != 0 || !S_ISREG(Status.st_mode)) {
    const int Code = Place < 0 ? errno : 0;
    ::close(Place);
    return Error{fmt::format("{}: {}", displayText(Path),
                             Code ? std::strerror(Code) : "not a regular file")};
  }
  const int Descriptor =
      ::open(fmt::format("/proc/self/fd/{}", Place).c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  const int Code = errno;
  ::close(Place);
  if (Descriptor < 0)
    return Error{fmt::format("{}: {}", displayText(Path), std::strerror(Code))};
  std::unique_ptr<ProfileFile> File(new ProfileFile(Descriptor));
  return Expected<std::unique_ptr<ProfileFile>>(std::move(File));
}

ProfileFile::~ProfileFile() { ::close(Descriptor); }

int ProfileFile::duplicate() const { return ::fcntl(Descriptor, F_DUPFD_CLOEXEC, 0); }

struct stat ProfileFile::status() const {
  struct stat Status = {};
  ::fstat(Descriptor, &Status);
  return Status;
}

uint64_t ProfileFile::size() { return status().st_size; }
uint64_t ProfileFile::sizeOnDisk() { return uint64_t(status().st_blocks) * 512; }

bool ProfileFile::read(uint64_t At, void *To, size_t Size) {
  const bool IsRead = readExactly(Descriptor, To, At, Size);
  // Its process may still write: the kernel's loads for the next call come behind those for this
  // one.
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  return IsRead;
}

uint64_t ProfileFile::nextData(uint64_t At) {
  if (At >= DataFrom && At < DataTo)
    return At;
  off_t From = ::lseek(Descriptor, At, SEEK_DATA);
  if (From < 0) // ENXIO: zeros up to the end; else it cannot be told
    return errno == ENXIO ? std::max(At, size()) : At;
  off_t To = ::lseek(Descriptor, From, SEEK_HOLE);
  DataFrom = From;
  DataTo = To < From ? From : To;
  return From;
}

//===----------------------------------------------------------------------===//
// Processes
//===----------------------------------------------------------------------===//

static std::string firstLine(const std::string &Path) {
  std::ifstream Stream(Path);
  std::string Line;
  std::getline(Stream, Line);
  return Line;
}

static bool isThisBoot(const AllocSiteProfileHeader &Header) {
  uint64_t High = 0, Low = 0;
  for (char Digit : firstLine("/proc/sys/kernel/random/boot_id")) {
    const char *Digits = "0123456789abcdef";
    const char *Found = Digit ? std::strchr(Digits, Digit) : nullptr;
    if (!Found)
      continue;
    High = High << 4 | Low >> 60;
    Low = Low << 4 | uint64_t(Found - Digits);
  }
  return (!High && !Low) || (!Header.BootHigh && !Header.BootLow) ||
         (High == Header.BootHigh && Low == Header.BootLow);
}

namespace {
/// A line of /proc/PID/maps.
struct Mapping {
  std::string Range, Rights, File; ///< File: its inode number
  std::string Path;
};
} // namespace

/// Nothing if /proc cannot be read; an empty list if the process has ended.
static std::optional<std::vector<Mapping>> mappingsOf(uint64_t Process) {
  std::ifstream Maps(fmt::format("/proc/{}/maps", Process));
  if (!Maps)
    return std::nullopt;
  std::vector<Mapping> Found;
  std::string Line;
  while (std::getline(Maps, Line)) {
    std::istringstream Fields(Line);
    std::string Offset, Device;
    Mapping Each;
    Fields >> Each.Range >> Each.Rights >> Offset >> Device >> Each.File >> std::ws;
    std::getline(Fields, Each.Path);
    Found.push_back(std::move(Each));
  }
  return Found;
}

/// Whether the process has the file mapped; true if that cannot be read.
static bool hasMapped(uint64_t Process, const struct stat &Status) {
  const auto Mappings = mappingsOf(Process);
  if (!Mappings || Mappings->empty())
    return true;
  return std::any_of(Mappings->begin(), Mappings->end(), [&](const Mapping &Each) {
    return Each.File == std::to_string(Status.st_ino);
  });
}

/// A path by which the mapped file can be opened, if it is a profile; else empty. A process in
/// a container has files of its own: its path is tried here, below its root, and then as the
/// kernel knows it, which needs privileges but also finds what was removed. A file of that path
/// here may have the same number, on another file system: the profile must be of the process's pid
/// namespace.
static std::string profileMappedAs(const Mapping &Of, uint64_t Process) {
  struct stat Space;
  const bool IsSpaceKnown =
      ::stat(fmt::format("/proc/{}/ns/pid", Process).c_str(), &Space) == 0;
  for (const std::string &Path : {Of.Path, fmt::format("/proc/{}/root{}", Process, Of.Path),
                                  fmt::format("/proc/{}/map_files/{}", Process, Of.Range)}) {
    auto File = ProfileFile::open(Path);
    AllocSiteProfileHeader Header = {};
    if (File && std::to_string((*File)->status().st_ino) == Of.File &&
        (*File)->read(0, &Header, sizeof(Header)) && Header.Magic == ALLOCSITE_PROFILE_MAGIC &&
        (!IsSpaceKnown || !Header.ProcessSpace || Header.ProcessSpace == Space.st_ino)) {
      rememberOwner((*File)->status(), OwnerState::Running);
      return Path;
    }
  }
  return "";
}

Expected<std::string> allocsite::mappedProfile(uint64_t Process) {
  if (Process > INT32_MAX || (::kill(pid_t(Process), 0) != 0 && errno == ESRCH))
    return Error{fmt::format("process {} is not running", Process)};
  errno = 0;
  const auto Mappings = mappingsOf(Process);
  if (!Mappings)
    return Error{
        fmt::format("process {}: {}", Process, std::strerror(errno ? errno : EACCES))};
  if (Mappings->empty()) // a zombie: it has ended, and its parent has not waited for it
    return Error{fmt::format("process {} is not running", Process)};
  for (const Mapping &Each : *Mappings)
    // Look only at shared, writable mappings of files: in most programs that is just the
    // profile.
    if (Each.Rights == "rw-s" && !Each.Path.empty() && Each.Path[0] == '/')
      if (std::string Path = profileMappedAs(Each, Process); !Path.empty())
        return Path;
  return Error{
      fmt::format("process {} has no profile (was it compiled with the pass, started with "
                  "ALLOCSITE=1, and has it allocated anything?)",
                  Process)};
}

ProcessBeginning allocsite::startTimeOf(uint64_t Process) {
  const int File =
      ::open(("/proc/" + std::to_string(Process) + "/stat").c_str(), O_RDONLY | O_CLOEXEC);
  if (File < 0)
    return {errno == ENOENT || errno == ESRCH ? ProcessBeginning::Ended
                                              : ProcessBeginning::Unknown};
  char Line[1024];
  const ssize_t Got = ::read(File, Line, sizeof(Line) - 1);
  ::close(File);
  if (Got <= 0)
    return {ProcessBeginning::Ended};
  const std::string_view Text(Line, size_t(Got));
  // Field 2 is the name of the program in parentheses, which may hold anything.
  size_t At = Text.rfind(')');
  if (At == Text.npos)
    return {};
  if (Text.substr(At + 1, 2) == " Z" || Text.substr(At + 1, 2) == " X")
    return {ProcessBeginning::Ended};
  for (int Field = 2; Field != 22; ++Field)
    if (At = Text.find(' ', At + 1); At == Text.npos)
      return {};
  Line[Got] = 0;
  return {ProcessBeginning::Known, std::strtoull(Line + At + 1, nullptr, 10)};
}

bool allocsite::isProcessRunning(uint64_t Id, uint64_t StartTime) {
  const ProcessBeginning Now = startTimeOf(Id);
  return Now.Is == ProcessBeginning::Unknown ||
         (Now.Is == ProcessBeginning::Known && Now.Ticks == StartTime);
}

/// True if the process that told that it began at `Told` is the one with its number that began at
/// `Began`, in ticks of the clock: a later process with that number begins later. Both are the
/// same time, unless qemu runs the process: that tells when it had loaded the program.
static bool hasBegunAt(uint64_t Told, uint64_t Began) { return Told >= Began; }

/// What was said of profiles, by device and inode.
static std::map<std::pair<dev_t, ino_t>, OwnerState> &knownOwners() {
  static std::map<std::pair<dev_t, ino_t>, OwnerState> Known;
  return Known;
}

void allocsite::rememberOwner(const struct stat &Of, OwnerState Is) {
  knownOwners()[{Of.st_dev, Of.st_ino}] = Is;
}

OwnerState allocsite::ownerState(const AllocSiteProfileHeader &Header,
                                 const struct stat &Status) {
  if (auto Known = knownOwners().find({Status.st_dev, Status.st_ino});
      Known != knownOwners().end())
    return Known->second;
  if (!isThisBoot(Header))
    return OwnerState::Gone;
  struct stat Space;
  if (Header.ProcessSpace && ::stat("/proc/self/ns/pid", &Space) == 0 &&
      Space.st_ino != Header.ProcessSpace)
    return OwnerState::Elsewhere;
  if (!Header.Process || Header.Process > INT32_MAX ||
      (::kill(pid_t(Header.Process), 0) != 0 && errno == ESRCH))
    return OwnerState::Gone;
  const ProcessBeginning Its = startTimeOf(Header.Process);
  if (Its.Is == ProcessBeginning::Unknown)
    return OwnerState::Running;
  if (Its.Is == ProcessBeginning::Ended ||
      (Header.StartTime && !hasBegunAt(Header.StartTime, Its.Ticks)))
    return OwnerState::Gone;
  return hasMapped(Header.Process, Status) ? OwnerState::Running : OwnerState::Gone;
}

//===----------------------------------------------------------------------===//
// Folders
//===----------------------------------------------------------------------===//

static void findIn(const std::string &Folder, std::vector<FoundProfile> &To,
                   std::vector<std::string> &OfOthers) {
  std::unique_ptr<DIR, int (*)(DIR *)> Entries(::opendir(Folder.c_str()), ::closedir);
  if (!Entries)
    return;
  while (const dirent *Entry = ::readdir(Entries.get())) {
    FoundProfile Found;
    Found.Path = Folder + (Folder.back() == '/' ? "" : "/") + Entry->d_name;
    // Anybody may write to /tmp: take only our own files.
    if (!matchesGlob("*.asprof", Entry->d_name) ||
        ::lstat(Found.Path.c_str(), &Found.Status) != 0 || !S_ISREG(Found.Status.st_mode))
      continue;
    if (Found.Status.st_uid != ::geteuid()) {
      OfOthers.push_back(Found.Path);
      continue;
    }
    auto File = ProfileFile::open(Found.Path);
    if (!File)
      continue;
    auto Reader = ProfileReader::open(**File, false);
    if (!Reader || Reader->header().Content != ALLOCSITE_CONTENT_COUNTERS)
      continue;
    Found.Header = Reader->header();
    Found.Owner = ownerState(Found.Header, Found.Status);
    To.push_back(std::move(Found));
  }
}

std::vector<FoundProfile> allocsite::findProfiles(std::vector<std::string> &OfOthers) {
  const char *Variable = std::getenv("TMPDIR");
  std::string Folder = Variable && *Variable ? Variable : "/tmp";
  std::vector<FoundProfile> Found;
  findIn(Folder, Found, OfOthers);
  struct stat First, Second;
  if (::stat(Folder.c_str(), &First) != 0 || ::stat("/tmp", &Second) != 0 ||
      First.st_dev != Second.st_dev || First.st_ino != Second.st_ino)
    findIn("/tmp", Found, OfOthers);
  std::sort(Found.begin(), Found.end(), [](const FoundProfile &A, const FoundProfile &B) {
    auto Key = [](const FoundProfile &F) {
      return std::tuple(F.Header.Created, F.Status.st_mtim.tv_sec, F.Status.st_mtim.tv_nsec);
    };
    return Key(A) != Key(B) ? Key(A) > Key(B) : A.Path < B.Path;
  });
  return Found;
}
