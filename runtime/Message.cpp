//===- Message.cpp - The one way to say something -------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Message.h"
#include "Platform.h"
#include "profile/Files.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

namespace allocsite {

// A path of PATH_MAX and a sentence around it.
static char MessageBuffer[4096 + 512];
static Importance MostWanted = Importance::Normal;
static const char *Log = "";
static bool HadStandardError;
static dev_t StandardErrorDevice;
static ino_t StandardErrorFile;
static bool IsQuiet; // on standard error

void rememberStandardError() {
  KeepErrno Keep;
  struct stat Status;
  if (statusOf(2, &Status) != 0)
    return;
  HadStandardError = true;
  StandardErrorDevice = Status.st_dev;
  StandardErrorFile = Status.st_ino;
}

static bool isStillStandardError() {
  struct stat Status;
  return HadStandardError && statusOf(2, &Status) == 0 &&
         Status.st_dev == StandardErrorDevice && Status.st_ino == StandardErrorFile;
}

static bool isTerminal(int Descriptor) {
  struct termios Settings;
  return syscall(SYS_ioctl, Descriptor, TCGETS, &Settings) == 0;
}

void setMessageOptions(Importance Most, const char *LogPath, bool WantsTerminal) {
  MostWanted = Most;
  Log = LogPath ? LogPath : "";
  // Now: a program that locks itself in may not ask any more.
  IsQuiet = WantsTerminal && !isTerminal(2);
}

static int openLog() {
  return aboveStandard(
      openFile(Log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, 0600));
}

int openMessages() {
  if (*Log)
    if (int File = openLog(); File >= 0)
      return File;
  return isStillStandardError() ? fcntl(2, F_DUPFD_CLOEXEC, 3) : -1;
}

Message::Message(Importance Level) : Text(MessageBuffer, sizeof(MessageBuffer)), Level(Level) {
  if (Level == Importance::Error)
    add("allocsite: error: ");
  else if (Level == Importance::Warning)
    add("allocsite: warning: ");
}

Message &Message::error(int Errno) {
  if (const char *Known = describeError(Errno))
    add(Known);
  else
    add("error ").number(static_cast<int64_t>(Errno));
  return *this;
}

Message::~Message() {
  if (Level > MostWanted)
    return;
  KeepErrno Keep;
  if (cut()) // keep the line a line
    MessageBuffer[sizeof(MessageBuffer) - 2] = '\n';
  else
    add('\n');
  if (*Log) {
    int File = openLog();
    if (File >= 0) {
      QuietWrites Quiet;
      int Failed = writeAll(File, c_str(), size());
      closeFile(File);
      if (!Failed)
        return;
    }
  }
  if ((!IsQuiet || Level <= Importance::Answer) && isStillStandardError()) {
    QuietWrites Quiet;
    writeAll(2, c_str(), size());
  }
}

} // namespace allocsite
