//===- GraphFormat.cpp - Which live objects point at which ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphFormat.h"

#include "ChainText.h"
#include "TextTable.h"
#include "support/DisplayText.h"
#include "support/Glob.h"
#include "support/JsonSink.h"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>

using namespace allocsite;

namespace {

using Distances = std::vector<size_t>; ///< in edges, by node; Never: no path
constexpr size_t Never = SIZE_MAX;

bool matches(const std::string &Glob, const GraphNode &Node) {
  return matchesGlob(Glob, Node.Type) || matchesGlob(Glob, Node.Site) ||
         matchesGlob(Glob, Node.Allocator);
}

/// Distances from the nodes \p Begin; with \p Backwards, to them.
Distances distancesFrom(const ObjectGraph &Of, std::vector<uint32_t> Begin, bool Backwards) {
  std::vector<std::vector<uint32_t>> Next(Of.Nodes.size());
  for (const GraphEdge &Each : Of.Edges)
    Next[Backwards ? Each.To : Each.From].push_back(Backwards ? Each.From : Each.To);
  Distances All(Of.Nodes.size(), Never);
  std::vector<uint32_t> Known = std::move(Begin);
  for (uint32_t Each : Known)
    All[Each] = 0;
  for (size_t I = 0; I < Known.size(); ++I)
    for (uint32_t To : Next[Known[I]])
      if (All[To] == Never) {
        All[To] = All[Known[I]] + 1;
        Known.push_back(To);
      }
  return All;
}

/// Distances from the nodes that match \p Glob; all are 0 if it is empty.
Expected<Distances> distancesFrom(const ObjectGraph &Of, const std::string &Glob,
                                  const char *Option, bool Backwards) {
  if (Glob.empty())
    return Distances(Of.Nodes.size(), 0);
  std::vector<uint32_t> Begin;
  for (uint32_t I = 1; I < Of.Nodes.size(); ++I)
    if (matches(Glob, Of.Nodes[I]))
      Begin.push_back(I);
  if (Begin.empty())
    return Error{fmt::format("no live object has a type, site or allocator that matches "
                             "{} \"{}\"",
                             Option, displayText(Glob))};
  return distancesFrom(Of, std::move(Begin), Backwards);
}

} // namespace

Expected<GraphPart> allocsite::partOf(const ObjectGraph &Of, const GraphWish &Wish) {
  auto From = distancesFrom(Of, Wish.From, "--from", /*Backwards=*/false);
  if (!From)
    return From.error();
  auto To = distancesFrom(Of, Wish.To, "--to", /*Backwards=*/true);
  if (!To)
    return To.error();
  if (Wish.From.empty() && Wish.To.empty() && Wish.Levels)
    *From = distancesFrom(Of, {0}, /*Backwards=*/false);
  auto isWanted = [&](uint32_t I) {
    const size_t Before = (*From)[I], After = (*To)[I];
    return Before != Never && After != Never &&
           (!Wish.Levels || Before + After <= Wish.Levels);
  };
  GraphPart Part;
  std::vector<bool> Has(Of.Nodes.size());
  for (uint32_t I = 1; I < Of.Nodes.size(); ++I)
    if (isWanted(I))
      Part.Nodes.push_back(I);
  std::sort(Part.Nodes.begin(), Part.Nodes.end(), [&](uint32_t A, uint32_t B) {
    return std::tie(Of.Nodes[B].Bytes, A) < std::tie(Of.Nodes[A].Bytes, B);
  });
  if (Wish.Limit && Part.Nodes.size() > Wish.Limit) {
    Part.Left = Part.Nodes.size() - Wish.Limit;
    Part.Nodes.resize(Wish.Limit);
  }
  for (uint32_t I : Part.Nodes)
    Has[I] = true;
  Has[0] = Wish.From.empty() && isWanted(0);
  bool IsRooted = false;
  for (const GraphEdge &Each : Of.Edges)
    if (Has[Each.From] && Has[Each.To]) {
      Part.Edges.push_back(&Each);
      IsRooted |= !Each.From;
    }
  if (IsRooted)
    Part.Nodes.push_back(0);
  std::sort(Part.Edges.begin(), Part.Edges.end(), [](const GraphEdge *A, const GraphEdge *B) {
    return std::tie(B->Pointers, A->From, A->To) < std::tie(A->Pointers, B->From, B->To);
  });
  return Part;
}

using Align = TextTable::Align;

static constexpr char NoType[] = "(no type)";
static constexpr char RootsName[] = "(data segments)";
static constexpr size_t EdgesOfRow = 3, EdgesIndent = 4;

static std::string countText(uint64_t Number, bool RawBytes = false) {
  return quantityText(int64_t(Number), CellKind::Count, RawBytes);
}
static std::string bytesText(uint64_t Number, bool RawBytes) {
  return quantityText(int64_t(Number), CellKind::Bytes, RawBytes);
}
/// A number of bytes as part of a sentence.
static std::string sizeText(uint64_t Number, bool RawBytes) {
  return bytesText(Number, RawBytes) + (RawBytes ? " bytes" : "");
}
static std::string objectsText(uint64_t Objects, bool RawBytes) {
  return countText(Objects, RawBytes) + (Objects == 1 ? " object" : " objects");
}

/// A short name for a node: its type, or else its allocator, or its site.
static std::string nameOf(const ObjectGraph &Of, uint32_t Node) {
  const GraphNode &Its = Of.Nodes[Node];
  if (!Node)
    return RootsName;
  for (const std::string *Each : {&Its.Type, &Its.Allocator, &Its.Site})
    if (*Each != "-")
      return displayText(*Each);
  return NoType;
}

/// The lines of a node's label in a drawing.
static std::vector<std::string> labelOf(const ObjectGraph &Of, uint32_t Node, bool RawBytes) {
  const GraphNode &Its = Of.Nodes[Node];
  std::vector<std::string> Lines = {nameOf(Of, Node)};
  if (!Node) {
    Lines.push_back(fmt::format("reach {}, {}", objectsText(Of.RootedObjects, RawBytes),
                                sizeText(Of.RootedBytes, RawBytes)));
    return Lines;
  }
  if (const std::string Site = displayText(Its.Site); Its.Site != "-" && Site != Lines[0])
    Lines.push_back(Site);
  Lines.push_back(fmt::format("{}, {}", objectsText(Its.Objects, RawBytes),
                              sizeText(Its.Bytes, RawBytes)));
  if (Its.ReachedBytes != Its.Bytes || Its.ReachedObjects != Its.Objects)
    Lines.push_back(fmt::format("with all they reach: {}, {}",
                                objectsText(Its.ReachedObjects, RawBytes),
                                sizeText(Its.ReachedBytes, RawBytes)));
  return Lines;
}

/// Sentences that say what the drawing shows and what it leaves out.
static std::vector<std::string> remarksOn(const ObjectGraph &Of, const GraphPart &Part,
                                          bool RawBytes) {
  std::vector<std::string> All = {
      fmt::format("{} alive, {}; {} of them, {}, reached from the data segments.",
                  objectsText(Of.LiveObjects, RawBytes), sizeText(Of.LiveBytes, RawBytes),
                  countText(Of.RootedObjects, RawBytes), sizeText(Of.RootedBytes, RawBytes))};
  if (Of.ScannedObjects < Of.LiveObjects)
    All.push_back(fmt::format("Looked at were {} of them (graph-objects=).",
                              countText(Of.ScannedObjects, RawBytes)));
  if (Of.Levels)
    All.push_back(fmt::format("\"Reached\" is over at most {} pointer{} (graph-levels=).",
                              Of.Levels, Of.Levels == 1 ? "" : "s"));
  if (Part.Left)
    All.push_back(fmt::format("{} more node{} left out; --limit 0 shows all.",
                              countText(Part.Left, RawBytes), Part.Left == 1 ? "" : "s"));
  return All;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

std::string allocsite::graphTable(const ObjectGraph &Of, const GraphPart &Part,
                                  const SheetStyle &Style) {
  std::vector<std::vector<const GraphEdge *>> From(Of.Nodes.size());
  for (const GraphEdge *Each : Part.Edges)
    From[Each->From].push_back(Each);
  bool HasSites = false, HasNames = false;
  for (uint32_t I : Part.Nodes) {
    HasSites |= I && Of.Nodes[I].Site != "-";
    HasNames |= I && (Of.Nodes[I].Type != "-" || Of.Nodes[I].Allocator != "-");
  }
  TextTable Table, Numbers;
  for (const char *Head : {"objects", "bytes", "reach objects", "reach bytes"})
    for (TextTable *Each : {&Table, &Numbers})
      Each->addColumn(Head, Align::Right);
  auto numbersOf = [&](uint32_t I) -> std::vector<std::string> {
    const GraphNode &Its = Of.Nodes[I];
    if (!I)
      return {"", "", countText(Of.RootedObjects, Style.RawBytes),
              bytesText(Of.RootedBytes, Style.RawBytes)};
    return {countText(Its.Objects, Style.RawBytes), bytesText(Its.Bytes, Style.RawBytes),
            countText(Its.ReachedObjects, Style.RawBytes),
            bytesText(Its.ReachedBytes, Style.RawBytes)};
  };
  for (uint32_t I : Part.Nodes)
    Numbers.addRow(numbersOf(I));
  const size_t Taken = Numbers.widthOf(Numbers.columnCount()) + (HasNames && HasSites ? 2 : 0);
  const size_t Left = Style.Width == SIZE_MAX
                          ? SIZE_MAX
                          : std::max(Style.Width, Taken + 2 * LeastNameWidth) - Taken;
  const size_t NameWidth = !HasSites || Left == SIZE_MAX ? Left : HasNames ? Left * 6 / 10 : 0;
  if (HasNames || !HasSites)
    Table.addColumn("type", Align::Left);
  if (HasSites)
    Table.addColumn("site", Align::Left);
  for (uint32_t I : Part.Nodes) {
    const GraphNode &Its = Of.Nodes[I];
    std::vector<std::string> Cells = numbersOf(I);
    const bool HasName = !I || Its.Type != "-" || Its.Allocator != "-";
    if (HasNames || !HasSites)
      Cells.push_back(HasName ? typeText(nameOf(Of, I), NameWidth) : NoType);
    if (HasSites)
      Cells.push_back(
          I && Its.Site != "-"
              ? shortenStart(displayText(Its.Site), Left == SIZE_MAX ? Left : Left - NameWidth)
          : HasNames ? ""
                     : nameOf(Of, I));
    std::string Note;
    size_t NoteWidth = EdgesIndent;
    auto add = [&](const std::string &Words) {
      NoteWidth += displayWidth(Words) + 2;
      const bool IsOver = !Note.empty() && NoteWidth > Style.Width;
      if (IsOver)
        NoteWidth = EdgesIndent + displayWidth(Words);
      Note += (Note.empty() ? "" : IsOver ? ";\n" : "; ") + Words;
    };
    const size_t Shown = std::min(EdgesOfRow, From[I].size());
    for (size_t E = 0; E < Shown; ++E) {
      const GraphEdge &Each = *From[I][E];
      add(fmt::format("{} → {} {}", countText(Each.Pointers, Style.RawBytes),
                      countText(Each.Targets, Style.RawBytes),
                      typeText(nameOf(Of, Each.To), Style.Width == SIZE_MAX ? SIZE_MAX : 24)));
    }
    if (From[I].size() > Shown)
      add(fmt::format("{} more", From[I].size() - Shown));
    Table.addRow(std::move(Cells), std::move(Note));
  }
  std::string Text = Part.Nodes.empty() ? "" : Table.render(EdgesIndent, Style.Colour);
  for (const std::string &Each : remarksOn(Of, Part, Style.RawBytes))
    Text += wrapText(Each, std::min<size_t>(Style.Width, 96));
  return Text;
}

//===----------------------------------------------------------------------===//
// Drawings
//===----------------------------------------------------------------------===//

/// Escapes text for a quoted label: characters with a meaning in Mermaid or in HTML become
/// Mermaid entities.
static std::string mermaidText(std::string_view Display) {
  std::string Text;
  for (unsigned char C : Display)
    if (std::string_view("\"#%&<>`\\;").find(char(C)) != std::string_view::npos)
      Text += fmt::format("#{};", unsigned(C));
    else
      Text += char(C);
  return Text;
}

std::string allocsite::graphMermaid(const ObjectGraph &Of, const GraphPart &Part,
                                    bool RawBytes) {
  std::string Text;
  for (const std::string &Each : remarksOn(Of, Part, RawBytes))
    Text += "%% " + Each + '\n';
  Text = "flowchart LR\n" + Text;
  for (uint32_t I : Part.Nodes) {
    std::string Label;
    for (const std::string &Line : labelOf(Of, I, RawBytes))
      Label += (Label.empty() ? "" : "<br/>") + mermaidText(Line);
    Text += fmt::format("  n{}[\"{}\"]\n", I, Label);
  }
  for (const GraphEdge *Each : Part.Edges)
    Text += fmt::format("  n{} -->|\"{}\"| n{}\n", Each->From,
                        countText(Each->Pointers, RawBytes), Each->To);
  return Text;
}

static std::string dotText(std::string_view Display) {
  std::string Text;
  for (char C : Display) {
    if (C == '"' || C == '\\')
      Text += '\\';
    Text += C == '&' ? std::string("&amp;") : std::string(1, C);
  }
  return Text;
}

std::string allocsite::graphDot(const ObjectGraph &Of, const GraphPart &Part, bool RawBytes) {
  std::string Text;
  for (const std::string &Each : remarksOn(Of, Part, RawBytes))
    Text += "// " + Each + '\n';
  Text += "digraph objects {\n  rankdir=LR;\n  node [shape=box];\n";
  for (uint32_t I : Part.Nodes) {
    std::string Label;
    for (const std::string &Line : labelOf(Of, I, RawBytes))
      Label += (Label.empty() ? "" : "\\n") + dotText(Line);
    Text += fmt::format("  n{} [label=\"{}\"];\n", I, Label);
  }
  for (const GraphEdge *Each : Part.Edges)
    Text += fmt::format("  n{} -> n{} [label=\"{}\"];\n", Each->From, Each->To,
                        countText(Each->Pointers, RawBytes));
  return Text + "}\n";
}

//===----------------------------------------------------------------------===//
// For programs
//===----------------------------------------------------------------------===//

std::string allocsite::graphJson(const ObjectGraph &Of, const GraphPart &Part,
                                 const std::string &Division) {
  StringSink To;
  JsonSink Json(To);
  Json.StartObject();
  Json.field("kind", "allocsite-graph");
  Json.field("version", uint64_t(1));
  Json.field("by", Division);
  Json.field("levels", Of.Levels);
  Json.line();
  Json.field("live_objects", Of.LiveObjects);
  Json.field("live_bytes", Of.LiveBytes);
  Json.field("scanned_objects", Of.ScannedObjects);
  Json.field("scanned_bytes", Of.ScannedBytes);
  Json.field("rooted_objects", Of.RootedObjects);
  Json.field("rooted_bytes", Of.RootedBytes);
  SheetLeftOut Left;
  Left.Rows = Part.Left;
  addLeftOut(Json, Left);
  Json.line();
  Json.startArray("nodes");
  auto name = [&](const char *Key, const std::string &Name) {
    if (Name == "-")
      Json.null(Key);
    else
      Json.field(Key, displayText(Name));
  };
  for (uint32_t I : Part.Nodes) {
    const GraphNode &Its = Of.Nodes[I];
    if (!I)
      continue;
    Json.line();
    Json.StartObject();
    Json.field("node", I);
    name("type", Its.Type);
    name("site", Its.Site);
    name("allocator", Its.Allocator);
    Json.field("objects", Its.Objects);
    Json.field("bytes", Its.Bytes);
    Json.field("reached_objects", Its.ReachedObjects);
    Json.field("reached_bytes", Its.ReachedBytes);
    Json.EndObject();
  }
  Json.EndArray();
  Json.line();
  Json.startArray("edges");
  for (const GraphEdge *Each : Part.Edges) {
    Json.line();
    Json.StartObject();
    Json.field("from", Each->From);
    Json.field("to", Each->To);
    Json.field("pointers", Each->Pointers);
    Json.field("sources", Each->Sources);
    Json.field("objects", Each->Targets);
    Json.field("bytes", Each->TargetBytes);
    Json.EndObject();
  }
  Json.EndArray();
  Json.EndObject();
  Json.finish();
  return To.Text;
}
