//===- NewFile.cpp - Files that are there whole or not at all -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NewFile.h"

#include "DisplayText.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

using namespace allocsite;

static bool writeAll(int Descriptor, std::string_view Content) {
  while (!Content.empty()) {
    ssize_t Written = ::write(Descriptor, Content.data(), Content.size());
    if (Written < 0 && errno != EINTR)
      return false;
    if (Written > 0)
      Content.remove_prefix(Written);
  }
  return true;
}

MaybeError allocsite::writeNewFile(const std::string &Path, std::string_view Content) {
  return writeNewFile(
      Path, [Content](int Descriptor) { return writeAll(Descriptor, Content) ? 0 : errno; });
}

MaybeError allocsite::writeNewFile(const std::string &Path,
                                   const std::function<int(int Descriptor)> &Write) {
  auto failure = [&] { return Error{displayText(Path) + ": " + std::strerror(errno)}; };
  std::string Temporary = Path + ".XXXXXX";
  int Descriptor = ::mkostemp(Temporary.data(), O_CLOEXEC); // mode 0600
  if (Descriptor < 0)
    return failure();
  MaybeError Failed;
  if ((errno = Write(Descriptor)) != 0)
    Failed = failure();
  // A full disk may show only now.
  if (::close(Descriptor) != 0 && !Failed)
    Failed = failure();
  if (!Failed && std::rename(Temporary.c_str(), Path.c_str()) != 0)
    Failed = failure();
  if (Failed)
    ::unlink(Temporary.c_str());
  return Failed;
}
