//===- LeftOutFormat.cpp - What a view leaves out, for people and programs ===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LeftOutFormat.h"

#include "support/DisplayText.h"

#include <algorithm>
#include <fmt/format.h>

using namespace allocsite;

/// The names of up to eight wrappers.
static std::string namesOf(const std::vector<Wrapper> &All) {
  constexpr size_t Most = 8;
  std::string Names;
  for (size_t I = 0; I != std::min(All.size(), Most); ++I)
    Names += (I ? ", " : "") + displayText(All[I].Function);
  return All.size() > Most ? fmt::format("{} and {} more", Names, All.size() - Most) : Names;
}

std::vector<std::string> allocsite::sentencesOn(const LeftOut &What, const NameTable &Names) {
  std::vector<std::string> Sentences;
  std::vector<std::string> Folded;
  for (auto [Allocator, Bytes] : What.Folded)
    Folded.push_back(humanBytes(Bytes) + " of " + displayText(Names[Allocator]));
  if (!Folded.empty())
    Sentences.push_back(fmt::format("{} {}.", LayersLeftOut, fmt::join(Folded, ", ")));
  for (const std::string &Miss : What.Misses)
    Sentences.push_back(Miss);
  if (!What.Wrappers.empty())
    Sentences.push_back(fmt::format("Wrappers shown through: {}. Their callers stand for "
                                    "them; --no-hide shows the wrappers.",
                                    namesOf(What.Wrappers)));
  return Sentences;
}

SheetLeftOut allocsite::leftOutOf(const LeftOut &What, const NameTable &Names) {
  SheetLeftOut Its;
  for (auto [Allocator, Bytes] : What.Folded)
    Its.Below.emplace_back(Names[Allocator], Bytes);
  for (const Wrapper &Each : What.Wrappers)
    Its.Wrappers.push_back(Each.Function);
  Its.Notes = What.Misses;
  return Its;
}

void allocsite::addNamesTo(SheetLeftOut &To, const SheetLeftOut &From) {
  To.Below.insert(To.Below.end(), From.Below.begin(), From.Below.end());
  To.Wrappers.insert(To.Wrappers.end(), From.Wrappers.begin(), From.Wrappers.end());
  To.Notes.insert(To.Notes.end(), From.Notes.begin(), From.Notes.end());
}
