//===- Sheet.cpp - Rows and columns, in five formats ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sheet.h"

#include "ChainText.h"
#include "TextTable.h"
#include "support/DisplayText.h"
#include "support/JsonSink.h"
#include "support/Quoted.h"
#include "view/Sites.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

using namespace allocsite;

static const char *saturationMark(uint64_t Number) {
  return Number >= LargestCount ? "≥" : "";
}

std::string allocsite::groupedNumber(uint64_t Number) {
  std::string Digits = std::to_string(Number);
  for (size_t I = Digits.size(); I > 3; I -= 3)
    Digits.insert(I - 3, 1, ',');
  return saturationMark(Number) + Digits;
}

std::string allocsite::plainNumber(uint64_t Number) { return std::to_string(Number); }

std::string allocsite::humanBytes(uint64_t Bytes) {
  if (Bytes < 1024)
    return fmt::format("{} B", Bytes);
  const char *Units = "KMGTPE";
  double Value = double(Bytes) / 1024;
  // 1023.95 would be rounded to 1024.0 of this unit, which is 1.0 of the next.
  while (Value >= 1023.95) {
    Value /= 1024;
    ++Units;
  }
  return fmt::format("{}{:.1f} {}iB", saturationMark(Bytes), Value, *Units);
}

std::string allocsite::percentage(uint64_t Part, uint64_t Whole) {
  return fmt::format("{:.1f}%", Whole ? 100.0 * double(Part) / double(Whole) : 0.0);
}

using Align = TextTable::Align;

std::string allocsite::keyOf(std::string Title) {
  for (char &C : Title)
    if (C == ' ' || C == '-')
      C = '_';
  return Title;
}

static bool isText(CellKind Kind) {
  return Kind == CellKind::Name || Kind == CellKind::Path || Kind == CellKind::Type ||
         Kind == CellKind::Word;
}

std::string allocsite::quantityText(int64_t Number, CellKind Kind, bool RawBytes) {
  const uint64_t Size = Number < 0 ? 0 - uint64_t(Number) : uint64_t(Number);
  const bool IsBytes = Kind == CellKind::Bytes || Kind == CellKind::BytesChange;
  const bool IsChange = Kind == CellKind::CountChange || Kind == CellKind::BytesChange;
  const char *Sign = Number < 0 ? "-" : IsChange && Number ? "+" : "";
  return Sign + (RawBytes  ? plainNumber(Size)
                 : IsBytes ? humanBytes(Size)
                           : groupedNumber(Size));
}

std::string allocsite::quantityText(const Quantity &Of, CellKind Kind, bool RawBytes) {
  if (Of.Is == Known::Nothing)
    return "-";
  return (Of.isWhole() ? "" : "≥") + quantityText(int64_t(Of.Value), Kind, RawBytes);
}

/// A change that may be a fraction: small ones have a digit behind the point.
static std::string slopeText(double Number, CellKind Kind, bool RawBytes) {
  constexpr double Small = 10;
  if (std::abs(Number) >= Small || Number == std::round(Number))
    return quantityText(int64_t(std::clamp(std::round(Number), -9e18, 9e18)), Kind, RawBytes);
  return fmt::format("{:+.1f}{}", Number,
                     Kind == CellKind::BytesChange && !RawBytes ? " B" : "");
}

static std::string cellText(const Cell &Of, CellKind Kind, bool RawBytes) {
  if (auto *Text = std::get_if<std::string>(&Of))
    return displayText(*Text);
  if (auto *Number = std::get_if<int64_t>(&Of))
    return quantityText(*Number, Kind, RawBytes);
  if (auto *Measured = std::get_if<Quantity>(&Of))
    return quantityText(*Measured, Kind, RawBytes);
  if (auto *Number = std::get_if<double>(&Of))
    return Kind == CellKind::BytesChange || Kind == CellKind::CountChange
               ? slopeText(*Number, Kind, RawBytes)
               : fmt::format(Kind == CellKind::ShareChange ? "{:+.1f}%" : "{:.1f}%",
                             *Number * 100);
  return "";
}

/// A cell as programs read it: exact numbers, names as they were read.
static std::string plainText(const Cell &Of) {
  if (auto *Text = std::get_if<std::string>(&Of))
    return *Text;
  if (auto *Number = std::get_if<int64_t>(&Of))
    return fmt::format("{}", *Number);
  if (auto *Measured = std::get_if<Quantity>(&Of))
    return Measured->Is == Known::Nothing ? "" : fmt::format("{}", Measured->Value);
  if (auto *Number = std::get_if<double>(&Of))
    return fmt::format("{:.6f}", *Number);
  if (auto *List = std::get_if<std::vector<Quantity>>(&Of)) {
    std::string Text;
    for (const Quantity &Each : *List)
      Text += (Text.empty() ? "" : " ") + (Each.Is == Known::Nothing ? "-" : plainText(Each));
    return Text;
  }
  return "";
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static std::vector<std::string> displayFrames(const SheetRow &Of) {
  std::vector<std::string> Frames;
  for (const std::string &Each : Of.Frames)
    Frames.push_back(displayText(Each));
  if (Frames.empty())
    Frames.push_back("-");
  // One `…` is enough to say that the chain was cut.
  while (Frames.size() > 1 && Frames.back() == "…" && Frames[Frames.size() - 2] == "…")
    Frames.pop_back();
  return Frames;
}

/// Cuts off the beginning of a path. A function in place of a path (`function#k` without line
/// numbers, or a function that stands for its call) is shortened as a name, before `#k` and `
/// (+2)`.
static std::string cutPath(const std::string &Text, size_t Width) {
  std::string_view Name = Text;
  if (const size_t More = Name.rfind(" (+"); More != Name.npos && Name.back() == ')')
    Name = Name.substr(0, More);
  if (Name == "-" || !placeOf(Name).File.empty())
    return shortenStart(Text, Width);
  if (const size_t Ordinal = Name.find_last_not_of("0123456789");
      Ordinal != Name.npos && Name[Ordinal] == '#')
    Name = Name.substr(0, Ordinal);
  const std::string Behind = Text.substr(Name.size());
  const size_t Taken = displayWidth(Behind);
  return chainText({std::string(Name)},
                   Width == SIZE_MAX ? Width : Width - std::min(Width, Taken)) +
         Behind;
}

static std::string cutText(const std::string &Text, CellKind Kind, size_t Width) {
  switch (Kind) {
  case CellKind::Path:
    return cutPath(Text, Width);
  case CellKind::Type:
    return typeText(Text, Width);
  case CellKind::Name:
    return chainText({Text}, Width);
  default:
    return Text;
  }
}

static bool isCut(CellKind Kind) {
  return Kind == CellKind::Name || Kind == CellKind::Path || Kind == CellKind::Type;
}

/// The width of sheet column \p I if it is not cut.
static size_t neededBy(const Sheet &Of, size_t I, bool RawBytes) {
  size_t Width = displayWidth(Of.Columns[I].Title);
  for (const SheetRow &Row : Of.Rows)
    Width =
        std::max(Width, displayWidth(cellText(Row.Cells[I], Of.Columns[I].Kind, RawBytes)));
  return Width;
}

/// Drops columns of \p Of until names have room; returns the titles of the dropped columns,
/// too.
static std::pair<Sheet, std::vector<std::string>> fitted(const Sheet &Of,
                                                         const SheetStyle &Style) {
  Sheet Result = Of;
  std::vector<std::string> LeftOut;
  size_t Taken = Style.IsNumbered ? groupedNumber(Of.Rows.size()).size() : 0;
  std::vector<size_t> Widths(Of.Columns.size());
  for (size_t I = 0; I != Of.Columns.size(); ++I)
    if (!Of.Columns[I].Title.empty()) {
      Widths[I] = 2 + neededBy(Of, I, Style.RawBytes);
      if (isCut(Of.Columns[I].Kind))
        Widths[I] = std::min(
            Widths[I], std::max(LeastNameWidth,
                                Style.Width == SIZE_MAX
                                    ? 0
                                    : size_t(Of.Columns[I].LeastShare * double(Style.Width))));
      if (Of.HasFrames && Of.Columns[I].Kind == CellKind::Path)
        Widths[I] = 0; // it may stand in front of the frames
      Taken += Widths[I];
    }
  while (Taken > Style.Width) {
    auto Worst = std::max_element(Result.Columns.begin(), Result.Columns.end(),
                                  [](const SheetColumn &A, const SheetColumn &B) {
                                    return (A.Title.empty() ? 0 : A.GoesFirst) <
                                           (B.Title.empty() ? 0 : B.GoesFirst);
                                  });
    if (Worst->Title.empty() || !Worst->GoesFirst)
      break;
    Taken -= Widths[size_t(Worst - Result.Columns.begin())];
    LeftOut.insert(LeftOut.begin(), Worst->Title);
    Worst->Title.clear();
  }
  return {std::move(Result), std::move(LeftOut)};
}

/// The width of each column of names. Numbers are never cut; names that need less than their
/// share leave the rest to the others.
static std::vector<size_t> nameWidths(const Sheet &Of, const SheetStyle &Style, size_t Taken) {
  constexpr size_t LeastCellWidth = 8;
  std::vector<size_t> Needed(Of.Columns.size()), Widths(Of.Columns.size(), SIZE_MAX), Order;
  for (size_t I = 0; I != Of.Columns.size(); ++I) {
    if (Of.Columns[I].Title.empty() || !isCut(Of.Columns[I].Kind))
      continue;
    Order.push_back(I);
    Needed[I] = neededBy(Of, I, false);
  }
  if (Style.Width == SIZE_MAX)
    return Widths;
  std::sort(Order.begin(), Order.end(),
            [&](size_t A, size_t B) { return Needed[A] < Needed[B]; });
  size_t Left = Style.Width - std::min(Style.Width, Taken);
  for (size_t I = 0; I != Order.size(); ++I) {
    const size_t Share = std::max(Left / (Order.size() - I), LeastCellWidth);
    Widths[Order[I]] = std::min(Needed[Order[I]], Share);
    Left -= std::min(Left, Widths[Order[I]]);
  }
  return Widths;
}

static bool hasCut(const Sheet &Of, size_t Path, size_t Width) {
  return std::any_of(Of.Rows.begin(), Of.Rows.end(), [&](const SheetRow &Row) {
    return displayWidth(cellText(Row.Cells[Path], CellKind::Path, false)) > Width;
  });
}

/// Moves column \p Path in front of the frames, where it has more room.
static Sheet withPlaces(const Sheet &Of, size_t Path) {
  Sheet Result = Of;
  Result.Columns[Path].Title.clear();
  for (SheetRow &Row : Result.Rows)
    Row.Place = cellText(Row.Cells[Path], CellKind::Path, false);
  return Result;
}

static std::string fittedTable(const Sheet &Of, const SheetStyle &Style) {
  const size_t RankWidth = groupedNumber(std::max<size_t>(Of.Rows.size(), 1)).size();
  size_t Taken = Style.IsNumbered ? RankWidth : 0;
  TextTable Table;
  if (Style.IsNumbered)
    Table.addColumn("#", Align::Right);
  for (size_t I = 0; I != Of.Columns.size(); ++I) {
    const SheetColumn &Each = Of.Columns[I];
    if (Each.Title.empty())
      continue;
    Table.addColumn(Each.Title, isText(Each.Kind) ? Align::Left : Align::Right);
    Taken += 2;
    if (!isCut(Each.Kind))
      Taken += neededBy(Of, I, Style.RawBytes);
  }
  const std::vector<size_t> Widths = nameWidths(Of, Style, Taken);
  if (Of.HasFrames)
    for (size_t I = 0; I != Of.Columns.size(); ++I)
      if (Of.Columns[I].Kind == CellKind::Path && !Of.Columns[I].Title.empty() &&
          Widths[I] < LeastNameWidth && hasCut(Of, I, Widths[I]))
        return fittedTable(withPlaces(Of, I), Style);
  const size_t Indent = Style.IsNumbered ? RankWidth + 2 : 2;
  for (size_t Rank = 0; Rank != Of.Rows.size(); ++Rank) {
    const SheetRow &Row = Of.Rows[Rank];
    std::vector<std::string> Cells;
    if (Style.IsNumbered)
      Cells.push_back(groupedNumber(Rank + 1));
    for (size_t I = 0; I != Of.Columns.size(); ++I)
      if (!Of.Columns[I].Title.empty())
        Cells.push_back(cutText(cellText(Row.Cells[I], Of.Columns[I].Kind, Style.RawBytes),
                                Of.Columns[I].Kind, Widths[I]));
    std::string Note;
    if (Of.HasFrames)
      Note = placedChain(Row.Place, displayFrames(Row), Row.More,
                         Style.Width == SIZE_MAX
                             ? SIZE_MAX
                             : std::max(Style.Width, Indent + LeastNameWidth) - Indent);
    Table.addRow(std::move(Cells), std::move(Note));
  }
  return Table.render(Indent, Style.Colour);
}

std::string allocsite::leftOutText(const std::vector<std::string> &Titles, size_t Width) {
  std::vector<std::string> Once;
  for (const std::string &Each : Titles)
    if (std::find(Once.begin(), Once.end(), Each) == Once.end())
      Once.push_back(Each);
  return Once.empty() ? ""
                      : wrapText(fmt::format("No room for {}: --width N shows more, and the "
                                             "other formats all.",
                                             fmt::join(Once, ", ")),
                                 Width);
}

std::string allocsite::sheetTable(const Sheet &Of, const SheetStyle &Style,
                                  std::vector<std::string> *LeftOut) {
  const auto [Fitted, Titles] = fitted(Of, Style);
  const std::string Text = fittedTable(Fitted, Style);
  if (!LeftOut)
    return Text + leftOutText(Titles, Style.Width);
  LeftOut->insert(LeftOut->end(), Titles.begin(), Titles.end());
  return Text;
}

//===----------------------------------------------------------------------===//
// The others
//===----------------------------------------------------------------------===//

std::string allocsite::markdownText(std::string_view Display) {
  std::string Text;
  for (char C : Display) {
    if (C == '<')
      Text += "&lt;";
    else if (C == '>')
      Text += "&gt;";
    else if (C == '&')
      Text += "&amp;";
    else {
      if (C == '|' || C == '*' || C == '_' || C == '`' || C == '\\' || C == '[' || C == ']')
        Text += '\\';
      Text += C;
    }
  }
  return Text;
}

std::string allocsite::sheetMarkdown(const Sheet &Of) {
  std::string Text = "|", Rule = "|";
  for (const SheetColumn &Each : Of.Columns)
    if (!Each.Title.empty()) {
      Text += ' ' + markdownText(Each.Title) + " |";
      Rule += isText(Each.Kind) ? " --- |" : " ---: |";
    }
  if (Of.HasFrames) {
    Text += " frames |";
    Rule += " --- |";
  }
  Text += '\n' + Rule + '\n';
  for (const SheetRow &Row : Of.Rows) {
    Text += '|';
    for (size_t I = 0; I != Of.Columns.size(); ++I) {
      const CellKind Kind = Of.Columns[I].Kind;
      if (Of.Columns[I].Title.empty())
        continue;
      // Exact numbers, with separators.
      const CellKind Shown = Kind == CellKind::Bytes         ? CellKind::Count
                             : Kind == CellKind::BytesChange ? CellKind::CountChange
                                                             : Kind;
      Text += ' ' + markdownText(cellText(Row.Cells[I], Shown, false)) + " |";
    }
    if (Of.HasFrames) {
      Text += ' ';
      const std::vector<std::string> Frames = displayFrames(Row);
      for (size_t I = 0; I != Frames.size(); ++I)
        Text += (I ? "<br>" : "") + markdownText(Frames[I]);
      Text += " |";
    }
    Text += '\n';
  }
  return Text;
}

/// A line for the titles and one for each row. \p CellOf gives the text of a cell and
/// \p FramesOf that of a chain; \p Between separates them.
template <typename CellFunction, typename FramesFunction>
static std::string linesFor(const Sheet &Of, char Between, CellFunction CellOf,
                            FramesFunction FramesOf) {
  std::string Text;
  auto add = [&](const std::string &Cell) { (Text += Cell) += Between; };
  auto endLine = [&] { Text.back() = '\n'; };
  for (const SheetColumn &Each : Of.Columns)
    if (!Each.Key.empty())
      add(Each.Key);
  if (Of.HasFrames)
    add("frames");
  endLine();
  for (const SheetRow &Row : Of.Rows) {
    for (size_t I = 0; I != Row.Cells.size(); ++I)
      if (!Of.Columns[I].Key.empty())
        add(CellOf(Row.Cells[I], Of.Columns[I].Kind));
    if (Of.HasFrames)
      add(FramesOf(Row));
    endLine();
  }
  return Text;
}

std::string allocsite::sheetCsv(const Sheet &Of) {
  return linesFor(
      Of, ',',
      [](const Cell &Each, CellKind Kind) {
        return isText(Kind) ? csvCell(plainText(Each)) : plainText(Each);
      },
      [](const SheetRow &Row) {
        return csvCell(fmt::format("{}", fmt::join(Row.Frames, "\n")));
      });
}

/// Tabs and newlines within a cell are escaped as `\t` and `\n`.
std::string allocsite::sheetTsv(const Sheet &Of) {
  return linesFor(
      Of, '\t', [](const Cell &Each, CellKind) { return displayText(plainText(Each)); },
      [](const SheetRow &Row) {
        return fmt::format("{}", fmt::join(displayFrames(Row), " ← "));
      });
}

static void addJson(JsonSink &To, const std::string &Key, const Cell &Of) {
  const std::string Plain = plainText(Of);
  if (auto *List = std::get_if<std::vector<Quantity>>(&Of)) {
    To.startArray(Key.c_str());
    for (const Quantity &Each : *List)
      if (Each.Is == Known::Nothing)
        To.Null();
      else
        To.Uint64(Each.Value);
    To.EndArray();
  } else if (auto *Text = std::get_if<std::string>(&Of))
    To.field(Key.c_str(), displayText(*Text));
  else if (Plain.empty())
    To.null(Key.c_str());
  else
    To.number(Key.c_str(), Plain);
}

static void addRows(JsonSink &Json, const char *Key, const Sheet &Of) {
  Json.line();
  Json.startArray(Key);
  for (const SheetRow &Row : Of.Rows) {
    Json.line();
    Json.StartObject();
    for (size_t I = 0; I != Row.Cells.size(); ++I)
      if (!Of.Columns[I].Key.empty())
        addJson(Json, Of.Columns[I].Key, Row.Cells[I]);
    if (Of.HasFrames) {
      Json.startArray("frames");
      for (const std::string &Frame : Row.Frames)
        Json.text(displayText(Frame));
      Json.EndArray();
    }
    Json.EndObject();
  }
  Json.line();
  Json.EndArray();
}

void allocsite::addLeftOut(JsonSink &Json, const SheetLeftOut &Of) {
  Json.line();
  Json.startObject("left_out");
  Json.field("rows", uint64_t(Of.Rows));
  if (Of.Amount)
    addJson(Json, "amount", *Of.Amount);
  Json.field("unknown_rows", uint64_t(Of.UnknownRows));
  if (Of.FailedCalls)
    Json.field("failed_calls", *Of.FailedCalls);
  Json.startArray("below_other_allocators");
  for (const auto &[Allocator, Bytes] : Of.Below) {
    Json.StartObject();
    Json.field("allocator", displayText(Allocator));
    Json.field("bytes", Bytes);
    Json.EndObject();
  }
  Json.EndArray();
  for (auto [Key, Texts] : {std::pair("wrappers", &Of.Wrappers), {"notes", &Of.Notes}}) {
    Json.startArray(Key);
    for (const std::string &Each : *Texts)
      Json.text(displayText(Each));
    Json.EndArray();
  }
  Json.EndObject();
}

std::string allocsite::sheetJson(const Sheet &Of) {
  StringSink To;
  JsonSink Json(To);
  Json.StartObject();
  Json.field("kind", Of.Kind);
  Json.field("version", uint64_t(1));
  for (const auto &[Column, Value] : Of.Facts) {
    Json.line();
    addJson(Json, Column.Key, Value);
  }
  addLeftOut(Json, Of.Left);
  for (const auto &[Key, List] : Of.Lists)
    addRows(Json, Key.c_str(), List);
  addRows(Json, "rows", Of);
  Json.EndObject();
  Json.finish();
  return To.Text;
}
