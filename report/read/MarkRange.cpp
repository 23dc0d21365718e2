//===- MarkRange.cpp - What was counted between two marks -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MarkRange.h"

#include "support/DisplayText.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

using namespace allocsite;

static constexpr std::string_view Between = "..";

/// Escapes the characters that have a meaning in a range.
static std::string escaped(const std::string &Name) {
  std::string Made;
  for (char C : Name) {
    if (C == '\\' || C == '@' || C == '.')
      Made += '\\';
    Made += C;
  }
  return Made;
}

static std::string unescaped(std::string_view Name) {
  std::string Made;
  for (size_t I = 0; I < Name.size(); ++I) {
    I += Name[I] == '\\' && I + 1 < Name.size();
    Made += Name[I];
  }
  return Made;
}

MarkedFile allocsite::splitMarks(const std::string &Named) {
  size_t At = Named.rfind('@');
  while (At != std::string::npos && At && Named[At - 1] == '\\')
    At = Named.rfind('@', At - 1);
  size_t Dots = At;
  if (At != std::string::npos)
    for (++Dots; Dots < Named.size() && Named.compare(Dots, Between.size(), Between) != 0;)
      Dots += Named[Dots] == '\\' ? 2 : 1;
  if (Dots >= Named.size() || ::access(Named.c_str(), F_OK) == 0)
    return {Named, {}};
  MarkRange Range{unescaped(Named.substr(At + 1, Dots - At - 1)),
                  unescaped(Named.substr(Dots + Between.size()))};
  return {Named.substr(0, At), Range};
}

std::string allocsite::withMarks(const std::string &File, const MarkRange &Range) {
  return Range.isEmpty()
             ? File
             : fmt::format("{}@{}..{}", File, escaped(Range.From), escaped(Range.To));
}

MarkWindow::Wanted::Wanted(const std::string &Text) : Name(Text), Whole(Text) {
  const size_t At = Text.rfind('#');
  if (At == std::string::npos || !At)
    return;
  const char *End = Text.data() + Text.size();
  unsigned Read = 0;
  auto [Rest, Code] = std::from_chars(Text.data() + At + 1, End, Read);
  if (Code == std::errc() && Rest == End && Read) {
    Name.resize(At);
    Number = Read;
  }
}

bool MarkWindow::Wanted::isMet(std::string_view Mark, bool MayBe) {
  const bool IsWhole = Number && Mark == Whole;
  if (Name.empty() || (Mark != Name && !IsWhole))
    return false;
  Met += !IsWhole;
  const bool IsIt = !IsFound && MayBe && (!Number || IsWhole || Met == Number);
  IsFound |= IsIt;
  return IsIt;
}

MarkWindow::MarkWindow(const MarkRange &Range)
    : From(Range.From), To(Range.To), IsWithin(Range.From.empty()) {}

bool MarkWindow::includes(std::string_view RowMark, std::string_view RowSeconds) {
  if (From.Name.empty() && To.Name.empty())
    return true;
  if (Mark == RowMark && Seconds == RowSeconds)
    return IsWithin;
  if (EndsFrom)
    IsWithin = true;
  if (EndsTo)
    IsWithin = false;
  Mark = RowMark;
  Seconds = RowSeconds;
  if (std::find(Known.begin(), Known.end(), Mark) == Known.end())
    Known.push_back(Mark);
  EndsTo = To.isMet(Mark, IsWithin);
  EndsFrom = From.isMet(Mark, true);
  return IsWithin;
}

MaybeError MarkWindow::finish() const {
  for (const Wanted *Each : {&From, &To}) {
    if (Each->Name.empty() || Each->IsFound)
      continue;
    if (Each->Met && (!Each->Number || Each->Met >= Each->Number))
      return Error{fmt::format("the mark \"{}\" is not behind \"{}\"", displayText(To.Name),
                               displayText(From.Name))};
    if (Each->Met)
      return Error{fmt::format("{} mark{} \"{}\", and number {} is asked for", Each->Met,
                               Each->Met > 1 ? "s are called" : " is called",
                               displayText(Each->Name), Each->Number)};
    std::vector<std::string> Shown;
    for (size_t I = 0; I != std::min<size_t>(Known.size(), 20); ++I)
      Shown.push_back(shortenMiddle(displayText(Known[I]), 40));
    return Error{fmt::format("no mark is called \"{}\"; there {}: {}{}",
                             displayText(Each->Name), Known.size() == 1 ? "is" : "are",
                             fmt::join(Shown, ", "),
                             Known.size() > Shown.size() ? ", …" : "")};
  }
  return {};
}
