//===- Followed.cpp - Why live memory is not known ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Followed.h"

#include "support/DisplayText.h"
#include "view/Layers.h"
#include "view/Sites.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <map>

using namespace allocsite;

static KnownOfRows knownOf(const Profile &Of, const KnownOfColumns &Is, RowId Row,
                           unsigned Side) {
  return Is.of([&](ColumnId Each) { return Of.value(Row, Each, Side); });
}

/// Whether some function name, such as `copy(Arena&, char const*)` or `Arena::~Arena()`, shows
/// that \p Scope is a class, not a namespace.
static bool isNamedAsClass(const NameTable &Names, std::string_view Scope) {
  auto isOfName = [](char C) { return std::isalnum(uint8_t(C)) || C == '_' || C == ':'; };
  for (NameId Name = 0; Name != Names.size(); ++Name) {
    const std::string_view Text = Names[Name];
    for (size_t At = Text.find(Scope); At != Text.npos; At = Text.find(Scope, At + 1)) {
      std::string_view Rest = Text.substr(At + Scope.size());
      if (At && isOfName(Text[At - 1]))
        continue;
      if (Rest.substr(0, 6) == " const")
        Rest.remove_prefix(6);
      if (Rest.substr(0, 1) == "&" || Rest.substr(0, 1) == "*" || Rest.substr(0, 3) == "::~")
        return true;
    }
  }
  return false;
}

/// `Arena` for `Arena::alloc(unsigned long)`; empty if \p Function has no scope.
static std::string_view scopeOf(std::string_view Function) {
  size_t End = Function.find('(');
  while (End != Function.npos && Function.substr(End, 21) == "(anonymous namespace)")
    End = Function.find('(', End + 1);
  const size_t At = Function.substr(0, End).rfind("::");
  return At == Function.npos ? std::string_view() : Function.substr(0, At);
}

/// Adds the other members of a class in \p Over: a chunk only shows which member happened to
/// need it, so one stands for all.
static void addOtherMembers(const Profile &Of, const std::set<NameId> &Allocators,
                            std::set<NameId> &Over) {
  std::map<std::string_view, bool> Classes;
  for (NameId Each : Over)
    Classes.emplace(scopeOf(Of.Names[Each]), false);
  Classes.erase("");
  for (RowId Row = 0; Row != Of.rowCount(); ++Row)
    if (auto Its = Classes.find(Of.Names[Of.row(Row).Type]); Its != Classes.end())
      Its->second = true;
  for (auto &[Scope, Is] : Classes)
    Is = Is || isNamedAsClass(Of.Names, Scope);
  for (NameId Each : Allocators)
    if (auto Its = Classes.find(scopeOf(Of.Names[Each])); Its != Classes.end() && Its->second)
      Over.insert(Each);
}

std::set<NameId> allocsite::overFollowed(const Profile &Of, const std::vector<bool> &Selected,
                                         unsigned Side) {
  const KnownOfColumns Is(Of.columns());
  std::set<NameId> Allocators, Over;
  for (RowId Row = 0; Row != Of.rowCount(); ++Row)
    if (!Of.row(Row).IsFailed)
      Allocators.insert(Of.row(Row).Allocator);
  BareNames Bare(Of.Names);
  Layers All(Of, Allocators, Bare);
  std::set<std::pair<NameId, ChainId>> Known;
  std::vector<NameId> Telling;
  for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
    const RowKey &Key = Of.row(Row);
    if (!Selected[Row] || !knownOf(Of, Is, Row, Side).Tell ||
        !Known.insert({Key.Allocator, Key.Chain}).second)
      continue;
    Telling.push_back(Key.Allocator);
    for (NameId Function : functionsOf(Of, Key.Chain))
      Over.insert(All.aboveFrame(Key.Allocator, Function));
  }
  addOtherMembers(Of, Allocators, Over);
  for (NameId Each : Telling)
    Over.erase(Each);
  Over.erase(NoName);
  return Over;
}

static std::string callsOf(uint64_t Lacks, uint64_t Calls, const std::string &Allocator) {
  return fmt::format("{} of {} call{} of {}", Lacks, Calls, Calls == 1 ? "" : "s", Allocator);
}

Lack allocsite::lackOf(const Profile &Of, const std::vector<bool> &Selected, unsigned Side) {
  const auto Calls = Of.column(Measure::Calls);
  const auto NotFollowed = Of.column(Measure::NotFollowed);
  const KnownOfColumns Is(Of.columns());
  const std::set<NameId> Over = overFollowed(Of, Selected, Side);
  struct Sum {
    uint64_t Lacks = 0, Calls = 0;
    KnownOfRows Is;
  };
  std::map<NameId, Sum> Sums;
  bool IsCounted = false, IsAny = false;
  for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
    if (Of.row(Row).IsFailed)
      continue;
    const KnownOfRows Its = knownOf(Of, Is, Row, Side);
    const uint64_t Count = Of.value(Row, Calls, Side);
    IsCounted |= Count || Its.Tell;
    if (!Selected[Row] || !(Count || Its.Tell))
      continue;
    IsAny = true;
    if (Over.count(Of.row(Row).Allocator))
      continue;
    Sum &To = Sums[Of.row(Row).Allocator];
    To.Is += Its;
    To.Calls = merged(MeasureMerge::Sum, To.Calls, Count);
    To.Lacks = merged(MeasureMerge::Sum, To.Lacks, Of.value(Row, NotFollowed, Side));
  }
  if (!IsAny)
    return {IsCounted ? "no row was chosen"
                      : "nothing was counted (counting never began, or the program was not "
                        "compiled with the pass)",
            true};
  bool TellsAny = false;
  for (auto &[Allocator, Its] : Sums) {
    // A sample without a block of the allocator says nothing about its calls: all are missing.
    if (Its.Is.known() == Known::Nothing)
      Its.Lacks = Its.Calls;
    TellsAny |= Its.Is.known() != Known::Nothing;
  }
  std::vector<std::pair<NameId, Sum>> Lacking;
  for (const auto &Each : Sums)
    if (Each.second.Lacks)
      Lacking.push_back(Each);
  std::sort(Lacking.begin(), Lacking.end(), [&](const auto &A, const auto &B) {
    return std::pair(B.second.Lacks, Of.Names[A.first]) <
           std::pair(A.second.Lacks, Of.Names[B.first]);
  });
  if (Lacking.empty())
    return {};
  constexpr size_t Most = 3;
  std::vector<std::string> Words;
  for (size_t I = 0; I != std::min(Most, Lacking.size()); ++I)
    Words.push_back(callsOf(Lacking[I].second.Lacks, Lacking[I].second.Calls,
                            displayText(Of.Names[Lacking[I].first])));
  if (Lacking.size() > Most)
    Words.push_back(fmt::format("those of {} more allocators", Lacking.size() - Most));
  const bool IsSampled = Of.column(Measure::Sampled).has_value();
  return {fmt::format("{}: {}",
                      IsSampled ? "no block of the sample (sample=)" : "not followed",
                      fmt::join(Words, ", ")),
          !TellsAny};
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
