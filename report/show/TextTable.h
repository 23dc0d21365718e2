//===- TextTable.h - Columns of text that line up -------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_REPORT_SHOW_TEXTTABLE_H
#define ALLOCSITE_REPORT_SHOW_TEXTTABLE_H

#include <cstddef>
#include <string>
#include <vector>

namespace allocsite {

/// Names are not cut to fewer columns: they would not be recognised.
constexpr size_t LeastNameWidth = 16;

/// The width of a column of names: \p Tenths tenths of a line of \p Width columns, or no limit
/// if \p Width is SIZE_MAX.
size_t shareOfLine(size_t Width, size_t Tenths);

/// Cells are display text. A row may have a note, printed on its own lines beneath.
class TextTable {
public:
  enum class Align { Left, Right };

  void addColumn(std::string Head, Align Side);
  void addRow(std::vector<std::string> Cells, std::string Note = "");

  /// The width of the first \p ColumnCount columns and the gaps after them.
  size_t widthOf(size_t ColumnCount) const;
  size_t columnCount() const { return Columns.size(); }

  /// With \p Colour, heads are bold and notes dim. Notes are indented by \p NoteIndent.
  std::string render(size_t NoteIndent, bool Colour) const;

private:
  struct Column {
    std::string Head;
    Align Side;
    size_t Width;
  };
  struct Row {
    std::vector<std::string> Cells;
    std::string Note;
  };

  std::string line(const std::vector<std::string> &Cells) const;

  std::vector<Column> Columns;
  std::vector<Row> Rows;
};

} // namespace allocsite

#endif
