//===- NameFilter.cpp - Which names match one of some globs ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NameFilter.h"

#include "FunctionName.h"
#include "support/DisplayText.h"
#include "support/Glob.h"
#include "support/Suggestion.h"

#include <algorithm>
#include <utility>

using namespace allocsite;

NameFilter::NameFilter(const NameTable &Names, std::vector<std::string> Globs,
                       bool OfFunctions)
    : Names(Names), Globs(std::move(Globs)), OfFunctions(OfFunctions) {}

bool NameFilter::matches(NameId Name) {
  if (Globs.empty())
    return false;
  if (Answers.size() < Names.size())
    Answers.resize(Names.size(), NotAsked);
  if (Answers[Name] == NotAsked) {
    auto matchesAny = [this](std::string_view Text) {
      return std::any_of(
          Globs.begin(), Globs.end(),
          [&](const std::string &Glob) { return matchesGlob(Glob, Text); });
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

std::vector<std::string> NameFilter::misses() const {
  if (std::find(Answers.begin(), Answers.end(), Yes) != Answers.end())
    return {};
  std::vector<std::string> Asked;
  for (NameId Name = 0; Name != Answers.size(); ++Name)
    if (Name != NoName && Answers[Name] != NotAsked)
      Asked.push_back(OfFunctions ? bareFunctionName(Names[Name])
                                  : std::string(Names[Name]));
  std::vector<std::string> Misses;
  if (!Asked.empty())
    for (const std::string &Glob : Globs)
      Misses.push_back((Glob.empty() ? "an empty name" : displayText(Glob)) +
                       suggestedName(Glob, Asked));
  return Misses;
}
