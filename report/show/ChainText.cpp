//===- ChainText.cpp - A call chain on one line ---------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChainText.h"

#include "TellApart.h"
#include "support/DisplayText.h"
#include "support/FunctionName.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

using namespace allocsite;

static constexpr std::string_view Arrow = " ← ";
static constexpr size_t ArrowWidth = 3;
/// Names are not cut to less, as they would say nothing: rather let the line be too long.
static constexpr size_t LeastFrameWidth = 8;
/// Longer names are cut in the middle at once, without a search for scopes.
static constexpr size_t MostFrameWidth = 2048;

/// The largest width such that frames cut to it take at most \p Width together.
static size_t frameWidthFor(std::vector<size_t> Widths, size_t Width) {
  std::sort(Widths.begin(), Widths.end());
  for (size_t I = 0; I != Widths.size(); ++I) {
    size_t Share = Width / (Widths.size() - I);
    if (Widths[I] > Share)
      return std::max(Share, LeastFrameWidth);
    Width -= Widths[I];
  }
  return SIZE_MAX;
}

/// Drops outer scopes, widest name first, until all frames take at most \p Width.
static void dropScopes(std::vector<std::string> &Frames, std::vector<size_t> &Widths,
                       size_t Width) {
  std::vector<size_t> Droppable(Frames.size());
  std::iota(Droppable.begin(), Droppable.end(), 0);
  while (!Droppable.empty() &&
         std::accumulate(Widths.begin(), Widths.end(), size_t(0)) > Width) {
    auto Widest = std::max_element(Droppable.begin(), Droppable.end(),
                                   [&](size_t A, size_t B) { return Widths[A] < Widths[B]; });
    std::string Shorter = dropScope(Frames[*Widest]);
    if (Shorter == Frames[*Widest]) {
      Droppable.erase(Widest);
      continue;
    }
    Widths[*Widest] = displayWidth(Shorter);
    Frames[*Widest] = std::move(Shorter);
  }
}

std::string allocsite::chainText(std::vector<std::string> Frames, size_t Width) {
  size_t Arrows = ArrowWidth * (Frames.size() - 1);
  Width -= std::min(Width, Arrows);

  std::vector<size_t> Widths;
  for (const std::string &Frame : Frames)
    Widths.push_back(displayWidth(Frame));
  std::vector<size_t> LongestFirst(Frames.size());
  std::iota(LongestFirst.begin(), LongestFirst.end(), 0);
  std::sort(LongestFirst.begin(), LongestFirst.end(), [&](size_t A, size_t B) {
    return Widths[A] != Widths[B] ? Widths[A] > Widths[B] : A < B;
  });
  for (size_t I : LongestFirst) {
    if (std::accumulate(Widths.begin(), Widths.end(), size_t(0)) <= Width)
      break;
    Frames[I] = foldArguments(Frames[I]);
    Widths[I] = displayWidth(Frames[I]);
  }

  for (size_t I = 0; I != Frames.size(); ++I)
    if (Widths[I] > MostFrameWidth) {
      Frames[I] = shortenMiddle(Frames[I], MostFrameWidth);
      Widths[I] = displayWidth(Frames[I]);
    }
  dropScopes(Frames, Widths, Width);

  size_t FrameWidth = frameWidthFor(Widths, Width);
  std::vector<std::string> Whole = Frames;
  for (std::string &Frame : Frames)
    Frame = shortenMiddle(Frame, FrameWidth);
  tellApart(Frames, Whole, FrameWidth);
  return fmt::format("{}", fmt::join(Frames, Arrow));
}

std::string allocsite::placedChain(const std::string &Place,
                                   const std::vector<std::string> &Frames,
                                   const std::string &More, size_t Width) {
  auto chainIn = [&](size_t Taken) {
    Taken += displayWidth(More);
    return chainText(Frames, Width == SIZE_MAX ? Width : Width - std::min(Width, Taken)) +
           More;
  };
  if (Place.empty())
    return chainIn(0);
  const std::string Line = Place + "  " + chainIn(displayWidth(Place) + 2);
  return displayWidth(Line) <= Width ? Line : shortenStart(Place, Width) + '\n' + chainIn(0);
}
