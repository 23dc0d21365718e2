//===- Message.cpp - The commentary on standard error ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Message.h"

#include "DisplayText.h"
#include "profile/System.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

using namespace allocsite;

/// Makes a message printable, as it may contain any file name; keeps line ends.
static std::string displayLines(std::string_view Text) {
  std::string Lines;
  for (size_t End; (End = Text.find('\n')) != Text.npos; Text.remove_prefix(End + 1))
    Lines += displayText(Text.substr(0, End)) + "\n";
  return Lines + displayText(Text);
}

static void print(const char *Level, const char *Colour, std::string_view What) {
  const char *Plain = "\033[0m";
  if (!wantsColour(STDERR_FILENO))
    Colour = Plain = "";
  // Not fmt::print, which throws if standard error is closed.
  std::fputs(
      fmt::format("allocsite: {}{}:{} {}\n", Colour, Level, Plain, displayLines(What)).c_str(),
      stderr);
}

void allocsite::printError(std::string_view What) { print("error", "\033[1;31m", What); }

void allocsite::printWarning(std::string_view What) { print("warning", "\033[1;35m", What); }

void allocsite::printNote(std::string_view What) { print("note", "\033[1;36m", What); }

ExitCode allocsite::fail(const Error &Failure) {
  printError(Failure.What);
  return InputProblem;
}

ExitCode allocsite::finish(const MaybeError &Failure) {
  return Failure ? fail(*Failure) : Fine;
}

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
  const int Code = writeAll(STDOUT_FILENO, Answer.data(), Answer.size());
  if (Code && Code != EPIPE)
    return Error{std::string("standard output: ") + std::strerror(Code)};
  return {};
}
