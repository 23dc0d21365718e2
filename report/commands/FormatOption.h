//===- FormatOption.h - A format of another program, on the command line --===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_COMMANDS_FORMATOPTION_H
#define ALLOCSITE_REPORT_COMMANDS_FORMATOPTION_H

#include "support/DisplayText.h"
#include "support/Suggestion.h"
#include "write/Writer.h"

#include <fmt/format.h>

namespace allocsite {

inline std::vector<std::string> formatNames() {
  std::vector<std::string> Words;
  for (const Writer *Each : allWriters())
    Words.push_back(Each->Format);
  return Words;
}

/// The names of all formats, joined by \p Between.
inline std::string formatWords(const char *Between) {
  return fmt::format("{}", fmt::join(formatNames(), Between));
}

/// An error message if \p Format is unknown, else "".
inline std::string checkFormat(const std::string &Format) {
  if (findWriter(Format))
    return "";
  std::string Meant = suggestion(Format, formatNames());
  if (Meant.empty())
    Meant = fmt::format(" (it is one of {})", formatWords(", "));
  return fmt::format("unknown format {}{}", shortenMiddle(displayText(Format), 40), Meant);
}

} // namespace allocsite

#endif
