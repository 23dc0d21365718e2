//===- ChainText.cpp - A call chain on one line ---------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChainText.h"

#include "support/DisplayText.h"
#include "support/FunctionName.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <numeric>
#include <set>
#include <string_view>
#include <utility>

using namespace allocsite;

/// The length in bytes of the prefix common to all \p Names, which are two or more.
static size_t commonStart(const std::set<std::string_view> &Names) {
  // The set is sorted: the first and the last differ soonest.
  std::string_view First = *Names.begin(), Last = *Names.rbegin();
  size_t Shorter = std::min(First.size(), Last.size());
  return std::mismatch(First.begin(), First.begin() + Shorter, Last.begin()).first -
         First.begin();
}

/// \p Name in at most \p Width columns, including the text at offset \p Differs.
static std::string around(std::string_view Name, size_t Differs, size_t Width) {
  // Do not cut within a character; include the whole word in which they differ if it is short.
  constexpr size_t MostOfWord = 12;
  Differs = std::min(Differs, Name.size());
  while (Differs && (Name[std::min(Differs, Name.size() - 1)] & 0xC0) == 0x80)
    --Differs;
  size_t Word = Name.find_last_of("_: <(", Differs ? Differs - 1 : 0);
  if (Word != Name.npos && Differs - Word <= MostOfWord)
    Differs = Word + 1;
  std::string End = "…" + std::string(Name.substr(Differs));
  return displayWidth(End) < Width ? shortenStart(Name, Width) : shortenMiddle(End, Width);
}

///   yaml_parser_fetch_plain_scalar   yaml_parse…ain_scalar   …fetch_plain_scalar
///   yaml_parser_scan_plain_scalar    yaml_parse…ain_scalar   …_scan_plain_scalar
///
/// \p Shown are the display texts \p Whole, each shortened to \p Width columns. If two
/// different names were shortened to the same text, both are shortened again around the place
/// where they begin to differ; if even that does not fit, they stay as they are.
static void tellApart(std::vector<std::string> &Shown, const std::vector<std::string> &Whole,
                      size_t Width) {
  std::map<std::string, std::set<std::string_view>> NamesOf;
  for (size_t I = 0; I != Shown.size(); ++I)
    NamesOf[Shown[I]].insert(Whole[I]);
  for (const auto &[Text, Names] : NamesOf) {
    if (Names.size() < 2)
      continue;
    size_t Differs = commonStart(Names);
    std::set<std::string> Anew;
    for (std::string_view Name : Names)
      Anew.insert(around(Name, Differs, Width));
    if (Anew.size() <= 1)
      continue;
    for (size_t I = 0; I != Shown.size(); ++I)
      if (Names.count(Whole[I]) && displayWidth(Whole[I]) > Width)
        Shown[I] = around(Whole[I], Differs, Width);
  }
}

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

/// As many frames on each line as fit, with arguments folded where the whole is too long.
static std::string chainOnLines(const std::vector<std::string> &Frames,
                                const std::string &More, size_t Width) {
  std::string Text;
  std::vector<std::string> OfLine;
  size_t Used = 0;
  auto endLine = [&](bool IsLast) {
    Text += chainText(std::exchange(OfLine, {}), Width - std::min<size_t>(Width, 2));
    Text += IsLast ? More : " ←\n";
    Used = 0;
  };
  for (const std::string &Each : Frames) {
    const bool IsLast = &Each == &Frames.back();
    const size_t Its =
        displayWidth(displayWidth(Each) > Width / 2 ? foldArguments(Each) : Each);
    const size_t Needed = Its + (IsLast ? displayWidth(More) : ArrowWidth);
    if (!OfLine.empty() && Used + Needed > Width)
      endLine(false);
    OfLine.push_back(Each);
    Used += Its + ArrowWidth;
  }
  endLine(true);
  return Text;
}

std::string allocsite::placedChain(const std::string &Place,
                                   const std::vector<std::string> &Frames,
                                   const std::string &More, size_t Width) {
  constexpr size_t MostOnOneLine = 4; // where names are shortened rather than put on another
  if (Frames.size() > MostOnOneLine &&
      displayWidth(chainText(Frames, SIZE_MAX)) + displayWidth(More) > Width) {
    const std::string Chain = chainOnLines(Frames, More, Width);
    return Place.empty() ? Chain : shortenStart(Place, Width) + '\n' + Chain;
  }
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
