//===- Choice.h - Validators for values on the command line ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_COMMANDS_CHOICE_H
#define ALLOCSITE_REPORT_COMMANDS_CHOICE_H

#include "support/DisplayText.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <set>

namespace allocsite {

/// Accepts only \p Words; the error message lists them.
template <size_t Count> CLI::Validator oneOf(const char *const (&Words)[Count]) {
  std::set<std::string> Known(std::begin(Words), std::end(Words));
  std::string Choices = fmt::format("{}", fmt::join(Words, "|"));
  return CLI::Validator(
      [Known, Choices](std::string &Word) {
        return Known.count(Word)
                   ? std::string()
                   : fmt::format("\"{}\" is none of {}", displayText(Word), Choices);
      },
      "");
}

/// Accepts only whole numbers of up to nine digits. Returns an error message, or "".
inline std::string isWholeNumber(const std::string &Word) {
  bool Is = !Word.empty() && Word.size() <= 9 &&
            Word.find_first_not_of("0123456789") == std::string::npos;
  return Is ? "" : fmt::format("\"{}\" is no whole number", displayText(Word));
}

} // namespace allocsite

#endif
