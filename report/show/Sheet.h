//===- Sheet.h - Rows and columns, in five formats ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Sheet ─┬─▶ table      for people: units, names cut to fit, frames beneath a row
//          ├─▶ markdown   for a page: thousands separators, frames on lines of a cell
//          ├─▶ csv, tsv   for spreadsheets: exact numbers, frames in a column
//          └─▶ json       for programs: {"kind": …, facts …, "left_out": {…}, "rows": [{…}]}
//
// A command builds one Sheet and prints it in the format asked for.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_SHEET_H
#define ALLOCSITE_REPORT_SHOW_SHEET_H

#include "model/Known.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace allocsite {

class JsonSink;

/// 1234567 as "1,234,567"; a saturated LargestCount has "≥" in front.
std::string groupedNumber(uint64_t Number);

/// Only the digits, for other programs.
std::string plainNumber(uint64_t Number);

/// 50541568 as "48.2 MiB", below 1 KiB "512 B".
std::string humanBytes(uint64_t Bytes);

/// \p Part of \p Whole as "61.3%".
std::string percentage(uint64_t Part, uint64_t Whole);

/// Path: a name whose end says most. Change: a signed number. Share: a fraction of 1. Range:
/// text aligned like a number, such as 16…48.
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

/// A name, as it was read, is a string; a number int64_t; a share double; a number that may be
/// unknown is a Quantity; a list is for programs alone. A double in a column of changes is a
/// slope. monostate is an empty cell.
using Cell = std::variant<std::monostate, std::string, int64_t, double, Quantity,
                          std::vector<Quantity>>;

/// How numbers of \p Of are shown.
inline CellKind kindOf(const Column &Of) {
  return Of.Unit == MeasureUnit::Bytes ? CellKind::Bytes : CellKind::Count;
}

/// How their changes are shown.
inline CellKind changeKind(const Column &Of) {
  return Of.Unit == MeasureUnit::Bytes ? CellKind::BytesChange : CellKind::CountChange;
}

/// The key of a column that people know as \p Title.
std::string keyOf(std::string Title);

struct SheetColumn {
  std::string Key;   ///< in CSV, TSV and JSON; empty: shown only to people
  std::string Title; ///< for people; empty: not shown to them
  CellKind Kind;
  /// If a table is too wide, columns are dropped, the largest value first; 0: never dropped.
  unsigned GoesFirst = 0;
  double LeastShare = 0; ///< of the width: other columns are dropped until a name has it
};

struct SheetRow {
  std::vector<Cell> Cells;         ///< one for each column
  std::vector<std::string> Frames; ///< the innermost first; empty if the sheet has no chains
  std::string More;                ///< shown to people behind the frames
  std::string Place = {};          ///< shown to people in front of the frames
};

/// What a sheet does not show of what was asked for, in JSON.
struct SheetLeftOut {
  size_t Rows = 0;            ///< that are not in the sheet, as --top says
  std::optional<Cell> Amount; ///< the sum of the measure in these rows
  size_t UnknownRows = 0;     ///< rows, shown or not, whose number is not or partly known
  std::optional<uint64_t> FailedCalls; ///< calls that failed, which are in no number
  /// What is folded because other allocators took it, by allocator, in bytes.
  std::vector<std::pair<std::string, uint64_t>> Below;
  std::vector<std::string> Wrappers; ///< functions that their callers stand for
  std::vector<std::string> Notes;    ///< sentences on what was asked for and is not there

  /// Counts a row that is not in the sheet, with \p Value of the measure.
  void leave(uint64_t Value, MeasureMerge Merge = MeasureMerge::Sum) {
    ++Rows;
    const int64_t *Before = Amount ? std::get_if<int64_t>(&*Amount) : nullptr;
    Amount = int64_t(merged(Merge, Before ? uint64_t(*Before) : 0, Value));
  }
};

struct Sheet {
  std::string Kind;                                ///< in JSON
  std::vector<std::pair<SheetColumn, Cell>> Facts; ///< about the whole sheet, in JSON
  std::vector<SheetColumn> Columns;
  std::vector<SheetRow> Rows;
  bool HasFrames = false;
  SheetLeftOut Left;
  /// Further rows about the whole, in JSON, by key: their Kind and Facts are not shown.
  std::vector<std::pair<std::string, Sheet>> Lists;
};

struct SheetStyle {
  size_t Width = 100; ///< of a table, in columns; SIZE_MAX: names are not cut
  bool RawBytes = false;
  bool Colour = false;
  bool IsNumbered = true; ///< a table has a column `#`
};

/// The table for people. A sentence below it names the columns that did not fit; if \p LeftOut
/// is not null, it gets their titles instead.
std::string sheetTable(const Sheet &Of, const SheetStyle &Style,
                       std::vector<std::string> *LeftOut = nullptr);
/// The sentence that names the columns that did not fit; empty if there are none.
std::string leftOutText(const std::vector<std::string> &Titles, size_t Width);
std::string sheetMarkdown(const Sheet &Of);
std::string sheetCsv(const Sheet &Of);
std::string sheetTsv(const Sheet &Of);
std::string sheetJson(const Sheet &Of);
/// Writes the member `left_out`.
void addLeftOut(JsonSink &To, const SheetLeftOut &Of);

/// A number as a cell of \p Kind shows it to people.
std::string quantityText(int64_t Number, CellKind Kind, bool RawBytes);
std::string quantityText(const Quantity &Of, CellKind Kind, bool RawBytes);

/// Text for a cell of a Markdown table.
std::string markdownText(std::string_view Display);

} // namespace allocsite

#endif
