//===- NewFile.cpp - Files that are there whole or not at all -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NewFile.h"

#include "DisplayText.h"
#include "profile/System.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace allocsite;

/// Fills and closes \p Descriptor. A full disk may show only when it is closed.
static int fillAndClose(int Descriptor, const FileFiller &Fill) {
  const int Failed = Fill(Descriptor);
  return ::close(Descriptor) != 0 && !Failed ? errno : Failed;
}

/// Where the symbolic links at \p Path lead, which need not be there.
static std::string followLinks(std::filesystem::path Path) {
  std::error_code Code;
  for (int Links = 0; Links < 40 && std::filesystem::is_symlink(Path, Code); ++Links)
    Path = Path.parent_path() / std::filesystem::read_symlink(Path, Code);
  return Path.string();
}

/// True if \p Path must be written in place: /dev/stdout may be a file that others write to,
/// too.
static bool isInPlace(const std::string &Path, bool Exists, const struct stat &Status) {
  return (Exists && !S_ISREG(Status.st_mode)) ||
         (Path.rfind("/dev/", 0) == 0 && Path.rfind("/dev/shm/", 0) != 0) ||
         Path.rfind("/proc/", 0) == 0;
}

/// A new file beside \p Path, whose name is put into \p Name. Below 0: errno says why not.
static int openTemporary(const std::string &Path, std::string &Name) {
  int Descriptor = -1;
  for (int Attempt = 0; Descriptor < 0 && Attempt < 1000; ++Attempt) {
    Name = fmt::format("{}.{}-{}", Path, ::getpid(), Attempt);
    Descriptor = ::open(Name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (Descriptor < 0 && errno != EEXIST)
      break;
  }
  return Descriptor;
}

static int replace(const std::string &Path, bool Exists, const struct stat &Status,
                   const FileFiller &Fill) {
  std::string Temporary;
  const int Descriptor = openTemporary(Path, Temporary);
  if (Descriptor < 0)
    return errno;
  // The owner stays who it was, where the system allows it; permissions do in any case.
  if (Exists && (::fchown(Descriptor, Status.st_uid, Status.st_gid) != 0 || true))
    ::fchmod(Descriptor, Status.st_mode & 0777);
  int Failed = fillAndClose(Descriptor, Fill);
  if (!Failed && std::rename(Temporary.c_str(), Path.c_str()) != 0)
    Failed = errno;
  if (Failed)
    ::unlink(Temporary.c_str());
  return Failed;
}

MaybeError allocsite::writeNewFile(const std::string &Path, std::string_view Content) {
  return writeNewFile(Path, [Content](int Descriptor) {
    return writeAll(Descriptor, Content.data(), Content.size());
  });
}

MaybeError allocsite::writeNewFile(const std::string &Path, const FileFiller &Fill) {
  struct stat Status = {};
  const bool Exists = ::stat(Path.c_str(), &Status) == 0;
  int Failed;
  if (Exists && S_ISDIR(Status.st_mode)) {
    Failed = EISDIR;
  } else if (isInPlace(Path, Exists, Status)) {
    const int Descriptor = ::open(Path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY);
    Failed = Descriptor < 0 ? errno : fillAndClose(Descriptor, Fill);
  } else {
    Failed = replace(followLinks(Path), Exists, Status, Fill);
  }
  if (Failed)
    return Error{displayText(Path) + ": " + std::strerror(Failed)};
  return {};
}

bool allocsite::hasFilesBeside(const std::string &Log) {
  struct stat Status;
  return ::stat(Log.c_str(), &Status) == 0 && S_ISREG(Status.st_mode) &&
         !isInPlace(Log, true, Status);
}
