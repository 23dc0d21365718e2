//===- Message.cpp - The commentary on standard error ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Message.h"

#include "Terminal.h"

#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

using namespace allocsite;

static void print(const char *Level, const char *Colour,
                  std::string_view What) {
  const char *Plain = "\033[0m";
  if (!wantsColour(STDERR_FILENO))
    Colour = Plain = "";
  // Not fmt::print, which throws where standard error is closed.
  std::fputs(fmt::format("allocsite: {}{}:{} {}\n", Colour, Level, Plain, What)
                 .c_str(),
             stderr);
}

void allocsite::printError(std::string_view What) {
  print("error", "\033[1;31m", What);
}

void allocsite::printWarning(std::string_view What) {
  print("warning", "\033[1;35m", What);
}

void allocsite::printNote(std::string_view What) {
  print("note", "\033[1;36m", What);
}

ExitCode allocsite::fail(const Error &Failure) {
  printError(Failure.What);
  return InputProblem;
}
