//===- LogTables.cpp - The tables beside the log --------------------------===//
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
static bool IsWanted;    // the log is a regular file, and tables can be written
static bool IsInProfile; // which is kept under the name of the companion
static int File = -1;

void beginTables() {
  struct stat Status;
  IsWanted =
      statusOf(outputPath(), &Status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(Status.st_mode);
  File = -1;
  if (!IsWanted)
    return;
  Text To(Path, sizeof(Path));
  IsWanted = besideLog(To, outputPath(), CompanionEnding);
  IsInProfile = options().KeepProfile && hasProfileFile() && TextRef(Path) == profilePath();
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
  if (IsInProfile) {
    uint64_t At;
    File = openProfileEnd(At);
    Writer.goOn(File, At);
    return File < 0 ? -File : 0;
  }
  Text To(Temporary, sizeof(Temporary));
  To.add(Path).add(".XXXXXX");
  File = aboveStandard(mkostemp(Temporary, O_CLOEXEC));
  if (File < 0)
    return errno;
  describeProcess(Header);
  return Writer.begin(File, Header);
}

void addTable(const char *Name, int (*Write)(void *Closure, int Descriptor), void *Closure) {
  if (!IsWanted)
    return;
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
  struct Bytes {
    const char *Begin;
    size_t Size;
    static int write(void *Self, int To) {
      return writeAll(To, static_cast<Bytes *>(Self)->Begin, static_cast<Bytes *>(Self)->Size);
    }
  } Of = {Begin, Size};
  if (Size)
    addTable(Name, Bytes::write, &Of);
}

void endTables() {
  if (File < 0)
    return;
  QuietWrites Quiet;
  if (IsInProfile) {
    const uint64_t End = Writer.endAt(4096);
    if (!End)
      sayFailed(Path, errno);
    closeProfileEnd(File, End);
    return;
  }
  struct stat Status;
  int Failed = closeFile(File) == 0 || errno == EINTR ? 0 : errno;
  File = -1;
  const bool IsTaken = statusOf(Path, &Status, AT_SYMLINK_NOFOLLOW) == 0;
  if (!Failed && !IsTaken && Writer.hasTables() && renameFile(Temporary, Path) != 0)
    Failed = errno;
  if (!Failed && !IsTaken && Writer.hasTables())
    return;
  unlinkFile(Temporary);
  if (IsTaken) { // beginTables has removed what is ours
    Message Line(Importance::Warning);
    Line.add(Path).add(": no companion of a log; it is left as it is, and what belongs to ");
    Line.add(outputPath()).add(" is not written");
  } else if (Failed) {
    sayFailed(Path, Failed);
  }
}

} // namespace allocsite
