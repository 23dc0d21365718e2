//===- LogTables.cpp - The tables of the log ------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LogTables.h"
#include "Message.h"
#include "OutputFile.h"
#include "Platform.h"
#include "ProfileFile.h"
#include "State.h"
#include "profile/Companion.h"
#include "profile/Files.h"

#include <errno.h>
#include <stdlib.h>

namespace allocsite {

static CompanionWriter Writer;
static char Path[4096]; // of the companion
static char Temporary[4096 + 8];
static bool IsWanted;      // the log is a regular file, and tables can be written
static bool IsProfileHere; // kept under the name of the companion
static bool IsOfDump;      // the log is one of dump= or signal-dump=
static int File = -1;

void beginTables(bool IsPassing) {
  IsOfDump = IsPassing;
  struct stat Status;
  IsWanted =
      statusOf(outputPath(), &Status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(Status.st_mode);
  File = -1;
  if (!IsWanted)
    return;
  Text To(Path, sizeof(Path));
  IsWanted = besideLog(To, outputPath(), CompanionEnding);
  IsProfileHere = options().KeepProfile && hasProfileFile() && TextRef(Path) == profilePath();
  removeBesideLog(outputPath());
}

static void sayFailed(TextRef What, int Failed) {
  Message Line(Importance::Error);
  Line.add("heap profiler: cannot write ").add(What).add(": ");
  Line.error(Failed);
}

/// Returns 0 or an errno value.
static int makeFile() {
  static AllocSiteProfileHeader Header; // off small stacks
  Text To(Temporary, sizeof(Temporary));
  To.add(Path).add(".XXXXXX");
  File = aboveStandard(mkostemp(Temporary, O_CLOEXEC));
  if (File < 0)
    return errno;
  describeProcess(Header);
  Header.Control.Request = IsOfDump;
  return Writer.begin(File, Header);
}

void addTable(const char *Name, int (*Write)(void *Closure, int Descriptor), void *Closure) {
  if (!IsWanted)
    return;
  if (IsProfileHere) {
    for (const LogTableKind &Each : LogTableKinds)
      if (Each.IsMissed && TextRef(Each.Name) == Name)
        Message(Importance::Warning)
            .add(outputPath())
            .add(": its table of ")
            .add(Name)
            .add(" is not written: the profile is kept in its place (profile=ANOTHER keeps "
                 "both)");
    return;
  }
  QuietWrites Quiet;
  if (File < 0)
    if (int Failed = makeFile()) {
      sayFailed(Path, Failed);
      IsWanted = false;
      return;
    }
  if (int Failed = Writer.add(Name, Write, Closure)) {
    Message Line(Importance::Error);
    Line.add("heap profiler: cannot write the ").add(Name).add(" beside ").add(outputPath());
    Line.add(": ");
    Line.error(Failed);
  }
}

void addTable(const char *Name, const char *Begin, size_t Size) {
  if (Size)
    addTable(Name, [=](int Descriptor) { return writeAll(Descriptor, Begin, Size); });
}

void endTables() {
  // Readers take a profile that is older than the log for that of another run.
  if (IsWanted && IsProfileHere)
    utimensat(AT_FDCWD, Path, nullptr, 0);
  if (File < 0)
    return;
  QuietWrites Quiet;
  struct stat Status;
  int Failed = closeFile(File) == 0 || errno == EINTR ? 0 : errno;
  File = -1;
  // Another process may have written a companion meanwhile.
  removeBesideLog(outputPath());
  const bool IsTaken = statusOf(Path, &Status, AT_SYMLINK_NOFOLLOW) == 0;
  const bool IsWritten = !Failed && !IsTaken && Writer.hasTables();
  if (IsWritten && renameFile(Temporary, Path) == 0)
    return;
  if (IsWritten)
    Failed = errno;
  unlinkFile(Temporary);
  if (IsTaken && Writer.hasTables()) {
    Message Line(Importance::Warning);
    Line.add(Path).add(": no companion of a log; it is left as it is, and what belongs to ");
    Line.add(outputPath()).add(" is not written");
  } else if (Failed) {
    sayFailed(Path, Failed);
  }
}

} // namespace allocsite
