//===- Rates.cpp - What a process allocates, and how fast -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rates.h"

#include "view/Sites.h"

#include <algorithm>
#include <tuple>

using namespace allocsite;

static auto namesOf(const RatedRow &Of) {
  return std::tie(Of.Allocator, Of.Type, Of.Function, Of.Site);
}

/// The rows sorted by name. Rows with equal names are merged: several may lack a known site.
static std::vector<RatedRow> rowsOf(const Profile &Of, DiffBy By) {
  std::vector<RatedRow> Rows;
  for (const DiffRow &Each : diffOf(Of, By, 0).Rows) {
    RatedRow Row;
    auto name = [&Of](NameId Name) { return std::string(Of.Names[Name]); };
    Row.Allocator = name(Each.Allocator);
    Row.Type = name(Each.Type);
    Row.Function = name(Each.Function);
    Row.Site =
        By == DiffBy::File ? (Each.File.empty() ? "-" : Each.File) : name(Each.Sites[1]);
    for (ColumnId I = 0; I != Of.columns().size(); ++I)
      Row.Values.push_back(Each.value(I, 1));
    Row.Rates.resize(Row.Values.size());
    Rows.push_back(std::move(Row));
  }
  std::sort(Rows.begin(), Rows.end(),
            [](const RatedRow &A, const RatedRow &B) { return namesOf(A) < namesOf(B); });
  std::vector<RatedRow> Merged;
  for (RatedRow &Each : Rows)
    if (Merged.empty() || namesOf(Merged.back()) != namesOf(Each))
      Merged.push_back(std::move(Each));
    else
      for (ColumnId I = 0; I != Of.columns().size(); ++I)
        Merged.back().Values[I] =
            merged(Of.columns()[I].Merge, Merged.back().Values[I], Each.Values[I]);
  return Merged;
}

std::vector<RatedRow> allocsite::ratedRows(const Reading &Before, const Reading &Now,
                                           DiffBy By) {
  if (Now.Of->columns().empty())
    return {};
  std::vector<RatedRow> Rows = rowsOf(*Now.Of, By);
  const double Seconds = Now.Seconds - Before.Seconds;
  if (!Before.Of || Before.Of->columns().empty() || Seconds <= 0)
    return Rows;
  const std::vector<RatedRow> Old = rowsOf(*Before.Of, By);
  for (RatedRow &Each : Rows) {
    auto Found = std::lower_bound(
        Old.begin(), Old.end(), Each,
        [](const RatedRow &A, const RatedRow &B) { return namesOf(A) < namesOf(B); });
    const bool IsKnown = Found != Old.end() && namesOf(*Found) == namesOf(Each);
    for (size_t I = 0; I != Each.Values.size(); ++I) {
      const uint64_t Was = IsKnown && I < Found->Values.size() ? Found->Values[I] : 0;
      Each.Rates[I] = (double(Each.Values[I]) - double(Was)) / Seconds;
    }
  }
  return Rows;
}
