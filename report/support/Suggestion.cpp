//===- Suggestion.cpp - What a mistyped word was meant to be --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Suggestion.h"

#include "DisplayText.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <numeric>

using namespace allocsite;

/// Optimal string alignment distance: Levenshtein's, but swapping neighbours counts as one
/// change.
static size_t editDistance(std::string_view A, std::string_view B) {
  std::vector<size_t> Before, Above(B.size() + 1);
  std::iota(Above.begin(), Above.end(), 0);
  for (size_t I = 0; I != A.size(); ++I) {
    std::vector<size_t> Row(B.size() + 1, I + 1);
    for (size_t J = 0; J != B.size(); ++J) {
      Row[J + 1] = std::min({Above[J] + (A[I] != B[J]), Above[J + 1] + 1, Row[J] + 1});
      if (I && J && A[I] == B[J - 1] && A[I - 1] == B[J])
        Row[J + 1] = std::min(Row[J + 1], Before[J - 1] + 1);
    }
    Before = std::move(Above);
    Above = std::move(Row);
  }
  return Above.back();
}

static std::string asQuestion(std::string_view Word) {
  constexpr size_t MostColumns = 200;
  return fmt::format(" (did you mean {}?)", shortenMiddle(displayText(Word), MostColumns));
}

/// The word whose part, as given by \p Part, is nearest to \p Typed; null if none is near.
static const std::string *nearest(std::string_view Typed,
                                  const std::vector<std::string> &Words,
                                  std::string_view (*Part)(std::string_view)) {
  Typed = Typed.substr(0, 64);
  // A word that needs more changes is not near.
  size_t Nearest = std::max<size_t>(2, Typed.size() / 2 + 1), Letters = 0;
  const std::string *Word = nullptr;
  for (const std::string &Each : Words) {
    std::string_view Its = Part(Each);
    // The difference in length is a lower bound of the distance.
    if (std::max(Its.size(), Typed.size()) - std::min(Its.size(), Typed.size()) >= Nearest)
      continue;
    if (size_t Distance = editDistance(Typed, Its); Distance < Nearest) {
      Nearest = Distance;
      Letters = Its.size();
      Word = &Each;
    }
  }
  return Word && Nearest <= std::max<size_t>(1, Letters / 3) ? Word : nullptr;
}

static std::string_view whole(std::string_view Word) { return Word; }

static std::string_view behindScopes(std::string_view Name) {
  const size_t Scope = Name.rfind("::");
  return Scope == Name.npos ? Name : Name.substr(Scope + 2);
}

std::string allocsite::suggestion(std::string_view Typed,
                                  const std::vector<std::string> &Words) {
  const std::string *Word = nearest(Typed, Words, whole);
  return Word ? asQuestion(*Word) : "";
}

std::string allocsite::suggestedName(std::string_view Glob,
                                     const std::vector<std::string> &Names) {
  const size_t First = Glob.find_first_not_of('*');
  if (First == Glob.npos)
    return "";
  std::string_view Letters = Glob.substr(First, Glob.find_last_not_of('*') + 1 - First);
  // Names are without parameters.
  Letters = Letters.substr(0, Letters.find('(', 1));
  auto holdsLetters = [&](std::string_view Name) {
    return std::search(Name.begin(), Name.end(), Letters.begin(), Letters.end(),
                       [](unsigned char A, unsigned char B) {
                         return std::tolower(A) == std::tolower(B);
                       }) != Name.end();
  };
  const std::string *Meant = nullptr;
  for (const std::string &Name : Names)
    if (holdsLetters(Name) && (!Meant || Name.size() < Meant->size()))
      Meant = &Name;
  if (!Meant)
    Meant = nearest(Letters, Names, Letters.find("::") == Letters.npos ? behindScopes : whole);
  return Meant ? asQuestion(*Meant) : "";
}
