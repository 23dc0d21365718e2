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

/// A name is not cut to fewer columns: it would not be recognised.
constexpr size_t LeastNameWidth = 16;

/// What a column of names gets of a line of \p Width columns: so many tenths, or no limit
/// where \p Width is SIZE_MAX.
size_t shareOfLine(size_t Width, size_t Tenths);

/// Cells are display text. A row may have a note, which stands on lines of its
/// own beneath it.
class TextTable {
public:
  enum class Align { Left, Right };

  void addColumn(std::string Head, Align Side);
  void addRow(std::vector<std::string> Cells, std::string Note = "");

  /// Columns taken by the widest cells of the first \p ColumnCount columns and
  /// the gaps after them.
  size_t widthOf(size_t ColumnCount) const;
  size_t columnCount() const { return Columns.size(); }

  /// With \p Colour heads are bold and notes dim. Notes start at \p NoteIndent.
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
