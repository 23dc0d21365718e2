//===- OutputFile.cpp - The file that the CSV goes to ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OutputFile.h"
#include "Message.h"
#include "Platform.h"
#include "profile/Files.h"
#include "profile/Text.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace allocsite {

namespace {
/// Tells a file from one that is renamed over it, and from itself written anew. All
/// zeros: there is no regular file.
struct FileState {
  dev_t Device = 0;
  ino_t Number = 0;
  struct timespec Written = {0, 0};
};
} // namespace

constexpr size_t PathBytes = 4096;

static char Directory[PathBytes]; // at start-up
static FileState FirstFound;      // at the path of output=, at start-up
static char Path[PathBytes];
static char Temporary[PathBytes + 8]; // empty: Path itself is written
static bool HasPath;
static bool MustBeNew; // Path is not replaced
static bool IsNew;     // Path was made by this write: remove it if it fails
static int File = -1;

void rememberDirectory() {
  KeepErrno Keep;
  if (!getcwd(Directory, sizeof(Directory)))
    Directory[0] = 0;
}

const char *startDirectory() { return Directory; }
const char *outputPath() { return Path; }
int outputDescriptor() { return File; }
void forgetOutputPath() { HasPath = false; }

const char *programPath() {
  const char *Name = reinterpret_cast<const char *>(getauxval(AT_EXECFN));
  return Name && *Name ? Name : "program";
}

const char *programName() {
  const char *Name = programPath();
  const char *Slash = strrchr(Name, '/');
  return Slash && Slash[1] ? Slash + 1 : Name;
}

namespace {
struct Expanded {
  bool HasCounter = false; // %n
  bool HasProcess = false; // %p
};
} // namespace

static Expanded expandTemplate(Text &To, const char *Template, uint64_t Counter) {
  Expanded Result;
  for (const char *At = Template; *At; ++At) {
    if (*At != '%' || !At[1]) {
      To.add(*At);
      continue;
    }
    switch (*++At) {
    case 'p':
      To.number(static_cast<uint64_t>(getpid()));
      Result.HasProcess = true;
      break;
    case 't': {
      struct timespec Now = {0, 0};
      clock_gettime(CLOCK_REALTIME, &Now);
      To.number(static_cast<int64_t>(Now.tv_sec));
      break;
    }
    case 'e':
      To.add(programName());
      break;
    case 'h': {
      char Host[HOST_NAME_MAX + 1] = {};
      gethostname(Host, sizeof(Host) - 1);
      To.add(*Host && !strchr(Host, '/') ? Host : "unknown");
      break;
    }
    case 'n':
      To.number(Counter);
      Result.HasCounter = true;
      break;
    case '%':
      To.add('%');
      break;
    default: // not ours: as it stands
      To.add('%').add(*At);
    }
  }
  return Result;
}

static bool endsWith(const char *Whole, size_t Size, const char *End) {
  size_t Length = strlen(End);
  return Size > Length && strcmp(Whole + Size - Length, End) == 0;
}

/// Puts -<Number> before Suffix, where To ends in it. To begins at Start.
static void insertNumber(Text &To, char *Start, size_t Capacity, const char *Suffix,
                         uint64_t Number) {
  size_t Stem = To.size();
  bool HasSuffix = endsWith(Start, Stem, Suffix);
  if (HasSuffix)
    Stem -= strlen(Suffix);
  bool WasCut = To.cut();
  Text Rest(Start + Stem, Capacity - Stem);
  Rest.add('-').number(Number);
  if (HasSuffix)
    Rest.add(Suffix);
  WasCut |= Rest.cut();
  // To goes on behind what was inserted.
  Text Whole(Start, Capacity, Stem + Rest.size(), WasCut);
  To = Whole;
}

static Expanded makePath(const PathWish &Wish, char *To, size_t Capacity, bool &TooLong) {
  Text Made(To, Capacity);
  bool HasTemplate = Wish.Template && *Wish.Template;
  const char *First = HasTemplate ? Wish.Template : Wish.Directory;
  if (*First != '/' && *Directory)
    Made.add(Directory).add('/');
  if (!HasTemplate)
    Made.add(Wish.Directory).add('/');
  uint64_t Counter = Wish.Attempt - 1;
  Expanded Result = expandTemplate(Made, HasTemplate ? Wish.Template : Wish.Default, Counter);
  if (Wish.IsTaken && !Result.HasProcess && !Result.HasCounter)
    insertNumber(Made, To, Capacity, Wish.Suffix, static_cast<uint64_t>(getpid()));
  if (Counter && !Result.HasCounter)
    insertNumber(Made, To, Capacity, Wish.Suffix, Wish.Attempt);
  TooLong = Made.cut();
  return Result;
}

bool expandPath(const PathWish &Wish, char *To, size_t Capacity) {
  bool TooLong;
  makePath(Wish, To, Capacity, TooLong);
  return !TooLong;
}

static FileState stateOfFile() {
  struct stat Status;
  FileState Found;
  if (statusOf(Path, &Status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(Status.st_mode))
    Found = {Status.st_dev, Status.st_ino, Status.st_mtim};
  return Found;
}

// What cannot be made is told when the file is opened.
void makeDirectories(char *Path) {
  for (char *At = Path + 1; *At; ++At)
    if (*At == '/') {
      *At = 0;
      syscall(SYS_mkdirat, AT_FDCWD, Path, 0777);
      *At = '/';
    }
}

void rememberOutput(const char *Template) {
  if (!Template || !*Template)
    return;
  KeepErrno Keep;
  PathWish Wish;
  Wish.Template = Template;
  if (!expandPath(Wish, Path, sizeof(Path)))
    return;
  // A suite that names a directory for its logs must not lose them. Now, since at its end a
  // process may be behind a chroot(), where the path leads elsewhere.
  makeDirectories(Path);
  FirstFound = stateOfFile();
}

/// True where another process has written the file while this one ran.
static bool isTaken() {
  FileState Found = stateOfFile();
  return Found.Number &&
         (Found.Number != FirstFound.Number || Found.Device != FirstFound.Device ||
          Found.Written.tv_sec != FirstFound.Written.tv_sec ||
          Found.Written.tv_nsec != FirstFound.Written.tv_nsec);
}

static bool startsWith(const char *Whole, const char *Start) {
  return strncmp(Whole, Start, strlen(Start)) == 0;
}

/// Renaming over a device, a pipe or a name of /proc would destroy it.
static bool isWrittenInPlace() {
  struct stat Status;
  if (startsWith(Path, "/dev/") || startsWith(Path, "/proc/"))
    return !startsWith(Path, "/dev/shm/");
  return statusOf(Path, &Status) == 0 && !S_ISREG(Status.st_mode) && !S_ISDIR(Status.st_mode);
}

static int openBeside() {
  Temporary[0] = 0;
  IsNew = false;
  struct stat Status;
  if (isWrittenInPlace()) {
    // Without waiting for a reader; a log that comes in pieces is fine then.
    File = openFile(Path, O_WRONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
    if (File >= 0)
      fcntl(File, F_SETFL, fcntl(File, F_GETFL) & ~O_NONBLOCK);
    return File < 0 ? errno : 0;
  }
  if (statusOf(Path, &Status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(Status.st_mode))
    return EISDIR;
  Text To(Temporary, sizeof(Temporary));
  To.add(Path).add(".XXXXXX");
  if (To.cut())
    return ENAMETOOLONG;
  File = mkostemp(Temporary, O_CLOEXEC);
  return File < 0 ? errno : 0;
}

static int openNew(const char *Template, const char *TemporaryDirectory, bool ForkedChild) {
  Temporary[0] = 0;
  IsNew = true;
  if (!Template || !*Template) {
    Text To(Path, sizeof(Path));
    if (*TemporaryDirectory != '/' && *Directory)
      To.add(Directory).add('/');
    To.add(TemporaryDirectory).add("/skip-alloc-log-XXXXXX.csv");
    if (To.cut())
      return ENAMETOOLONG;
    File = mkostemps(Path, 4, O_CLOEXEC);
    return File < 0 ? errno : 0;
  }
  PathWish Wish;
  Wish.Template = Template;
  Wish.Suffix = ".csv";
  Wish.IsTaken = ForkedChild;
  for (;; ++Wish.Attempt) {
    bool TooLong = false;
    Expanded Used = makePath(Wish, Path, sizeof(Path), TooLong);
    if (!TooLong && !Used.HasCounter && !Wish.IsTaken && isTaken()) {
      Wish.IsTaken = true;
      Used = makePath(Wish, Path, sizeof(Path), TooLong);
    }
    if (TooLong)
      return ENAMETOOLONG;
    if (!Used.HasCounter)
      return openBeside();
    File = openFile(Path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, 0600);
    if (File >= 0 || errno != EEXIST || Wish.Attempt > 1000000)
      return File < 0 ? errno : 0;
  }
}

int openOutput(const char *Template, const char *TemporaryDirectory, bool ForkedChild) {
  int Failed = HasPath ? openBeside() : openNew(Template, TemporaryDirectory, ForkedChild);
  if (Failed)
    return Failed;
  File = aboveStandard(File);
  if (File < 0) {
    Failed = errno;
    discardOutput();
  }
  return Failed;
}

/// Where the kernel or the file system cannot tell at once, another process may come between.
static int renameToNew(const char *From, const char *To) {
  constexpr unsigned NoReplace = 1; // RENAME_NOREPLACE
  if (syscall(SYS_renameat2, AT_FDCWD, From, AT_FDCWD, To, NoReplace) == 0)
    return 0;
  struct stat Status;
  if (errno != EEXIST && statusOf(To, &Status, AT_SYMLINK_NOFOLLOW) == 0)
    errno = EEXIST;
  return errno == EEXIST ? -1 : renameFile(From, To);
}

int commitOutput() {
  // Some file systems tell only now that they are full.
  int Failed = closeFile(File) == 0 || errno == EINTR ? 0 : errno;
  File = -1;
  if (!Failed && *Temporary && (MustBeNew ? renameToNew : renameFile)(Temporary, Path) != 0)
    Failed = errno;
  if (Failed)
    discardOutput();
  else
    HasPath = true;
  return Failed;
}

/// Sets Path to what Template leads to.
static int settlePath(const char *Template) {
  PathWish Wish;
  Wish.Template = Template;
  Wish.Suffix = ".csv";
  for (;; ++Wish.Attempt) {
    bool TooLong;
    Expanded Used = makePath(Wish, Path, sizeof(Path), TooLong);
    if (TooLong)
      return ENAMETOOLONG;
    struct stat Status;
    if (!Used.HasCounter || statusOf(Path, &Status, AT_SYMLINK_NOFOLLOW) != 0)
      return 0;
    if (Wish.Attempt > 1000000)
      return EEXIST;
  }
}

int writeElsewhere(const char *Template, bool IsNew,
                   int (*Write)(void *Closure, int Descriptor), void *Closure,
                   void (*WriteBeside)(void *Closure)) {
  static char Log[PathBytes]; // under the lock, and off small stacks
  memcpy(Log, Path, sizeof(Path));
  const bool HadPath = HasPath;
  int Failed = settlePath(Template);
  if (!Failed) {
    makeDirectories(Path);
    HasPath = true;
    MustBeNew = IsNew;
    Failed = openOutput(nullptr, "", false);
  }
  if (!Failed) {
    QuietWrites Quiet;
    Failed = Write(Closure, File);
    if (Failed)
      discardOutput();
    else
      Failed = commitOutput();
  }
  if (!Failed && WriteBeside)
    WriteBeside(Closure);
  memcpy(Path, Log, sizeof(Path));
  HasPath = HadPath;
  MustBeNew = false;
  return Failed;
}

void discardOutput() {
  if (File >= 0)
    closeFile(File);
  File = -1;
  if (*Temporary)
    unlinkFile(Temporary);
  else if (IsNew)
    unlinkFile(Path);
}

} // namespace allocsite
