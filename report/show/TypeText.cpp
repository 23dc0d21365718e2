//===- TypeText.cpp - A type in a line for people ---------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TypeText.h"

#include "ChainText.h"
#include "support/DisplayText.h"
#include "support/FunctionName.h"

#include <algorithm>

using namespace allocsite;

/// Template arguments nested deeper than this are folded on any line.
static constexpr size_t Deepest = 20;

std::string allocsite::typeText(std::string_view Type, size_t Width) {
  if (displayWidth(Type) <= Width)
    return std::string(Type);
  const std::string Outermost = foldArguments(Type, 1);
  std::string Fitting;
  std::string Text = Outermost;
  for (size_t Depth = 2; Depth <= Deepest && displayWidth(Text) <= Width; ++Depth) {
    Fitting = Text;
    Text = foldArguments(Type, Depth);
  }
  if (!Fitting.empty())
    return Fitting;
  // Set the stars of a pointer aside: they are no name, and the text before them might be
  // dropped as a return type.
  size_t Named = Type.find_last_not_of(" *&") + 1;
  std::string_view Stars = Type.substr(Named);
  if (Named && Type[Named - 1] == '>')
    return shortenMiddle(Outermost, Width);
  Width -= std::min(Width, Stars.size());
  return chainText({std::string(Type.substr(0, Named))}, Width) + std::string(Stars);
}
