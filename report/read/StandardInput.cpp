//===- StandardInput.cpp - Whether a log comes on standard input ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StandardInput.h"

#include <cerrno>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace allocsite;

bool allocsite::standardInputIsGiven() {
  struct stat Status;
  if (::fstat(STDIN_FILENO, &Status) != 0)
    return false;
  if (S_ISREG(Status.st_mode))
    return true;
  if (!S_ISFIFO(Status.st_mode) && !S_ISSOCK(Status.st_mode))
    return false;
  pollfd Input{STDIN_FILENO, POLLIN, 0};
  int Ready;
  do
    Ready = ::poll(&Input, 1, PatienceMilliseconds);
  while (Ready < 0 && errno == EINTR);
  // A pipe or socket at its end is ready, too, but has no bytes.
  int Bytes = 0;
  return Ready > 0 && ::ioctl(STDIN_FILENO, FIONREAD, &Bytes) == 0 && Bytes > 0;
}
