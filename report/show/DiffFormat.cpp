//===- DiffFormat.cpp - What has changed between two profiles -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DiffFormat.h"

#include "LeftOutFormat.h"

#include <algorithm>
#include <fmt/format.h>

using namespace allocsite;

static Cell ratio(uint64_t Before, uint64_t After) {
  if (!Before || !After)
    return std::monostate();
  return double(After) / double(Before) - 1;
}

/// Adds the columns of the sorting measure: change, change in %, before, after.
static void addMeasure(Sheet &To, const Column &Of) {
  To.Columns.push_back({"change", "change", changeKind(Of)});
  To.Columns.push_back({"ratio", "%", CellKind::ShareChange});
  To.Columns.push_back({"before", "before", kindOf(Of)});
  To.Columns.push_back({"after", "after", kindOf(Of)});
}

/// The change of a number; not known unless both sides are known.
static Cell change(const Quantity &Before, const Quantity &After) {
  if (!Before.isWhole() || !After.isWhole())
    return Quantity{0, Known::Nothing};
  return int64_t(After.Value) - int64_t(Before.Value);
}

static void addMeasure(SheetRow &To, const Quantity &Before, const Quantity &After) {
  To.Cells.push_back(change(Before, After));
  To.Cells.push_back(Before.isWhole() && After.isWhole() ? ratio(Before.Value, After.Value)
                                                         : Cell());
  To.Cells.push_back(Before);
  To.Cells.push_back(After);
}

Sheet allocsite::diffSheet(const Diff &Found, const Profile &Of, const LeftOut &Left,
                           const SidedStyle &Style) {
  const Column &Measured = Of.columns()[Style.Measure];
  Sheet Result;
  Result.Kind = "allocsite-diff";
  Result.Facts = {{{"by", "", CellKind::Word}, nounOf(Style.By)},
                  {{"measure", "", CellKind::Word}, Measured.Word},
                  {{"matched_share", "", CellKind::Share}, Found.MatchedShare},
                  {{"matched_count", "", CellKind::Count}, int64_t(Found.MatchedCount)},
                  {{"row_count", "", CellKind::Count}, int64_t(Found.Rows.size())}};
  Result.Columns.push_back({"state", "state", CellKind::Word});
  addMeasure(Result, Measured);
  for (ColumnId I = 0; I != Of.columns().size(); ++I)
    if (I != Style.Measure) {
      const std::string &Word = Of.columns()[I].Word;
      const std::string Key = keyOf(Word);
      // A line has no room for all measures of live memory: --measure chooses one; CSV, TSV
      // and JSON have all.
      const Measure Its = Of.columns()[I].Is;
      const bool IsShown = Its == Measure::Bytes || Its == Measure::Calls;
      Result.Columns.push_back(
          {Key + "_change", IsShown ? Word : "", changeKind(Of.columns()[I])});
      Result.Columns.push_back({Key + "_before", "", CellKind::Count});
      Result.Columns.push_back({Key + "_after", "", CellKind::Count});
    }
  addNameColumns(Result, Style.By, true);

  const KnownOfColumns Is(Of.columns());
  Result.Left = leftOutOf(Left, Of.Names);
  Result.Left.Amount = int64_t(0);
  for (const DiffRow &Each : Found.Rows) {
    Result.Left.UnknownRows += Each.State == DiffState::Unknown;
    if (!Style.shows(Each.State == DiffState::Same) ||
        (Style.Top && Result.Rows.size() == Style.Top)) {
      Result.Left.leave(Each.value(Style.Measure, 1));
      continue;
    }
    SheetRow Row;
    Row.Cells.push_back(std::string(stateWord(Each.State)));
    addMeasure(Row, Each.quantity(Is, Style.Measure, 0), Each.quantity(Is, Style.Measure, 1));
    for (ColumnId I = 0; I != Of.columns().size(); ++I)
      if (I != Style.Measure) {
        const Quantity Before = Each.quantity(Is, I, 0), After = Each.quantity(Is, I, 1);
        Row.Cells.insert(Row.Cells.end(), {change(Before, After), Before, After});
      }
    addNames(Row, Each, Of, Style.By, true);
    Result.Rows.push_back(std::move(Row));
  }
  return Result;
}

Sheet allocsite::diffAllocators(const Profile &Of, ColumnId Measure) {
  Sheet Result;
  Result.Columns.push_back({"allocator", "allocator", CellKind::Name});
  addMeasure(Result, Of.columns()[Measure]);
  const KnownOfColumns Is(Of.columns());
  for (const DiffRow &Each : diffOf(Of, RowBy::Allocator, Measure).Rows) {
    SheetRow Row;
    Row.Cells.push_back(std::string(Of.Names[Each.Allocator]));
    addMeasure(Row, Each.quantity(Is, Measure, 0), Each.quantity(Is, Measure, 1));
    Result.Rows.push_back(std::move(Row));
  }
  return Result;
}

std::string allocsite::diffSummary(const Diff &Found, const SidedStyle &Style) {
  size_t Shown = 0, Same = 0;
  for (const DiffRow &Each : Found.Rows) {
    Shown += Style.shows(Each.State == DiffState::Same);
    Same += Each.State == DiffState::Same;
  }
  std::string Text;
  if (Style.Top && Shown > Style.Top)
    Text += fmt::format("{} of {} {} shown; --top 0 shows all\n", Style.Top,
                        groupedNumber(Shown), nounOf(Style.By));
  if (Same && !Style.ShowsSame)
    Text += fmt::format("{} {} unchanged (--all shows {})\n", groupedNumber(Same),
                        nounOf(Style.By, Same), Same == 1 ? "it" : "them");
  return Text + fmt::format("Matched: {:.1f}% of bytes, {} of {} {}.\n",
                            Found.MatchedShare * 100, groupedNumber(Found.MatchedCount),
                            groupedNumber(Found.Rows.size()), nounOf(Style.By));
}
