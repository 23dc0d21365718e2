//===- Followed.cpp - Why live memory is not known ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Followed.h"

#include "Sites.h"
#include "merge/Layers.h"
#include "support/DisplayText.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

using namespace allocsite;

static KnownOfRows knownOf(const Profile &Of, const KnownOfColumns &Is, RowId Row,
                           unsigned Side) {
  return Is.of([&](ColumnId Each) { return Of.value(Row, Each, Side); });
}

/// The class or namespace that a function is of; empty where that is none.
static std::string_view scopeOf(std::string_view Name) {
  const size_t At = Name.rfind("::");
  return At == Name.npos ? std::string_view() : Name.substr(0, At);
}

/// The allocators that take from others what is followed there. Their chunks need not tell which
/// function of an arena was called: one of a class stands for all of it.
static std::set<NameId> overFollowed(const Profile &Of, const KnownOfColumns &Is,
                                     unsigned Side) {
  std::set<NameId> Allocators, Over;
  for (RowId Row = 0; Row != Of.rowCount(); ++Row)
    if (!Of.row(Row).IsFailed)
      Allocators.insert(Of.row(Row).Allocator);
  BareNames Bare(Of.Names);
  Layers All({Allocators.begin(), Allocators.end()}, Of.Names, Bare);
  std::set<std::pair<NameId, ChainId>> Known;
  for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
    const RowKey &Key = Of.row(Row);
    if (!knownOf(Of, Is, Row, Side).Tell || !Known.insert({Key.Allocator, Key.Chain}).second)
      continue;
    for (NameId Function : functionsOf(Of, Key.Chain))
      Over.insert(All.above(Key.Allocator, &Function, 1));
  }
  std::set<std::string_view> Scopes;
  for (NameId Each : Over)
    Scopes.insert(scopeOf(Of.Names[Each]));
  Scopes.erase("");
  for (NameId Each : Allocators)
    if (Scopes.count(scopeOf(Of.Names[Each])))
      Over.insert(Each);
  return Over;
}

static std::string callsOf(uint64_t Lacks, uint64_t Calls, const std::string &Allocator) {
  return fmt::format("{} of {} call{} of {}", Lacks, Calls, Calls == 1 ? "" : "s", Allocator);
}

Lack allocsite::lackOf(const Profile &Of, const std::vector<bool> &Selected, unsigned Side,
                       bool IsAlone) {
  const auto Calls = Of.findColumn(columnOf(Measure::Calls).Word);
  const auto NotFollowed = Of.findColumn(columnOf(Measure::NotFollowed).Word);
  const KnownOfColumns Is(Of.columns());
  const std::set<NameId> Over = IsAlone ? std::set<NameId>() : overFollowed(Of, Is, Side);
  struct Sum {
    uint64_t Lacks = 0, Calls = 0;
  };
  std::map<NameId, Sum> Sums;
  KnownOfRows All;
  uint64_t Counted = 0;
  for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
    if (!Selected[Row] || Of.row(Row).IsFailed || !Of.value(Row, Calls, Side))
      continue;
    Counted = merged(MeasureMerge::Sum, Counted, Of.value(Row, Calls, Side));
    if (Over.count(Of.row(Row).Allocator))
      continue;
    All += knownOf(Of, Is, Row, Side);
    Sum &To = Sums[Of.row(Row).Allocator];
    To.Calls = merged(MeasureMerge::Sum, To.Calls, Of.value(Row, Calls, Side));
    To.Lacks = merged(MeasureMerge::Sum, To.Lacks, Of.value(Row, NotFollowed, Side));
  }
  if (!Counted)
    return {"nothing was counted (counting never began, or the program was not compiled with "
            "the pass)",
            true};
  if (All.known() == Known::Whole)
    return {};
  std::vector<std::pair<NameId, Sum>> Lacking;
  for (const auto &Each : Sums)
    if (Each.second.Lacks)
      Lacking.push_back(Each);
  std::sort(Lacking.begin(), Lacking.end(), [&](const auto &A, const auto &B) {
    return std::pair(B.second.Lacks, Of.Names[A.first]) <
           std::pair(A.second.Lacks, Of.Names[B.first]);
  });
  constexpr size_t Most = 3;
  std::vector<std::string> Words;
  for (size_t I = 0; I != std::min(Most, Lacking.size()); ++I)
    Words.push_back(callsOf(Lacking[I].second.Lacks, Lacking[I].second.Calls,
                            displayText(Of.Names[Lacking[I].first])));
  if (Lacking.size() > Most)
    Words.push_back(fmt::format("those of {} more allocators", Lacking.size() - Most));
  const bool IsSampled = Of.findColumn(columnOf(Measure::Sampled).Word).has_value();
  return {fmt::format("{}: {}",
                      IsSampled ? "no block of the sample (sample=)" : "not followed",
                      fmt::join(Words, ", ")),
          All.known() == Known::Nothing};
}

std::string allocsite::noColumn(const MeasureColumn &Of) {
  return fmt::format(
      "no column \"{}\": compile with ALLOCSITE_PASS_OPTIONS=live=1 and run with "
      "ALLOCSITE_OPTIONS=live=1{}",
      Of.Title,
      Of.Modes == ModeLifetimes  ? ":lifetimes=1"
      : Of.Modes == ModeOwnPeaks ? ":own-peaks=1"
      : Of.Modes == ModeSampled  ? ":sample=N"
                                 : "");
}
