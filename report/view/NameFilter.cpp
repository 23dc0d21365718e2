//===- NameFilter.cpp - Matches names against globs, once per name --------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NameFilter.h"

#include "support/DisplayText.h"
#include "support/FunctionName.h"
#include "support/Glob.h"
#include "support/Suggestion.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <utility>

using namespace allocsite;

NameFilter::NameFilter(const NameTable &Names, std::vector<std::string> Globs,
                       bool OfFunctions, bool AreWhole)
    : Names(Names), Globs(std::move(Globs)), OfFunctions(OfFunctions), AreWhole(AreWhole) {}

bool NameFilter::matches(NameId Name) {
  if (Globs.empty())
    return false;
  if (Answers.size() < Names.size())
    Answers.resize(Names.size(), NotAsked);
  if (Answers[Name] == NotAsked) {
    auto matchesAny = [this](std::string_view Text) {
      return std::any_of(Globs.begin(), Globs.end(), [&](const std::string &Glob) {
        return AreWhole ? Glob == Text : matchesGlob(Glob, Text);
      });
    };
    bool Matches = false;
    if (OfFunctions) {
      std::vector<std::string> Spellings = spellingsOf(Names[Name]);
      Matches = std::any_of(Spellings.begin(), Spellings.end(), matchesAny);
    } else {
      Matches = matchesAny(Names[Name]);
    }
    Answers[Name] = Matches ? Yes : No;
  }
  return Answers[Name] == Yes;
}

std::vector<NameId> NameFilter::matched() const {
  std::vector<NameId> Matched;
  for (NameId Name = 0; Name != Answers.size(); ++Name)
    if (Answers[Name] == Yes)
      Matched.push_back(Name);
  return Matched;
}

/// " (there are "a", "b", "c" and 4 more)", in the order in which they were read.
static std::string someOf(const std::vector<std::string> &Names) {
  constexpr size_t Most = 3, MostColumns = 40;
  std::vector<std::string> Shown;
  for (const std::string &Name : Names) {
    std::string Quoted = '"' + shortenMiddle(displayText(Name), MostColumns) + '"';
    if (Shown.size() != Most && std::find(Shown.begin(), Shown.end(), Quoted) == Shown.end())
      Shown.push_back(std::move(Quoted));
  }
  size_t More = std::set<std::string>(Names.begin(), Names.end()).size() - Shown.size();
  return fmt::format(" (there {} {}{})", Names.size() == 1 ? "is" : "are",
                     fmt::join(Shown, ", "), More ? fmt::format(" and {} more", More) : "");
}

std::vector<std::string> NameFilter::misses() const {
  if (std::find(Answers.begin(), Answers.end(), Yes) != Answers.end())
    return {};
  bool WasAsked = false;
  std::vector<std::string> Asked;
  for (NameId Name = 0; Name != Answers.size(); ++Name) {
    WasAsked |= Answers[Name] != NotAsked;
    if (Name != NoName && Answers[Name] != NotAsked && Names[Name] != "…")
      Asked.push_back(OfFunctions ? bareFunctionName(Names[Name]) : std::string(Names[Name]));
  }
  std::vector<std::string> Misses;
  for (const std::string &Glob : Globs) {
    if (!WasAsked)
      break;
    std::string Near = suggestedName(Glob, Asked);
    if (Near.empty())
      Near = Asked.empty() ? " (none is known)" : someOf(Asked);
    Misses.push_back('"' + displayText(Glob) + '"' + Near);
  }
  return Misses;
}
