//===- ProfileFile.cpp - The file behind the counters ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ProfileFile.h"
#include "OutputFile.h"
#include "Platform.h"
#include "RunFacts.h"
#include "State.h"
#include "profile/Files.h"
#include "profile/System.h"
#include "profile/Text.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace allocsite {

static char Path[4096];
static dev_t Device;
static ino_t File;
static bool Exists;  // under Path, as far as we know
static bool Removed; // by us
static uint64_t End; // bytes in use; what is behind it reads as zeros

const char *profilePath() { return Path; }
bool hasProfileFile() { return Exists; }
bool isProfileFileRemoved() { return Removed; }

static bool isOurs(const struct stat &Status) {
  return Status.st_dev == Device && Status.st_ino == File;
}

/// The file, or the negative of an errno value.
static int openAgain() {
  if (!Exists)
    return Removed ? -ECANCELED : -ENOENT;
  // O_NONBLOCK: somebody may have put a pipe there.
  int Descriptor =
      aboveStandard(openFile(Path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK));
  if (Descriptor < 0)
    return -errno;
  struct stat Status;
  if (statusOf(Descriptor, &Status) == 0 && isOurs(Status))
    return Descriptor;
  closeFile(Descriptor);
  return -ENOENT;
}

/// Space for [End, End + Bytes), or none of it.
static int reserve(int Descriptor, size_t Bytes) {
  struct rlimit Limit;
  if (getrlimit(RLIMIT_FSIZE, &Limit) == 0 && Limit.rlim_cur != RLIM_INFINITY &&
      End + Bytes > Limit.rlim_cur)
    return EFBIG;
  int Failed;
  do {
    Failed = fallocate(Descriptor, 0, static_cast<off_t>(End), static_cast<off_t>(Bytes)) == 0
                 ? 0
                 : errno;
  } while (Failed == EINTR);
  // Some file systems keep what they found before the disk was full.
  if (Failed && ftruncate(Descriptor, static_cast<off_t>(End)) != 0)
    return Failed;
  return Failed;
}

// By system call: a race detector takes an mmap that it sees for a write.
static void *mapAt(int Descriptor, uint64_t At, size_t Bytes) {
  long Pages =
      syscall(SYS_mmap, nullptr, Bytes, PROT_READ | PROT_WRITE, MAP_SHARED, Descriptor, At);
  return Pages == -1 ? nullptr : reinterpret_cast<void *>(Pages);
}

static int appendTo(int Descriptor, size_t Bytes, uint64_t &At, void *&Memory) {
  if (int Failed = reserve(Descriptor, Bytes))
    return Failed;
  Memory = mapAt(Descriptor, End, Bytes);
  if (!Memory) {
    int Failed = errno;
    // What the next chunk finds there must be zeros.
    return ftruncate(Descriptor, static_cast<off_t>(End)) ? Failed : Failed;
  }
  At = End;
  End += Bytes;
  return 0;
}

/// Calls Use(Descriptor) and closes the file. Returns what that does, 0 or an errno value, or
/// why there is no file.
template <typename UseT> static int withFile(int Descriptor, UseT Use) {
  if (Descriptor < 0)
    return -Descriptor;
  QuietWrites Quiet;
  int Failed = Use(Descriptor);
  closeFile(Descriptor);
  return Failed;
}

int appendMapped(size_t Bytes, uint64_t &At, void *&Memory) {
  KeepErrno Keep;
  return withFile(openAgain(),
                  [&](int Descriptor) { return appendTo(Descriptor, Bytes, At, Memory); });
}

int appendWritten(size_t Bytes, size_t ChunkBytes,
                  int (*Write)(void *Closure, int Descriptor, uint64_t At), void *Closure) {
  KeepErrno Keep;
  return withFile(openAgain(), [&](int Descriptor) {
    if (int Failed = reserve(Descriptor, Bytes))
      return Failed;
    AllocSiteProfileChunk Chunk = {ALLOCSITE_CHUNK_MODULES, ALLOCSITE_CHUNK_LIVE, ChunkBytes,
                                   ChunkBytes};
    int Failed = Write(Closure, Descriptor, End + ALLOCSITE_PROFILE_CHUNK_BYTES);
    // The header last: a chunk that is cut off by a SIGKILL is one that is not
    // there yet. Release: the kernel's stores for it come behind those for the rest, for who
    // reads the file of a running process.
    __atomic_thread_fence(__ATOMIC_RELEASE);
    if (!Failed && writeFileAt(Descriptor, &Chunk, sizeof(Chunk), static_cast<off_t>(End)) !=
                       sizeof(Chunk))
      Failed = EIO;
    if (!Failed)
      End += Bytes;
    else if (ftruncate(Descriptor, static_cast<off_t>(End)) != 0)
      Exists = false; // it would be read wrongly from here on: leave it
    return Failed;
  });
}

//===----------------------------------------------------------------------===//
// Making it
//===----------------------------------------------------------------------===//

/// Field 22 of a file as /proc/self/stat; 0 where it cannot be read. The name of the program may
/// hold anything, so count from its closing parenthesis, which ends field 2.
static uint64_t startTime(const char *File) {
  char Buffer[512];
  const TextRef Stat(Buffer, readStart(File, Buffer, sizeof(Buffer)));
  size_t At = Stat.Size;
  while (At && Buffer[At - 1] != ')')
    --At;
  unsigned Field = 2;
  for (; At < Stat.Size && Field < 22; ++At)
    Field += Buffer[At] == ' ';
  uint64_t Ticks = 0;
  for (; At < Stat.Size && Buffer[At] >= '0' && Buffer[At] <= '9'; ++At)
    Ticks = Ticks * 10 + static_cast<uint64_t>(Buffer[At] - '0');
  return Ticks;
}

static void readBoot(uint64_t &High, uint64_t &Low) {
  char Buffer[64];
  const TextRef Id(Buffer,
                   readStart("/proc/sys/kernel/random/boot_id", Buffer, sizeof(Buffer)));
  High = Low = 0;
  for (size_t I = 0; I < Id.Size; ++I) {
    char Digit = Buffer[I];
    uint64_t Value;
    if (Digit >= '0' && Digit <= '9')
      Value = static_cast<uint64_t>(Digit - '0');
    else if (Digit >= 'a' && Digit <= 'f')
      Value = static_cast<uint64_t>(Digit - 'a') + 10;
    else
      continue;
    High = High << 4 | Low >> 60;
    Low = Low << 4 | Value;
  }
}

void describeProcess(AllocSiteProfileHeader &Header) {
  struct timespec Now = {0, 0};
  clock_gettime(CLOCK_REALTIME, &Now);
  struct stat Space;
  Header.Version = ALLOCSITE_PROFILE_VERSION;
  Header.HeaderBytes = ALLOCSITE_PROFILE_HEADER_BYTES;
  Header.Process = static_cast<uint64_t>(getpid());
  Header.ProcessSpace = statusOf("/proc/self/ns/pid", &Space) == 0 ? Space.st_ino : 0;
  Header.StartTime = startTime("/proc/self/stat");
  readBoot(Header.BootHigh, Header.BootLow);
  Header.Created = static_cast<uint64_t>(Now.tv_sec);
  Header.Csv = options().Csv;
  Header.Allocators = options().Allocators;
  Header.Level = options().Level;
  Header.Sampling = TheState.Sampling;
  Text(Header.Program, sizeof(Header.Program)).add(programName());
}

ProcessState stateOfProcess(const AllocSiteProfileHeader &Of) {
  static AllocSiteProfileHeader Here; // off small stacks
  describeProcess(Here);
  const bool IsSeen = Here.StartTime && Here.BootHigh && Here.ProcessSpace &&
                      Of.BootHigh == Here.BootHigh && Of.BootLow == Here.BootLow &&
                      Of.ProcessSpace == Here.ProcessSpace;
  if (!IsSeen || !Of.Process || Of.Process > INT32_MAX)
    return ProcessState::Unknown;
  if (Of.Process == Here.Process)
    return Of.StartTime == Here.StartTime ? ProcessState::This : ProcessState::Ended;
  if (syscall(SYS_kill, Of.Process, 0) != 0 && errno == ESRCH)
    return ProcessState::Ended;
  char Path[48];
  Text(Path, sizeof(Path)).add("/proc/").number(Of.Process).add("/stat");
  // A later process of that number begins later. qemu's tell when they had loaded the program.
  return startTime(Path) > Of.StartTime ? ProcessState::Ended : ProcessState::Runs;
}

static int openNewFile() {
  for (uint64_t Attempt = 1; Attempt <= 10000; ++Attempt) {
    PathWish Wish;
    Wish.Template = options().Profile;
    Wish.Directory = options().TemporaryDirectory;
    Wish.Default = "allocsite-%e-%p.asprof";
    Wish.Suffix = ".asprof";
    Wish.IsTaken = isForkedChild();
    Wish.Attempt = Attempt;
    if (!expandPath(Wish, Path, sizeof(Path)))
      return -ENAMETOOLONG;
    // Not in a child, which may be behind a chroot(): its parent has made them.
    if (*options().Profile && Attempt == 1 && !isForkedChild())
      makeDirectories(Path);
    int Descriptor = aboveStandard(
        openFile(Path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY, 0600));
    if (Descriptor >= 0)
      return Descriptor;
    if (errno != EEXIST)
      return -errno;
  }
  return -EEXIST;
}

/// Makes the file that Path names from now on; the negative of an errno value
/// where it cannot be had.
static int openFirst() {
  int Descriptor = openNewFile();
  if (Descriptor < 0)
    return Descriptor;
  struct stat Status;
  if (statusOf(Descriptor, &Status) != 0) {
    int Failed = errno;
    closeFile(Descriptor);
    return -Failed;
  }
  Device = Status.st_dev;
  File = Status.st_ino;
  Exists = true;
  Removed = false;
  End = 0;
  return Descriptor;
}

int createProfileFile(AllocSiteProfileHeader *&Header) {
  KeepErrno Keep;
  return withFile(openFirst(), [&](int Descriptor) {
    uint64_t At;
    void *Memory;
    if (int Failed = appendTo(Descriptor, ProfileStartBytes, At, Memory)) {
      removeProfileFile();
      return Failed;
    }
    Header = static_cast<AllocSiteProfileHeader *>(Memory);
    describeProcess(*Header);
    placeRun(Header, ProfileStartBytes);
    // Magic last: until then the file is none of ours.
    __atomic_store_n(&Header->Magic, ALLOCSITE_PROFILE_MAGIC, __ATOMIC_RELEASE);
    return 0;
  });
}

static int writeAt(int Descriptor, const void *Bytes, size_t Size, uint64_t At) {
  return seekFile(Descriptor, static_cast<off_t>(At), SEEK_SET) < 0
             ? errno
             : writeAll(Descriptor, static_cast<const char *>(Bytes), Size);
}

static int copyParts(int Descriptor, const ProfilePart *Parts, unsigned Count) {
  const ProfilePart &Last = Parts[Count - 1];
  if (int Failed = reserve(Descriptor, Last.At + Last.Bytes))
    return Failed;
  uint64_t Next = 0;
  for (unsigned I = 0; I < Count; ++I) {
    const ProfilePart &Part = Parts[I];
    if (Part.At > Next) {
      AllocSiteProfileChunk Gap = {ALLOCSITE_CHUNK_NONE, ALLOCSITE_CHUNK_LIVE, Part.At - Next,
                                   ALLOCSITE_PROFILE_CHUNK_BYTES};
      if (int Failed = writeAt(Descriptor, &Gap, sizeof(Gap), Next))
        return Failed;
    }
    // The header without Magic, which is the last to come.
    size_t Left = I == 0 ? sizeof(AllocSiteProfileHeader::Magic) : 0;
    if (int Failed = writeAt(Descriptor, static_cast<char *>(Part.Memory) + Left,
                             Part.Used - Left, Part.At + Left))
      return Failed;
    Next = Part.At + Part.Bytes;
  }
  for (unsigned I = 0; I < Count; ++I)
    if (syscall(SYS_mmap, Parts[I].Memory, Parts[I].Bytes, PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_FIXED, Descriptor, Parts[I].At) == -1)
      return errno;
  End = Next;
  return 0;
}

int remakeProfileFile(const ProfilePart *Parts, unsigned Count) {
  KeepErrno Keep;
  return withFile(openFirst(), [&](int Descriptor) {
    int Failed = copyParts(Descriptor, Parts, Count);
    if (Failed)
      removeProfileFile();
    return Failed;
  });
}

int removeProfileFile() {
  KeepErrno Keep;
  struct stat Status;
  int Failed = 0;
  if (Exists && statusOf(Path, &Status, AT_SYMLINK_NOFOLLOW) == 0 && isOurs(Status) &&
      unlinkFile(Path) != 0)
    Failed = errno;
  Removed = Exists;
  Exists = false;
  return Failed;
}

void forgetProfileFile() { Exists = Removed = false; }

} // namespace allocsite
