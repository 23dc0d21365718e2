//===- Terminal.cpp - The standard output and its terminal ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Terminal.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sys/ioctl.h>
#include <unistd.h>

using namespace allocsite;

bool allocsite::wantsColour(int Descriptor) {
  const char *NoColour = std::getenv("NO_COLOR");
  const char *Term = std::getenv("TERM");
  return !(NoColour && *NoColour) && Term && std::strcmp(Term, "dumb") != 0 &&
         ::isatty(Descriptor);
}

size_t allocsite::outputColumns() {
  winsize Size;
  if (::isatty(STDOUT_FILENO) && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &Size) == 0 &&
      Size.ws_col > 0)
    return Size.ws_col;
  return DefaultColumns;
}

MaybeError allocsite::writeAnswer(std::string_view Answer) {
  while (!Answer.empty()) {
    ssize_t Written = ::write(STDOUT_FILENO, Answer.data(), Answer.size());
    if (Written > 0)
      Answer.remove_prefix(Written);
    else if (Written < 0 && errno == EPIPE)
      return {};
    else if (Written == 0 || errno != EINTR)
      return Error{std::string("standard output: ") + std::strerror(errno)};
  }
  return {};
}
