//===- SitePlace.cpp - The parts of a site --------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SitePlace.h"

#include <optional>

using namespace allocsite;

/// Removes \p Mark and the digits behind it from the end of \p Text, if present.
static std::optional<uint32_t> takeNumber(std::string_view &Text, char Mark) {
  const size_t At = Text.rfind(Mark);
  if (At == Text.npos || At + 1 == Text.size() || Text.size() - At > 10)
    return {};
  uint32_t Number = 0;
  for (char C : Text.substr(At + 1)) {
    if (C < '0' || C > '9')
      return {};
    Number = Number * 10 + uint32_t(C - '0');
  }
  Text = Text.substr(0, At);
  return Number;
}

SitePlace allocsite::placeOf(std::string_view Site) {
  SitePlace Place;
  if (size_t More = Site.rfind(" +"); More != Site.npos)
    if (std::string_view First = Site; takeNumber(First, '+'))
      Site = Site.substr(0, More);
  if (auto Ordinal = takeNumber(Site, '#'))
    Place.Ordinal = *Ordinal;
  auto Last = takeNumber(Site, ':');
  if (!Last)
    return Place;
  auto Line = takeNumber(Site, ':');
  Place.Line = Line ? *Line : *Last;
  Place.Column = Line ? *Last : 0;
  Place.File = Site;
  return Place;
}
