//===- Suggestion.cpp - What a mistyped word was meant to be --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Suggestion.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

using namespace allocsite;

/// Optimal string alignment: Levenshtein's distance, where swapping neighbours
/// counts as one.
static size_t editDistance(std::string_view A, std::string_view B) {
  std::vector<size_t> Before, Above(B.size() + 1);
  std::iota(Above.begin(), Above.end(), 0);
  for (size_t I = 0; I != A.size(); ++I) {
    std::vector<size_t> Row(B.size() + 1, I + 1);
    for (size_t J = 0; J != B.size(); ++J) {
      Row[J + 1] =
          std::min({Above[J] + (A[I] != B[J]), Above[J + 1] + 1, Row[J] + 1});
      if (I && J && A[I] == B[J - 1] && A[I - 1] == B[J])
        Row[J + 1] = std::min(Row[J + 1], Before[J - 1] + 1);
    }
    Before = std::move(Above);
    Above = std::move(Row);
  }
  return Above.back();
}

std::string allocsite::suggestion(std::string_view Typed,
                                  const std::vector<std::string> &Words) {
  Typed = Typed.substr(0, 64);
  size_t Nearest = SIZE_MAX;
  const std::string *Word = nullptr;
  for (const std::string &Each : Words)
    if (size_t Distance = editDistance(Typed, Each); Distance < Nearest) {
      Nearest = Distance;
      Word = &Each;
    }
  if (!Word || Nearest > std::max<size_t>(1, Word->size() / 3))
    return "";
  return fmt::format(" (did you mean {}?)", *Word);
}
