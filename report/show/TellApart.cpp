//===- TellApart.cpp - Names that were shortened to the same text ---------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TellApart.h"

#include "support/DisplayText.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

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

void allocsite::tellApart(std::vector<std::string> &Shown,
                          const std::vector<std::string> &Whole, size_t Width) {
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
