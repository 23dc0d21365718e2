//===- TopTree.cpp - The tree of callers on the screen of allocsite top ----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TopTree.h"

#include "ChainText.h"
#include "TextTable.h"
#include "TreeFormat.h"
#include "support/DisplayText.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <map>

using namespace allocsite;

static std::string below(const std::string &Path, std::string_view Function) {
  return Path + (Path.empty() ? "" : "\n") + std::string(Function);
}

/// Which nodes have \p Filter in their names, or in that of a node above or below them.
static std::vector<bool> filtered(const CallTree &Of, const NameTable &Names,
                                  const std::string &Filter) {
  std::vector<bool> Is(Of.size(), Filter.empty());
  if (Filter.empty())
    return Is;
  // A parent's number is smaller than its children's.
  for (uint32_t Node = 1; Node != Of.size(); ++Node)
    Is[Node] = Is[Of[Node].Parent] || hasText(Names[Of[Node].Function], Filter);
  for (uint32_t Node = uint32_t(Of.size()); --Node;)
    if (Is[Node])
      Is[Of[Node].Parent] = true;
  return Is;
}

/// The child of \p Parent that is \p Function; nothing if there is none, or no parent.
static std::optional<uint32_t> childOf(const CallTree &Of, const NameTable &Names,
                                       std::optional<uint32_t> Parent,
                                       std::string_view Function) {
  if (!Parent)
    return {};
  for (uint32_t Each : Of[*Parent].Children)
    if (Names[Of[Each].Function] == Function)
      return Each;
  return {};
}

void TopTree::make(const Reading &Now, const Reading &Base, ColumnId Column,
                   CallTree::Direction Direction, const std::string &Filter) {
  const std::string Kept = Cursor < Lines.size() ? Lines[Cursor].Path : "";
  Measure = Column;
  Way = Direction;
  Lines.clear();
  Total = {};
  if (Now.Of->columns().empty())
    return;
  const Profile &Of = *Now.Of;
  const CallTree Tree(Of, Column, 1, Way);
  std::optional<CallTree> Old;
  if (Base.Of)
    if (auto Its = Base.Of->column(Of.columns()[Column].Is))
      Old.emplace(*Base.Of, *Its, 1, Way);
  const std::vector<bool> IsShown = filtered(Tree, Of.Names, Filter);
  Total = {Tree[0].Inclusive, Tree[0].InclusiveIs.known()};
  using OldNode = std::optional<uint32_t>; // of Old, with the same functions above it
  const std::function<void(uint32_t, OldNode, size_t, const std::string &)> add =
      [&](uint32_t Parent, OldNode OldParent, size_t Depth, const std::string &Above) {
        for (uint32_t Node : Tree[Parent].Children) {
          if (!IsShown[Node])
            continue;
          const TreeNode &Its = Tree[Node];
          Line New;
          New.Function = std::string(Of.Names[Its.Function]);
          New.Path = below(Above, New.Function);
          New.Depth = Depth;
          New.HasChildren = !Its.Children.empty() && Depth + 1 < MostTreeDepth;
          const bool IsOnly = Tree[Parent].Children.size() == 1;
          const bool IsAtFirst = IsOnly || !Filter.empty();
          New.IsOpen = New.HasChildren && IsAtFirst != (Toggled.count(New.Path) != 0);
          New.Inclusive = {Its.Inclusive, Its.InclusiveIs.known()};
          New.Self = {Its.Self, Its.SelfIs.known()};
          const OldNode Before =
              Old ? childOf(*Old, Base.Of->Names, OldParent, New.Function) : std::nullopt;
          New.Base = Before ? (*Old)[*Before].Inclusive : 0;
          Lines.push_back(New);
          if (New.IsOpen)
            add(Node, Before, Depth + 1, New.Path);
        }
      };
  add(0, 0, 0, "");
  for (size_t I = 0; I != Lines.size(); ++I)
    if (Lines[I].Path == Kept)
      Cursor = I;
  Cursor = std::min(Cursor, Lines.empty() ? 0 : Lines.size() - 1);
}

void TopTree::toggle() {
  if (Cursor < Lines.size() && !Toggled.erase(Lines[Cursor].Path))
    Toggled.insert(Lines[Cursor].Path);
}

void TopTree::move(long By, size_t OnScreen) {
  const long Last = long(Lines.empty() ? 0 : Lines.size() - 1);
  Cursor = size_t(std::clamp(long(Cursor) + By, 0L, Last));
  OnScreen = std::max<size_t>(OnScreen, 1);
  First = std::min(First, Cursor);
  if (Cursor >= First + OnScreen)
    First = Cursor + 1 - OnScreen;
}

std::vector<ScreenLine> TopTree::lines(const std::vector<Column> &Columns,
                                       const TopStyle &Style) const {
  const std::string Keys = fmt::format(
      "q  t: {}  {} Enter: open, close  /: find  m: growth  space + -",
      Way == CallTree::TopDown ? "callers below" : "table", Style.Ascii ? "arrows" : "↑ ↓");
  if (Lines.empty())
    return topScreen(NothingThere, {}, Keys, Style);
  const Column &Of = Columns[Measure];
  const CellKind Kind = kindOf(Of);
  const CellKind Change = changeKind(Of);
  auto tableOf = [&](size_t NameWidth) {
    TextTable Table;
    Table.addColumn(Of.Word + (Style.Ascii ? "*" : "▼"), TextTable::Align::Right);
    if (Style.IsGrowth)
      Table.addColumn("growth", TextTable::Align::Right);
    Table.addColumn("%", TextTable::Align::Right);
    Table.addColumn("self", TextTable::Align::Right);
    Table.addColumn(Way == CallTree::TopDown ? "function" : "function, callers below",
                    TextTable::Align::Left);
    for (size_t I = First; I < Lines.size() && I < First + rowsOnScreen(Style); ++I) {
      const Line &Each = Lines[I];
      // Deep nodes keep half of the line.
      const size_t Indent =
          NameWidth == SIZE_MAX ? Each.Depth * 2 : std::min(Each.Depth * 2, NameWidth / 2);
      const char *Mark = !Each.HasChildren ? " "
                         : Each.IsOpen     ? (Style.Ascii ? "-" : "▾")
                                           : (Style.Ascii ? "+" : "▸");
      std::string Name = std::string(Indent, ' ') + (I == Cursor ? ">" : " ") + Mark + ' ';
      Name += chainText(
          {displayText(Each.Function)},
          NameWidth == SIZE_MAX
              ? SIZE_MAX
              : std::max(LeastNameWidth, NameWidth - std::min(NameWidth, Indent + 3)));
      std::vector<std::string> Cells = {quantityText(Each.Inclusive, Kind, Style.RawBytes)};
      if (Style.IsGrowth)
        Cells.push_back(Each.Inclusive.isWhole()
                            ? quantityText(int64_t(Each.Inclusive.Value) - int64_t(Each.Base),
                                           Change, Style.RawBytes)
                            : "-");
      Cells.push_back(Each.Inclusive.Is == Known::Nothing
                          ? "-"
                          : percentage(Each.Inclusive.Value, Total.Value));
      Cells.push_back(quantityText(Each.Self, Kind, Style.RawBytes));
      Cells.push_back(std::move(Name));
      Table.addRow(std::move(Cells), "");
    }
    return Table;
  };
  const TextTable Wide = tableOf(SIZE_MAX);
  const size_t Taken = Wide.widthOf(Wide.columnCount() - 1);
  const size_t Left = Style.Width > Taken ? Style.Width - Taken : 0;
  return topScreen(quantityText(Total, Kind, Style.RawBytes) + ' ' + Of.Word,
                   linesOf(tableOf(Left).render(0, false)), Keys, Style);
}
