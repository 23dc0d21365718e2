//===- TextTable.cpp - Columns of text that line up -----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextTable.h"

#include "support/DisplayText.h"

#include <algorithm>

using namespace allocsite;

size_t allocsite::shareOfLine(size_t Width, size_t Tenths) {
  return Width == SIZE_MAX ? Width : std::max(Width * Tenths / 10, LeastNameWidth);
}

static constexpr size_t Gap = 2;

void TextTable::addColumn(std::string Head, Align Side) {
  size_t Width = displayWidth(Head);
  Columns.push_back({std::move(Head), Side, Width});
}

void TextTable::addRow(std::vector<std::string> Cells, std::string Note) {
  for (size_t I = 0; I != Cells.size(); ++I)
    Columns[I].Width = std::max(Columns[I].Width, displayWidth(Cells[I]));
  Rows.push_back({std::move(Cells), std::move(Note)});
}

size_t TextTable::widthOf(size_t ColumnCount) const {
  size_t Width = 0;
  for (size_t I = 0; I != ColumnCount; ++I)
    Width += Columns[I].Width + Gap;
  return Width;
}

std::string TextTable::line(const std::vector<std::string> &Cells) const {
  std::string Line;
  for (size_t I = 0; I != Columns.size(); ++I) {
    std::string_view Cell = I < Cells.size() ? Cells[I] : std::string_view();
    std::string Padding(Columns[I].Width - displayWidth(Cell), ' ');
    if (I)
      Line.append(Gap, ' ');
    if (Columns[I].Side == Align::Right)
      Line += Padding;
    Line += Cell;
    if (Columns[I].Side == Align::Left)
      Line += Padding;
  }
  Line.erase(Line.find_last_not_of(' ') + 1);
  return Line;
}

std::string TextTable::render(size_t NoteIndent, bool Colour) const {
  const char *Bold = Colour ? "\033[1m" : "";
  const char *Dim = Colour ? "\033[2m" : "";
  const char *Plain = Colour ? "\033[0m" : "";
  std::vector<std::string> Heads;
  for (const Column &Each : Columns)
    Heads.push_back(Each.Head);
  std::string Text = Bold + line(Heads) + Plain + '\n';
  for (const Row &Each : Rows) {
    Text += line(Each.Cells) + '\n';
    for (const std::string &Line : linesOf(Each.Note))
      Text += std::string(NoteIndent, ' ') + Dim + Line + Plain + '\n';
  }
  return Text;
}
