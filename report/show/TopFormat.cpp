//===- TopFormat.cpp - The screen of allocsite top ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TopFormat.h"

#include "Sheet.h"
#include "support/DisplayText.h"
#include "view/Sites.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <tuple>

using namespace allocsite;

static auto namesOf(const RatedRow &Of) {
  return std::tie(Of.Allocator, Of.Type, Of.Function, Of.Site);
}

/// The rows sorted by name. Rows with equal names are merged: several may lack a known site.
static std::vector<RatedRow> rowsOf(const Profile &Of, RowBy By) {
  std::vector<RatedRow> Rows;
  for (const DiffRow &Each : diffOf(Of, By, 0).Rows) {
    RatedRow Row;
    auto name = [&Of](NameId Name) { return std::string(Of.Names[Name]); };
    Row.Allocator = name(Each.Allocator);
    Row.Type = name(Each.Type);
    Row.Function = name(Each.Function);
    Row.Site = By == RowBy::File      ? (Each.File.empty() ? "-" : Each.File)
               : By == RowBy::Through ? name(Each.Through)
                                      : name(Each.Sites[1]);
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
                                           RowBy By) {
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

using Look = ScreenLine::Look;

std::vector<TopColumn> allocsite::topColumns(const std::vector<Column> &Columns) {
  std::vector<TopColumn> Shown;
  // A line has room for these measures.
  for (auto [Its, HasRate] : {std::pair(Measure::Bytes, true),
                              {Measure::Calls, true},
                              {Measure::LiveBytes, true},
                              {Measure::PeakBytes, false}})
    for (ColumnId I = 0; I != Columns.size(); ++I)
      if (Columns[I].Is == Its) {
        Shown.push_back({I, false});
        if (HasRate)
          Shown.push_back({I, true});
      }
  return Shown;
}

static double numberOf(const RatedRow &Of, const TopColumn &At) {
  return At.IsRate ? Of.Rates[At.Of] : double(Of.Values[At.Of]);
}

void allocsite::sortRows(std::vector<RatedRow> &Rows, const std::vector<Column> &Columns,
                         const TopStyle &Style) {
  const std::vector<TopColumn> Shown = topColumns(Columns);
  if (Shown.empty())
    return;
  const TopColumn By = Shown[std::min(Style.Sort, Shown.size() - 1)];
  // Rows with equal rates are ordered by the measure itself.
  const TopColumn Next = {By.Of, false};
  std::sort(Rows.begin(), Rows.end(), [&](const RatedRow &A, const RatedRow &B) {
    return std::tuple(-numberOf(A, By), -numberOf(A, Next),
                      std::tie(A.Function, A.Site, A.Allocator)) <
           std::tuple(-numberOf(B, By), -numberOf(B, Next),
                      std::tie(B.Function, B.Site, B.Allocator));
  });
}

static Known knownOf(const Column &Of, const KnownOfRows &Its) {
  return Of.OfBlocks ? Its.known() : Known::Whole;
}

static KnownOfRows knownOf(const RatedRow &Of, const KnownOfColumns &Is) {
  return Is.of([&](ColumnId Each) { return Of.Values[Each]; });
}

static int64_t rounded(double Number) { return std::llround(std::min(Number, 9e18)); }

/// "21.9 MiB in 274,001 calls   4.1 MiB/s, 52,340 calls/s"
static std::string totalLine(const std::vector<RatedRow> &Rows,
                             const std::vector<Column> &Columns, const TopStyle &Style) {
  std::string Totals, Rates;
  const KnownOfColumns Is(Columns);
  KnownOfRows All;
  for (const RatedRow &Row : Rows)
    All += knownOf(Row, Is);
  for (const TopColumn &Each : topColumns(Columns)) {
    const Column &Of = Columns[Each.Of];
    double Sum = 0;
    for (const RatedRow &Row : Rows)
      Sum += numberOf(Row, Each);
    const std::string Number =
        quantityText({uint64_t(rounded(Sum)), knownOf(Of, All)}, kindOf(Of), Style.RawBytes);
    const bool IsPlain = Of.Is == Measure::Bytes;
    if (Each.IsRate)
      Rates += fmt::format("{}{}{}/s", Rates.empty() ? "" : ", ", Number,
                           IsPlain ? "" : ' ' + Of.Word);
    else
      Totals += fmt::format("{}{}{}", Totals.empty() ? "" : ", ", Number,
                            IsPlain && !Style.RawBytes ? "" : ' ' + Of.Word);
  }
  return Totals + "   " + Rates;
}

static Sheet sheetOf(const std::vector<RatedRow> &Rows, const std::vector<Column> &Columns,
                     const TopStyle &Style) {
  Sheet Result;
  const std::vector<TopColumn> Shown = topColumns(Columns);
  for (size_t I = 0; I != Shown.size(); ++I) {
    const Column &Of = Columns[Shown[I].Of];
    // A narrow screen drops the rates first, then other columns from the last on; ← and →
    // reach them all.
    Result.Columns.push_back(
        {Of.Word, Of.Word + (Shown[I].IsRate ? "/s" : "") + (I == Style.Sort ? "▼" : " "),
         kindOf(Of),
         I == Style.Sort ? 0 : unsigned(I + (Shown[I].IsRate ? Shown.size() : 0)) + 1});
  }
  const bool BySite = Style.By == RowBy::Site;
  std::vector<std::string RatedRow::*> Names = {&RatedRow::Allocator};
  Result.Columns.push_back({"allocator", "allocator", CellKind::Name});
  if (BySite || Style.By == RowBy::Function) {
    Result.Columns.push_back({"function", "function", CellKind::Name});
    Names.push_back(&RatedRow::Function);
  }
  if (Style.By == RowBy::Type) {
    Result.Columns.push_back({"type", "type", CellKind::Name});
    Names.push_back(&RatedRow::Type);
  }
  if (BySite || Style.By == RowBy::File) {
    Result.Columns.push_back({"site", BySite ? "site" : "file", CellKind::Path});
    Names.push_back(&RatedRow::Site);
  }
  if (Style.By == RowBy::Through) {
    Result.Columns.push_back({"through", "through", CellKind::Name});
    Names.push_back(&RatedRow::Site);
  }
  const KnownOfColumns Is(Columns);
  for (size_t I = Style.First; I < Rows.size() && Result.Rows.size() < rowsOnScreen(Style);
       ++I) {
    SheetRow Row;
    const KnownOfRows Its = knownOf(Rows[I], Is);
    for (const TopColumn &Each : Shown)
      Row.Cells.push_back(Quantity{uint64_t(rounded(numberOf(Rows[I], Each))),
                                   knownOf(Columns[Each.Of], Its)});
    for (auto Name : Names)
      Row.Cells.push_back(Rows[I].*Name);
    Result.Rows.push_back(std::move(Row));
  }
  return Result;
}

static std::vector<std::string> sentenceLines(const TopStyle &Style) {
  std::vector<std::string> Lines;
  for (const std::string &Each : Style.Sentences)
    for (std::string &Line : linesOf(wrapText(Each, Style.Width)))
      Lines.push_back(std::move(Line));
  // Leave most of the screen to rows.
  if (Lines.size() > Style.Height / 4)
    Lines.resize(Style.Height / 4);
  return Lines;
}

size_t allocsite::rowsOnScreen(const TopStyle &Style) {
  const size_t Others = 4 + sentenceLines(Style).size(); // title, totals, heads, keys
  return Style.Height > Others ? Style.Height - Others : 0;
}

/// The title and the table.
static std::vector<ScreenLine> tableLines(const std::vector<RatedRow> &Rows,
                                          const std::vector<Column> &Columns,
                                          const TopStyle &Style) {
  std::vector<ScreenLine> Lines = {{Style.Title, Look::Reverse}};
  if (Rows.empty()) {
    Lines.push_back({"nothing is allocated that is asked for", Look::Plain});
    return Lines;
  }
  Lines.push_back({totalLine(Rows, Columns, Style), Look::Plain});
  SheetStyle Table;
  Table.Width = Style.Width;
  Table.RawBytes = Style.RawBytes;
  Table.IsNumbered = false;
  std::vector<std::string> LeftOut; // a screen has no room for a sentence
  for (std::string &Each : linesOf(sheetTable(sheetOf(Rows, Columns, Style), Table, &LeftOut)))
    Lines.push_back({std::move(Each), Lines.size() == 2 ? Look::Bold : Look::Plain});
  return Lines;
}

std::string allocsite::topText(const std::vector<RatedRow> &Rows,
                               const std::vector<Column> &Columns, const TopStyle &Style) {
  std::string Text;
  for (const ScreenLine &Each : tableLines(Rows, Columns, Style))
    Text += Each.Text + '\n';
  return Text;
}

std::vector<ScreenLine> allocsite::topLines(const std::vector<RatedRow> &Rows,
                                            const std::vector<Column> &Columns,
                                            const TopStyle &Style) {
  std::vector<ScreenLine> Lines = tableLines(Rows, Columns, Style);
  const std::vector<std::string> Sentences = sentenceLines(Style);
  const size_t Bottom =
      Style.Height > Sentences.size() + 1 ? Style.Height - Sentences.size() - 1 : 0;
  Lines.resize(std::max(Lines.size(), Bottom));
  for (const std::string &Each : Sentences)
    Lines.push_back({Each, Look::Dim});
  bool HasLive = false;
  for (const Column &Each : Columns)
    HasLive |= Each.Is == Measure::LiveBytes;
  // A narrow screen cuts this line; the help has the keys, too.
  Lines.push_back(
      {fmt::format("q: quit  v: by {}  space: pause  b c{}: sort, again: /s  ← → ↑ ↓  "
                   "+ -: pace",
                   viewWord(Style.By), HasLive ? " l p" : ""),
       Look::Reverse});
  return Lines;
}
