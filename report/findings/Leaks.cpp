//===- Leaks.cpp - What was alive at exit, by chain -----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Leaks.h"

#include "support/DisplayText.h"
#include "view/Sites.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <tuple>

using namespace allocsite;

namespace {

struct LeakKey {
  NameId Allocator, Type, Site;
  ChainId Chain;
};

/// Matches names against suppressions, once per name.
class Suppressor {
public:
  Suppressor(const NameTable &Names, const std::vector<std::string> &Patterns)
      : Names(Names), Patterns(Patterns) {}

  /// The index of the pattern that matches the row; Patterns.size(): none does. Tries frame by
  /// frame, like LeakSanitizer, and for each the first pattern that matches.
  size_t of(const Profile &Of, RowId Row) {
    const RowKey &Key = Of.row(Row);
    size_t By = ofName(Key.Allocator);
    for (ChainId Chain = Key.Chain; Chain != NoChain && By == Patterns.size();
         Chain = Of.link(Chain).Caller) {
      const Frame &At = Of.frame(Of.link(Chain).At);
      By = ofName(At.Function);
      if (By == Patterns.size())
        By = Chain == Key.Chain ? first(fileOf(Of, Row)) : ofName(At.File);
    }
    return By;
  }

private:
  size_t first(std::string_view Name) const {
    if (Name == "-" || Name == "…") // not known
      return Patterns.size();
    for (size_t I = 0; I != Patterns.size(); ++I)
      if (matchesSuppression(Patterns[I], Name))
        return I;
    return Patterns.size();
  }
  size_t ofName(NameId Name) {
    if (Answers.size() <= Name)
      Answers.resize(Names.size(), NotAsked);
    if (Answers[Name] == NotAsked)
      Answers[Name] = first(Names[Name]);
    return Answers[Name];
  }

  static constexpr size_t NotAsked = SIZE_MAX;
  const NameTable &Names;
  const std::vector<std::string> &Patterns;
  std::vector<size_t> Answers; ///< by name
};

} // namespace

Expected<Leaks> allocsite::leaksOf(Profile &Of, const ViewSelection &Wanted,
                                   const std::vector<std::string> &Suppressions) {
  auto Blocks = columnNamed(Of, Measure::Live), Bytes = columnNamed(Of, Measure::LiveBytes);
  if (!Blocks || !Bytes)
    return Blocks ? Bytes.error() : Blocks.error();
  Leaks Result;
  std::vector<std::string> Misses;
  auto Selected = Wanted.Wanted.select(Of, Misses);
  if (!Selected)
    return Error{"--where: " + Selected.error().What};
  Result.Lacks = lackOf(Of, *Selected, 0);

  ViewSelection Live = Wanted;
  Live.Only = [&](RowId Row) { return Of.value(Row, *Blocks, 0) != 0; };
  Live.Shown = *Bytes;
  Live.Folded = Measure::LiveBytes;
  Suppressor By(Of.Names, Suppressions);
  std::vector<SuppressedLeaks> Sums(Suppressions.size());
  Live.LeavesOut = [&](RowId Row) {
    const size_t Which = By.of(Of, Row);
    if (Which == Suppressions.size())
      return false;
    Sums[Which].Blocks = saturatingAdd(Sums[Which].Blocks, Of.value(Row, *Blocks, 0));
    Sums[Which].Bytes = saturatingAdd(Sums[Which].Bytes, Of.value(Row, *Bytes, 0));
    return true;
  };
  auto Rows = View::of(Of, Live);
  if (!Rows)
    return Rows.error();
  for (size_t I = 0; I != Sums.size(); ++I)
    if (Sums[I].Blocks) {
      Sums[I].Pattern = Suppressions[I];
      Result.Suppressed.push_back(std::move(Sums[I]));
    }
  Rows->applyTo(Of);
  Result.Left = std::move(Rows->Left);
  for (std::string &Each : Result.Left.Misses) // of Repeated
    if (std::find(Misses.begin(), Misses.end(), Each) == Misses.end())
      Misses.push_back(std::move(Each));
  Result.Left.Misses = std::move(Misses);

  KeySet<LeakKey> Keys;
  for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
    const RowKey &Key = Of.row(Row);
    const uint32_t At = Keys.intern({Key.Allocator, Key.Type, Key.Site, Key.Chain});
    if (At == Result.Found.size())
      Result.Found.push_back(
          {Key.Allocator, Key.Type, Key.Site, Key.Chain, 0, 0, Key.size(), Key.size()});
    Leak &To = Result.Found[At];
    To.Blocks = merged(MeasureMerge::Sum, To.Blocks, Of.value(Row, *Blocks, 0));
    To.Bytes = merged(MeasureMerge::Sum, To.Bytes, Of.value(Row, *Bytes, 0));
    To.SmallestSize = std::min(To.SmallestSize, Key.size());
    To.LargestSize = std::max(To.LargestSize, Key.size());
  }
  Result.Blocks = Of.total(*Blocks, 0);
  Result.Bytes = Of.total(*Bytes, 0);
  std::sort(Result.Found.begin(), Result.Found.end(), [&](const Leak &A, const Leak &B) {
    if (A.Bytes != B.Bytes)
      return A.Bytes > B.Bytes;
    if (A.Blocks != B.Blocks)
      return A.Blocks > B.Blocks;
    return std::tuple(Of.Names[A.Site], Of.Names[A.Allocator], A.Chain) <
           std::tuple(Of.Names[B.Site], Of.Names[B.Allocator], B.Chain);
  });
  return Result;
}

Expected<std::vector<std::string>> allocsite::parseSuppressions(std::string_view Text,
                                                                const std::string &File) {
  constexpr std::string_view Kind = "leak:", Blanks = " \t\r";
  std::vector<std::string> Patterns;
  for (size_t Number = 1; !Text.empty(); ++Number) {
    const size_t End = std::min(Text.find('\n'), Text.size());
    std::string_view Line = Text.substr(0, End);
    Text.remove_prefix(std::min(End + 1, Text.size()));
    Line.remove_prefix(std::min(Line.find_first_not_of(Blanks), Line.size()));
    Line = Line.substr(0, Line.find_last_not_of(Blanks) + 1);
    if (Line.empty() || Line[0] == '#')
      continue;
    if (Line.substr(0, Kind.size()) != Kind)
      return Error{fmt::format("{}:{}: \"{}\" where leak:PATTERN is expected",
                               displayText(File), Number,
                               shortenMiddle(displayText(Line), 40))};
    Patterns.emplace_back(Line.substr(Kind.size()));
  }
  return Patterns;
}

bool allocsite::matchesSuppression(std::string_view Pattern, std::string_view Name) {
  if (Name.empty())
    return false;
  bool AtStart = !Pattern.empty() && Pattern[0] == '^';
  if (AtStart)
    Pattern.remove_prefix(1);
  bool BehindStar = false;
  while (!Pattern.empty()) {
    if (Pattern[0] == '*') {
      Pattern.remove_prefix(1);
      AtStart = false;
      BehindStar = true;
      continue;
    }
    if (Pattern[0] == '$')
      return Name.empty() || BehindStar;
    const std::string_view Part = Pattern.substr(0, Pattern.find_first_of("*$"));
    const size_t At = Name.find(Part);
    if (At == Name.npos || (AtStart && At))
      return false;
    Name.remove_prefix(At + Part.size());
    Pattern.remove_prefix(Part.size());
    AtStart = BehindStar = false;
  }
  return true;
}
