//===- Sheet.h - Rows and columns, in five formats ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Sheet ─┬─▶ table      for people: units, names cut to the line, frames beneath a row
//          ├─▶ markdown   for a page: thousands separators, frames on lines of a cell
//          ├─▶ csv, tsv   for spreadsheets: exact numbers, frames in a column
//          └─▶ json       for programs: {"kind": …, facts …, "rows": [{…}]}
//
// What a command answers in each of these formats is one Sheet.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_SHEET_H
#define ALLOCSITE_REPORT_SHOW_SHEET_H

#include "model/Known.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace allocsite {

/// Path: a name of which the end tells most. Change: a number with its sign. Share: 1 is all.
/// Range: text that stands as numbers do, as 16…48.
enum class CellKind {
  Name,
  Path,
  Type,
  Word,
  Count,
  Bytes,
  Range,
  Share,
  CountChange,
  BytesChange,
  ShareChange
};

/// A name is as it was read; a number is int64_t, a share double, what is not known neither; a
/// number that need not be known a Quantity.
using Cell = std::variant<std::monostate, std::string, int64_t, double, Quantity>;

struct SheetColumn {
  std::string Key;   ///< in CSV, TSV and JSON; empty: for people alone
  std::string Title; ///< for people; empty: not shown to them
  CellKind Kind;
  /// Where a table has no room for all, the columns with the largest go first; 0: this never.
  unsigned GoesFirst = 0;
};

struct SheetRow {
  std::vector<Cell> Cells;         ///< as many as there are columns
  std::vector<std::string> Frames; ///< the innermost first; none: the sheet has no chains
  std::string More;                ///< behind the frames, for people
  std::string Place = {};          ///< in front of the frames, for people
};

struct Sheet {
  std::string Kind;                                ///< in JSON
  std::vector<std::pair<SheetColumn, Cell>> Facts; ///< of the whole, in JSON
  std::vector<SheetColumn> Columns;
  std::vector<SheetRow> Rows;
  bool HasFrames = false;
};

struct SheetStyle {
  size_t Width = 100; ///< of a table; SIZE_MAX: names are whole
  bool RawBytes = false;
  bool Colour = false;
  bool IsNumbered = true; ///< a table has a column `#`
};

/// Below it stands for which columns there was no room. \p LeftOut gets their titles instead.
std::string sheetTable(const Sheet &Of, const SheetStyle &Style,
                       std::vector<std::string> *LeftOut = nullptr);
/// The sentence on the titles of columns for which there was no room; empty where there are none.
std::string leftOutText(const std::vector<std::string> &Titles, size_t Width);
std::string sheetMarkdown(const Sheet &Of);
std::string sheetCsv(const Sheet &Of);
std::string sheetTsv(const Sheet &Of);
std::string sheetJson(const Sheet &Of);

/// A number as a cell of \p Kind shows it to people.
std::string quantityText(int64_t Number, CellKind Kind, bool RawBytes);
std::string quantityText(const Quantity &Of, CellKind Kind, bool RawBytes);

/// Text for a cell of a Markdown table.
std::string markdownText(std::string_view Display);

} // namespace allocsite

#endif
