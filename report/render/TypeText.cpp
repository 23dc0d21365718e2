//===- TypeText.cpp - A type in a line for people ---------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TypeText.h"

#include "ChainText.h"
#include "support/DisplayText.h"

#include <algorithm>

using namespace allocsite;

/// \p Type with `…` for template arguments that lie in more than \p Depth pairs of brackets.
static std::string foldedTo(std::string_view Type, size_t Depth) {
  std::string Text;
  size_t Open = 0;
  for (char C : Type) {
    if (C == '>' && Open)
      --Open;
    if (Open <= Depth)
      Text += C;
    if (C == '<' && ++Open == Depth + 1)
      Text += "…";
  }
  return Text;
}

static size_t depthOf(std::string_view Type) {
  size_t Open = 0, Deepest = 0;
  for (char C : Type) {
    if (C == '<')
      Deepest = std::max(Deepest, ++Open);
    else if (C == '>' && Open)
      --Open;
  }
  return Deepest;
}

std::string allocsite::typeText(std::string_view Type, size_t Width) {
  if (displayWidth(Type) <= Width)
    return std::string(Type);
  std::string Text(Type);
  for (size_t Depth = depthOf(Type); Depth > 1;) {
    Text = foldedTo(Type, --Depth);
    if (displayWidth(Text) <= Width)
      return Text;
  }
  // The stars of a pointer are no name, before which the type could be dropped as a result.
  size_t Named = Type.find_last_not_of(" *&") + 1;
  std::string_view Stars = Type.substr(Named);
  if (Named && Type[Named - 1] == '>')
    return shortenMiddle(Text, Width);
  Width -= std::min(Width, Stars.size());
  return chainText({std::string(Type.substr(0, Named))}, Width) + std::string(Stars);
}
