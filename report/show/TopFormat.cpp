//===- TopFormat.cpp - The screen of allocsite top ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TopFormat.h"

#include "support/DisplayText.h"
#include "support/Sparkline.h"
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

/// The row of \p Rows, sorted by name, with the names of \p Of; or null.
static const RatedRow *sameRow(const std::vector<RatedRow> &Rows, const RatedRow &Of) {
  auto Found =
      std::lower_bound(Rows.begin(), Rows.end(), Of, [](const RatedRow &A, const RatedRow &B) {
        return namesOf(A) < namesOf(B);
      });
  return Found != Rows.end() && namesOf(*Found) == namesOf(Of) ? &*Found : nullptr;
}

/// The rows of an earlier reading, sorted by name, with the columns of \p Now; what it has none
/// of is 0.
static std::vector<RatedRow> rowsBefore(const Reading &Of, const Profile &Now, RowBy By) {
  if (!Of.Of || Of.Of->columns().empty())
    return {};
  std::vector<RatedRow> Rows = rowsOf(*Of.Of, By);
  for (RatedRow &Each : Rows) {
    std::vector<uint64_t> Values;
    for (const Column &Column : Now.columns()) {
      const auto At = Of.Of->column(Column.Is);
      Values.push_back(At ? Each.Values[*At] : 0);
    }
    Each.Values = std::move(Values);
  }
  return Rows;
}

std::vector<RatedRow> allocsite::ratedRows(const Reading &Before, const Reading &Now,
                                           const Reading &Base, RowBy By) {
  if (Now.Of->columns().empty())
    return {};
  std::vector<RatedRow> Rows = rowsOf(*Now.Of, By);
  const double Seconds = Now.Seconds - Before.Seconds;
  if (Before.Of && Seconds > 0) {
    const std::vector<RatedRow> Old = rowsBefore(Before, *Now.Of, By);
    for (RatedRow &Each : Rows) {
      const RatedRow *Its = sameRow(Old, Each);
      for (size_t I = 0; I != Each.Values.size(); ++I) {
        const uint64_t Was = Its ? Its->Values[I] : 0;
        Each.Rates[I] = (double(Each.Values[I]) - double(Was)) / Seconds;
      }
    }
  }
  if (Base.Of) {
    const std::vector<RatedRow> Old = rowsBefore(Base, *Now.Of, By);
    for (RatedRow &Each : Rows) {
      const RatedRow *Its = sameRow(Old, Each);
      Each.Base = Its ? Its->Values : std::vector<uint64_t>();
      Each.Base.resize(Each.Values.size());
    }
  }
  return Rows;
}

bool allocsite::hasText(std::string_view Name, const std::string &Text) {
  auto lower = [](char C) { return C >= 'A' && C <= 'Z' ? char(C - 'A' + 'a') : C; };
  return std::search(Name.begin(), Name.end(), Text.begin(), Text.end(),
                     [&](char A, char B) { return lower(A) == lower(B); }) != Name.end() ||
         Text.empty();
}

bool allocsite::hasText(const RatedRow &Of, const std::string &Text) {
  return hasText(Of.Function, Text) || hasText(Of.Site, Text) || hasText(Of.Type, Text) ||
         hasText(Of.Allocator, Text);
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
  const double Value = At.IsRate ? Of.Rates[At.Of] : double(Of.Values[At.Of]);
  return At.IsRate || Of.Base.empty() ? Value : Value - double(Of.Base[At.Of]);
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

static int64_t rounded(double Number) { return std::llround(std::clamp(Number, -9e18, 9e18)); }

/// A cell with a number of \p Of, which has a sign if it is a growth.
static CellKind shownKind(const Column &Of, const TopColumn &At, const TopStyle &Style) {
  return Style.IsGrowth && !At.IsRate ? changeKind(Of) : kindOf(Of);
}

static Cell cellOf(double Number, Known Is, CellKind Kind) {
  if (Is != Known::Whole || (Kind != CellKind::BytesChange && Kind != CellKind::CountChange))
    return Quantity{uint64_t(rounded(Number)), Is};
  return rounded(Number);
}

/// "21.9 MiB in 274,001 calls   4.1 MiB/s, 52,340 calls/s"
static std::string totalLine(const std::vector<RatedRow> &Rows,
                             const std::vector<Column> &Columns, const TopStyle &Style) {
  std::vector<std::string> Totals, Rates;
  const KnownOfColumns Is(Columns);
  KnownOfRows All;
  for (const RatedRow &Row : Rows)
    All += knownOf(Row, Is);
  for (const TopColumn &Each : topColumns(Columns)) {
    const Column &Of = Columns[Each.Of];
    double Sum = 0;
    for (const RatedRow &Row : Rows)
      Sum += numberOf(Row, Each);
    const std::string Number = quantityText({uint64_t(rounded(Sum)), knownOf(Of, All)},
                                            shownKind(Of, Each, Style), Style.RawBytes);
    const bool IsPlain = Of.Is == Measure::Bytes;
    if (Each.IsRate)
      Rates.push_back(Number + (IsPlain ? "" : ' ' + Of.Word) + "/s");
    else
      Totals.push_back(Number + (IsPlain && !Style.RawBytes ? "" : ' ' + Of.Word));
  }
  // What has no room is left out: first the rate and the total of live memory, which are last.
  auto line = [&] {
    return fmt::format("{}   {}", fmt::join(Totals, ", "), fmt::join(Rates, ", "));
  };
  while (displayWidth(line()) > Style.Width && Rates.size() + Totals.size() > 2)
    (Rates.size() >= Totals.size() ? Rates : Totals).pop_back();
  return line();
}

static Sheet sheetOf(const std::vector<RatedRow> &Rows, const std::vector<Column> &Columns,
                     const TopStyle &Style) {
  Sheet Result;
  const std::vector<TopColumn> Shown = topColumns(Columns);
  for (size_t I = 0; I != Shown.size(); ++I) {
    const Column &Of = Columns[Shown[I].Of];
    // A narrow screen drops the rates first, then other columns from the last on, but live
    // bytes and what the table is sorted by; → shows the whole table.
    const unsigned GoesFirst = unsigned(I + (Shown[I].IsRate ? Shown.size() : 0)) + 2;
    Result.Columns.push_back({Of.Word,
                              Of.Word + (Shown[I].IsRate ? "/s" : "") +
                                  (I == Style.Sort ? (Style.Ascii ? "*" : "▼") : " "),
                              shownKind(Of, Shown[I], Style),
                              I == Style.Sort                                   ? 0
                              : Of.Is == Measure::LiveBytes && !Shown[I].IsRate ? 1
                                                                                : GoesFirst});
  }
  constexpr double NamesShare = 0.42; // of the width, for function and site together
  const bool BySite = Style.By == RowBy::Site;
  std::vector<std::string RatedRow::*> Names = {&RatedRow::Allocator};
  Result.Columns.push_back({"allocator", "allocator", CellKind::Name});
  if (BySite || Style.By == RowBy::Function) {
    Result.Columns.push_back(
        {"function", "function", CellKind::Name, 0, BySite ? 0.18 : NamesShare});
    Names.push_back(&RatedRow::Function);
  }
  if (Style.By == RowBy::Type) {
    Result.Columns.push_back({"type", "type", CellKind::Name, 0, NamesShare});
    Names.push_back(&RatedRow::Type);
  }
  if (BySite || Style.By == RowBy::File) {
    Result.Columns.push_back({"site", BySite ? "site" : "file", CellKind::Path, 0,
                              BySite ? NamesShare - 0.18 : NamesShare});
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
    for (size_t C = 0; C != Shown.size(); ++C)
      Row.Cells.push_back(cellOf(numberOf(Rows[I], Shown[C]),
                                 knownOf(Columns[Shown[C].Of], Its), Result.Columns[C].Kind));
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

static constexpr size_t LinesOfChart = 3;

static size_t chartLines(const TopStyle &Style) {
  constexpr size_t LeastHeight = 16; // a lower screen is for rows
  return Style.Chart.empty() || Style.Height < LeastHeight ? 0 : LinesOfChart;
}

size_t allocsite::rowsOnScreen(const TopStyle &Style) {
  // Title, totals, heads, keys.
  const size_t Others = 4 + chartLines(Style) + sentenceLines(Style).size();
  return Style.Height > Others ? Style.Height - Others : 0;
}

/// The chart, with its largest number and its title at the left.
static void addChart(std::vector<ScreenLine> &To, const TopStyle &Style) {
  if (!chartLines(Style))
    return;
  const std::string Most =
      quantityText(rounded(*std::max_element(Style.Chart.begin(), Style.Chart.end())),
                   Style.ChartKind, Style.RawBytes);
  const size_t Label = std::max(displayWidth(Most), displayWidth(Style.ChartTitle));
  const size_t Width = Style.Width > Label + 2 ? Style.Width - Label - 2 : 0;
  const std::vector<std::string> Bars =
      barChart(Style.Chart, Width, LinesOfChart, Style.Ascii);
  for (size_t I = 0; I != Bars.size(); ++I) {
    const std::string &Text = !I ? Most : I + 1 == Bars.size() ? Style.ChartTitle : "";
    To.push_back({std::string(Label - displayWidth(Text), ' ') + Text +
                      (Style.Ascii ? " |" : " │") + Bars[I],
                  Look::Plain});
  }
}

/// \p Text without its first \p Columns.
static std::string withoutStart(const std::string &Text, size_t Columns) {
  size_t At = 0, Width = 0;
  while (At != Text.size() && Width < Columns) {
    size_t Next = At + 1;
    while (Next != Text.size() && (Text[Next] & 0xC0) == 0x80)
      ++Next;
    Width += displayWidth(std::string_view(Text).substr(At, Next - At));
    At = Next;
  }
  return Text.substr(At);
}

/// The lines of the table, or of the part of it that is scrolled to.
static std::vector<std::string> tableLines(const std::vector<RatedRow> &Rows,
                                           const std::vector<Column> &Columns,
                                           const TopStyle &Style) {
  SheetStyle Table;
  Table.Width = Style.Sideways ? SIZE_MAX : Style.Width;
  Table.RawBytes = Style.RawBytes;
  Table.IsNumbered = false;
  std::vector<std::string> LeftOut; // a screen has no room for a sentence
  std::vector<std::string> Lines =
      linesOf(sheetTable(sheetOf(Rows, Columns, Style), Table, &LeftOut));
  if (Style.Sideways > 1) {
    size_t Widest = 0;
    for (const std::string &Each : Lines)
      Widest = std::max(Widest, displayWidth(Each));
    const size_t Most = Widest > Style.Width ? Widest - Style.Width : 0;
    for (std::string &Each : Lines)
      Each = withoutStart(Each, std::min((Style.Sideways - 1) * (Style.Width / 2), Most));
  }
  return Lines;
}

std::string allocsite::topText(const std::vector<RatedRow> &Rows,
                               const std::vector<Column> &Columns, const TopStyle &Style) {
  std::string Text = Style.Title + '\n';
  if (Rows.empty())
    return Text + NothingThere + '\n';
  Text += totalLine(Rows, Columns, Style) + '\n';
  for (const std::string &Each : tableLines(Rows, Columns, Style))
    Text += Each + '\n';
  return Text;
}

std::vector<ScreenLine> allocsite::topScreen(const std::string &Totals,
                                             std::vector<std::string> Table,
                                             const std::string &Keys, const TopStyle &Style) {
  std::vector<ScreenLine> Lines = {{Style.Title, Look::Reverse}};
  addChart(Lines, Style);
  Lines.push_back({Totals, Look::Plain});
  for (size_t I = 0; I != Table.size(); ++I)
    Lines.push_back({std::move(Table[I]), I ? Look::Plain : Look::Bold});
  const std::vector<std::string> Sentences = sentenceLines(Style);
  const size_t Bottom =
      Style.Height > Sentences.size() + 1 ? Style.Height - Sentences.size() - 1 : 0;
  Lines.resize(std::max(Lines.size(), Bottom));
  for (const std::string &Each : Sentences)
    Lines.push_back({Each, Look::Dim});
  // A narrow screen cuts this line; the help has the keys, too.
  Lines.push_back({Style.IsTyping         ? '/' + displayText(Style.Filter) + '_'
                   : Style.Filter.empty() ? Keys
                                          : fmt::format("only \"{}\" (Escape: all)  {}",
                                                        displayText(Style.Filter), Keys),
                   Look::Reverse});
  return Lines;
}

std::vector<ScreenLine> allocsite::topLines(const std::vector<RatedRow> &Rows,
                                            const std::vector<Column> &Columns,
                                            const TopStyle &Style) {
  bool HasLive = false;
  for (const Column &Each : Columns)
    HasLive |= Each.Is == Measure::LiveBytes;
  const std::string Keys =
      fmt::format("q  v: {}  t: tree  /: find  m: growth  sort: b c{} < >  {}  space + -",
                  viewWord(Style.By), HasLive ? " l p" : "", Style.Ascii ? "<- ->" : "← →");
  if (Rows.empty())
    return topScreen(NothingThere, {}, Keys, Style);
  return topScreen(totalLine(Rows, Columns, Style), tableLines(Rows, Columns, Style), Keys,
                   Style);
}
