//===- TreeFormat.cpp - A tree of calls, for people and programs ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TreeFormat.h"

#include "ChainText.h"
#include "TextTable.h"
#include "support/DisplayText.h"

#include <algorithm>
#include <fmt/format.h>

using namespace allocsite;

namespace {

using Align = TextTable::Align;

/// A line: a node, or all folded children of one parent.
struct Line {
  uint32_t Node;
  size_t Depth;           ///< 0 is the root
  std::vector<bool> Last; ///< by level: no further line of that level follows
  size_t Folded = 0;      ///< number of nodes
  Quantity Inclusive, Self;
};

/// Makes the lines, from the root down; no deeper than MostTreeDepth, as chains may be long.
class Lines {
public:
  Lines(const CallTree &Of, const TreeStyle &Style) : Of(Of), Style(Style) { add(0, {}); }
  std::vector<Line> All;

private:
  void add(uint32_t Node, const std::vector<bool> &Last) {
    All.push_back({Node,
                   Last.size(),
                   Last,
                   0,
                   {Of[Node].Inclusive, Of[Node].InclusiveIs.known()},
                   {Of[Node].Self, Of[Node].SelfIs.known()}});
    const size_t Most =
        std::min(Style.MostDepth ? Style.MostDepth : MostTreeDepth, MostTreeDepth);
    const std::vector<uint32_t> &Children = Of[Node].Children;
    const double Least = Style.LeastShare * double(Of[0].Inclusive);
    size_t Shown = 0;
    if (Last.size() < Most)
      while (Shown != Children.size() && double(Of[Children[Shown]].Inclusive) >= Least)
        ++Shown;
    // Below a small node, which is only shown in place of such a line (see below), show
    // nothing.
    if (double(Of[Node].Inclusive) < Least)
      return;
    // A line that says that one node is left out would be as long as the node's own.
    if (Last.size() < Most && Shown && Shown + 1 == Children.size())
      ++Shown;
    std::vector<bool> Below = Last;
    Below.push_back(false);
    for (size_t I = 0; I != Shown; ++I) {
      Below.back() = I + 1 == Children.size();
      add(Children[I], Below);
    }
    if (Shown == Children.size())
      return;
    Below.back() = true;
    Line Rest{Node, Below.size(), Below, Children.size() - Shown, {}, {}};
    KnownOfRows Is;
    for (size_t I = Shown; I != Children.size(); ++I) {
      uint64_t &Sum = Rest.Inclusive.Value;
      Sum = merged(MeasureMerge::Sum, Sum, Of[Children[I]].Inclusive);
      Is += Of[Children[I]].InclusiveIs;
    }
    Rest.Inclusive.Is = Is.known();
    All.push_back(std::move(Rest));
  }

  const CallTree &Of;
  const TreeStyle &Style;
};

std::string branches(const Line &Of, bool Ascii) {
  std::string Text;
  for (size_t I = 0; I != Of.Last.size(); ++I)
    if (I + 1 == Of.Last.size())
      Text += Of.Last[I] ? (Ascii ? "`- " : "└─ ") : (Ascii ? "|- " : "├─ ");
    else
      Text += Of.Last[I] ? "   " : (Ascii ? "|  " : "│  ");
  return Text;
}

} // namespace

std::string allocsite::treeText(const CallTree &Of, const NameTable &Names,
                                const Column &Measured, const TreeStyle &Style) {
  auto number = [&](const Quantity &Its) {
    return quantityText(Its, kindOf(Measured), Style.Table.RawBytes);
  };
  const Lines Shown(Of, Style);
  auto tableOf = [&](size_t NameWidth) {
    TextTable Table;
    Table.addColumn(Measured.Word, Align::Right);
    Table.addColumn("%", Align::Right);
    Table.addColumn("self", Align::Right);
    Table.addColumn("function", Align::Left);
    for (const Line &Each : Shown.All) {
      const std::string Before = branches(Each, Style.Ascii);
      const size_t Taken = displayWidth(Before);
      const size_t Left = NameWidth == SIZE_MAX                ? SIZE_MAX
                          : NameWidth > Taken + LeastNameWidth ? NameWidth - Taken
                                                               : LeastNameWidth;
      std::string Name = Each.Folded ? fmt::format("({} more)", groupedNumber(Each.Folded))
                         : !Each.Depth
                             ? "all"
                             : chainText({displayText(Names[Of[Each.Node].Function])}, Left);
      Table.addRow({number(Each.Inclusive),
                    Each.Inclusive.Is == Known::Nothing
                        ? "-"
                        : percentage(Each.Inclusive.Value, Of[0].Inclusive),
                    Each.Folded ? "" : number(Each.Self), Before + Name});
    }
    return Table;
  };
  const size_t Numbers = tableOf(SIZE_MAX).widthOf(3);
  const size_t Width = Style.Table.Width;
  return tableOf(Width == SIZE_MAX ? Width : Width - std::min(Width, Numbers))
      .render(0, Style.Table.Colour);
}

Sheet allocsite::treeSheet(const CallTree &Of, const NameTable &Names, const Column &Measured,
                           const TreeStyle &Style) {
  const CellKind Kind = kindOf(Measured);
  Sheet Result;
  Result.Kind = "allocsite-tree";
  Result.Facts = {{{"measure", "", CellKind::Word}, Measured.Word}};
  Result.Columns = {{"depth", "depth", CellKind::Count},
                    {"inclusive", Measured.Word, Kind},
                    {"self", "self", Kind},
                    {"function", "function", CellKind::Name},
                    {"folded", "", CellKind::Count}};
  uint64_t Folded = 0;
  for (uint32_t Node = 0; Node != Of.size(); ++Node)
    Result.Left.UnknownRows += Of[Node].InclusiveIs.known() != Known::Whole;
  for (const Line &Each : Lines(Of, Style).All) {
    Result.Left.Rows += Each.Folded;
    if (Each.Folded)
      Folded = merged(MeasureMerge::Sum, Folded, Each.Inclusive.Value);
    Result.Rows.push_back({{int64_t(Each.Depth), Each.Inclusive, Each.Self,
                            Each.Folded  ? Cell()
                            : Each.Depth ? Cell(std::string(Names[Of[Each.Node].Function]))
                                         : Cell("all"),
                            int64_t(Each.Folded)},
                           {},
                           ""});
  }
  Result.Left.Amount = int64_t(Folded);
  return Result;
}
