//===- MovedSites.cpp - Sites of two builds under one place ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MovedSites.h"

#include "view/SiteMatch.h"

#include <unordered_map>

using namespace allocsite;

void allocsite::joinMovedSites(Profile &Of) {
  constexpr uint32_t NotThere = UINT32_MAX;
  const Sites All(Of);
  const std::vector<std::vector<uint32_t>> Numbers = matchSites(Of, All);
  std::unordered_map<uint32_t, NameId> PlaceAfter; // by number
  for (uint32_t Site = 0; Site != All.size(); ++Site)
    if (Numbers[1][Site] != NotThere && All[Site].Site != NoName)
      PlaceAfter.emplace(Numbers[1][Site], All[Site].Site);
  std::vector<NameId> PlaceOf(All.size());
  for (uint32_t Site = 0; Site != All.size(); ++Site) {
    PlaceOf[Site] = All[Site].Site;
    if (Numbers[0][Site] == NotThere || Numbers[1][Site] != NotThere)
      continue;
    if (auto Moved = PlaceAfter.find(Numbers[0][Site]); Moved != PlaceAfter.end())
      PlaceOf[Site] = Moved->second;
  }
  Of.rewriteRows([&](RowId Row) {
    RowKey Key = Of.row(Row);
    Key.Site = PlaceOf[All.of(Row)];
    return std::optional(Key);
  });
}
