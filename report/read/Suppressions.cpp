//===- Suppressions.cpp - Leaks that are known ----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Suppressions.h"

#include "support/DisplayText.h"

#include <fmt/format.h>

using namespace allocsite;

Expected<std::vector<std::string>> allocsite::parseSuppressions(std::string_view Text,
                                                                const std::string &File) {
  constexpr std::string_view Kind = "leak:", Blanks = " \t\r";
  std::vector<std::string> Patterns;
  for (size_t Number = 1; !Text.empty(); ++Number) {
    const size_t End = std::min(Text.find('\n'), Text.size());
    std::string_view Line = Text.substr(0, End);
    Text.remove_prefix(std::min(End + 1, Text.size()));
    Line.remove_prefix(std::min(Line.find_first_not_of(Blanks), Line.size()));
    Line = Line.substr(0, Line.find_last_not_of(Blanks) + 1);
    if (Line.empty() || Line[0] == '#')
      continue;
    if (Line.substr(0, Kind.size()) != Kind)
      return Error{fmt::format("{}:{}: \"{}\" where leak:PATTERN is expected",
                               displayText(File), Number,
                               shortenMiddle(displayText(Line), 40))};
    Patterns.emplace_back(Line.substr(Kind.size()));
  }
  return Patterns;
}

bool allocsite::matchesSuppression(std::string_view Pattern, std::string_view Name) {
  if (Name.empty())
    return false;
  bool AtStart = !Pattern.empty() && Pattern[0] == '^';
  if (AtStart)
    Pattern.remove_prefix(1);
  bool BehindStar = false;
  while (!Pattern.empty()) {
    if (Pattern[0] == '*') {
      Pattern.remove_prefix(1);
      AtStart = false;
      BehindStar = true;
      continue;
    }
    if (Pattern[0] == '$')
      return Name.empty() || BehindStar;
    const std::string_view Part = Pattern.substr(0, Pattern.find_first_of("*$"));
    const size_t At = Name.find(Part);
    if (At == Name.npos || (AtStart && At))
      return false;
    Name.remove_prefix(At + Part.size());
    Pattern.remove_prefix(Part.size());
    AtStart = BehindStar = false;
  }
  return true;
}
