//===- Glob.cpp - Shell-like patterns for names ---------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Glob.h"

bool allocsite::matchesGlob(std::string_view Pattern, std::string_view Text) {
  // Backtrack only to the last star: an earlier one has already matched as little as
  // possible.
  constexpr size_t None = std::string_view::npos;
  size_t P = 0, T = 0, Star = None, StarText = 0;
  while (T != Text.size()) {
    if (P != Pattern.size() && Pattern[P] == '*') {
      Star = P++;
      StarText = T;
    } else if (P != Pattern.size() && (Pattern[P] == '?' || Pattern[P] == Text[T])) {
      ++P;
      ++T;
    } else if (Star != None) {
      P = Star + 1;
      T = ++StarText;
    } else {
      return false;
    }
  }
  while (P != Pattern.size() && Pattern[P] == '*')
    ++P;
  return P == Pattern.size();
}
