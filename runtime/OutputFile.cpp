//===- OutputFile.cpp - The file that the CSV goes to ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OutputFile.h"
#include "Platform.h"
#include "Text.h"

#include <fcntl.h>
#include <stdio.h> // rename
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

namespace allocsite {

constexpr size_t PathBytes = 4096;

static char Directory[PathBytes]; // at start-up
static char Path[PathBytes];
static char Temporary[PathBytes + 8]; // empty: Path itself is written
static bool HasPath;
static bool IsNew; // Path was made by this write: remove it if it fails
static int File = -1;

void rememberDirectory() {
  KeepErrno Keep;
  if (!getcwd(Directory, sizeof(Directory)))
    Directory[0] = 0;
}

const char *outputPath() { return Path; }
int outputDescriptor() { return File; }
void forgetOutputPath() { HasPath = false; }

static const char *programName() {
  const char *Name =
      reinterpret_cast<const char *>(getauxval(AT_EXECFN));
  if (!Name || !*Name)
    return "program";
  const char *Slash = strrchr(Name, '/');
  return Slash && Slash[1] ? Slash + 1 : Name;
}

namespace {
struct Expanded {
  bool HasCounter = false; // %n
  bool HasProcess = false; // %p
};
} // namespace

static Expanded expandTemplate(Text &To, const char *Template,
                               uint64_t Counter) {
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

static Expanded makePath(const char *Template, uint64_t Counter,
                         bool ForkedChild, bool &TooLong) {
  Text To(Path, sizeof(Path));
  if (*Template != '/' && *Directory)
    To.add(Directory).add('/');
  Expanded Result = expandTemplate(To, Template, Counter);
  if (ForkedChild && !Result.HasProcess && !Result.HasCounter) {
    size_t Stem = To.size();
    bool HasSuffix = Stem > 4 && strcmp(Path + Stem - 4, ".csv") == 0;
    Text Suffixed(Path + Stem - (HasSuffix ? 4 : 0),
                  sizeof(Path) - Stem + (HasSuffix ? 4 : 0));
    Suffixed.add('-').number(static_cast<uint64_t>(getpid()));
    if (HasSuffix)
      Suffixed.add(".csv");
    TooLong = To.cut() || Suffixed.cut();
    return Result;
  }
  TooLong = To.cut();
  return Result;
}

static bool startsWith(const char *Whole, const char *Start) {
  return strncmp(Whole, Start, strlen(Start)) == 0;
}

/// Renaming over a device, a pipe or a name of /proc would destroy it.
static bool isWrittenInPlace() {
  struct stat Status;
  if (startsWith(Path, "/dev/") || startsWith(Path, "/proc/"))
    return !startsWith(Path, "/dev/shm/");
  return stat(Path, &Status) == 0 && !S_ISREG(Status.st_mode) &&
         !S_ISDIR(Status.st_mode);
}

static int openBeside() {
  Temporary[0] = 0;
  IsNew = false;
  struct stat Status;
  if (isWrittenInPlace()) {
    // Without waiting for a reader; a log that comes in pieces is fine then.
    File = open(Path, O_WRONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
    if (File >= 0)
      fcntl(File, F_SETFL, fcntl(File, F_GETFL) & ~O_NONBLOCK);
    return File < 0 ? errno : 0;
  }
  if (lstat(Path, &Status) == 0 && S_ISDIR(Status.st_mode))
    return EISDIR;
  Text To(Temporary, sizeof(Temporary));
  To.add(Path).add(".XXXXXX");
  if (To.cut())
    return ENAMETOOLONG;
  File = mkostemp(Temporary, O_CLOEXEC);
  return File < 0 ? errno : 0;
}

static int openNew(const char *Template, const char *TemporaryDirectory,
                   bool ForkedChild) {
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
  for (uint64_t Counter = 0;; ++Counter) {
    bool TooLong = false;
    Expanded Used = makePath(Template, Counter, ForkedChild, TooLong);
    if (TooLong)
      return ENAMETOOLONG;
    if (!Used.HasCounter)
      return openBeside();
    File = open(Path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, 0600);
    if (File >= 0 || errno != EEXIST || Counter == 1000000)
      return File < 0 ? errno : 0;
  }
}

int openOutput(const char *Template, const char *TemporaryDirectory,
               bool ForkedChild) {
  int Failed = HasPath
                   ? openBeside()
                   : openNew(Template, TemporaryDirectory, ForkedChild);
  if (Failed)
    return Failed;
  File = aboveStandard(File);
  if (File < 0) {
    Failed = errno;
    discardOutput();
  }
  return Failed;
}

int commitOutput() {
  // Some file systems tell only now that they are full.
  int Failed = close(File) == 0 || errno == EINTR ? 0 : errno;
  File = -1;
  if (!Failed && *Temporary && rename(Temporary, Path) != 0)
    Failed = errno;
  if (Failed)
    discardOutput();
  else
    HasPath = true;
  return Failed;
}

void discardOutput() {
  if (File >= 0)
    close(File);
  File = -1;
  if (*Temporary)
    unlink(Temporary);
  else if (IsNew)
    unlink(Path);
}

} // namespace allocsite
