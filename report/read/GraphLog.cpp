//===- GraphLog.cpp - Which live objects point at which -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphLog.h"

#include "LogTables.h"
#include "support/DisplayText.h"

#include <fmt/format.h>
#include <iterator>

using namespace allocsite;

namespace {

constexpr size_t MostRows = 4'000'000; // in memory some 600 MB

enum Column { By, From, To, Type, Site, Allocator, Pointers, Sources, Objects, Bytes };
enum { ReachedObjects = Bytes + 1, ReachedBytes, ColumnCount };
constexpr const char *Titles[ColumnCount] = {"by",
                                             "from",
                                             "to",
                                             "type",
                                             "site",
                                             "allocator",
                                             "pointers",
                                             "sources",
                                             "objects",
                                             "bytes",
                                             "reached objects",
                                             "reached bytes"};

using Cells = std::vector<std::string_view>;

/// Collects the rows of one division. Each function returns an error if its row is damaged.
class Rows {
public:
  explicit Rows(const std::string &Wanted) : Wanted(Wanted) {}

  ObjectGraph Read;

  MaybeError add(const Cells &Row) {
    if (Row.size() != ColumnCount)
      return Error{fmt::format("{} columns, expected {}", Row.size(), size_t(ColumnCount))};
    if (++RowCount > MostRows)
      return Error{fmt::format("more than {} rows", MostRows)};
    const std::string_view Kind = Row[By];
    if (Kind == "live")
      return addSum(Row, Read.LiveObjects, &Read.LiveBytes);
    if (Kind == "scanned")
      return addSum(Row, Read.ScannedObjects, &Read.ScannedBytes);
    if (Kind == "roots")
      return addSum(Row, Read.RootedObjects, &Read.RootedBytes);
    if (Kind == "levels")
      return addSum(Row, Read.Levels, nullptr);
    for (size_t I = 0; I < std::size(GraphDivisions); ++I)
      if (Kind == GraphDivisions[I])
        return Row[From] == "-" ? addNode(Row, Counts[I]) : addEdge(Row, Counts[I]);
    return Error{fmt::format("column \"by\": \"{}\" is none of live, scanned, roots, levels, "
                             "group, type and site",
                             displayText(Kind))};
  }

private:
  static MaybeError readNumber(const Cells &Row, size_t Column, uint64_t &To) {
    const std::string_view Cell = Row[Column];
    if (allocsite::readNumber(Cell, To, uint64_t(INT64_MAX)))
      return {};
    return Error{
        fmt::format("column \"{}\": \"{}\" is no number", Titles[Column], displayText(Cell))};
  }

  static MaybeError addSum(const Cells &Row, uint64_t &First, uint64_t *Second) {
    if (auto Failure = readNumber(Row, Objects, First))
      return Failure;
    return Second ? readNumber(Row, Bytes, *Second) : MaybeError();
  }

  /// Nodes of a division must be numbered 1, 2, … in this order.
  MaybeError addNode(const Cells &Row, uint64_t &Count) {
    GraphNode Node;
    uint64_t Number = 0;
    for (auto [Column, Value] : {std::pair(size_t(To), &Number),
                                 {Objects, &Node.Objects},
                                 {Bytes, &Node.Bytes},
                                 {ReachedObjects, &Node.ReachedObjects},
                                 {ReachedBytes, &Node.ReachedBytes}})
      if (auto Failure = readNumber(Row, Column, *Value))
        return Failure;
    if (Number != Count + 1)
      return Error{fmt::format("column \"to\": {}, where {} follows", Number, Count + 1)};
    Count = Number;
    Node.Type = Row[Type];
    Node.Site = Row[Site];
    Node.Allocator = Row[Allocator];
    if (Row[By] == Wanted)
      Read.Nodes.push_back(std::move(Node));
    return {};
  }

  MaybeError addEdge(const Cells &Row, uint64_t Count) {
    GraphEdge Edge = {};
    uint64_t Ends[2] = {};
    for (auto [Column, Value] : {std::pair(size_t(From), &Ends[0]),
                                 {To, &Ends[1]},
                                 {Pointers, &Edge.Pointers},
                                 {Objects, &Edge.Targets},
                                 {Bytes, &Edge.TargetBytes}})
      if (auto Failure = readNumber(Row, Column, *Value))
        return Failure;
    for (size_t I : {0, 1})
      if (Ends[I] > Count || (I && !Ends[I]))
        return Error{fmt::format("column \"{}\": there is no {} {}", Titles[From + I],
                                 displayText(Row[By]), Ends[I])};
    if (Ends[0])
      if (auto Failure = readNumber(Row, Sources, Edge.Sources))
        return Failure;
    Edge.From = uint32_t(Ends[0]);
    Edge.To = uint32_t(Ends[1]);
    if (Row[By] == Wanted)
      Read.Edges.push_back(Edge);
    return {};
  }

  const std::string &Wanted;
  size_t RowCount = 0;
  uint64_t Counts[std::size(GraphDivisions)] = {};
};

MaybeError checkGraphTitles(const Cells &Row) {
  for (size_t I = 0; I < ColumnCount; ++I)
    if (I >= Row.size() || Row[I] != Titles[I])
      return Error{fmt::format("not a graph: column {} is not \"{}\"", I + 1, Titles[I])};
  return {};
}

} // namespace

Expected<ObjectGraph> allocsite::readGraph(const std::string &File,
                                           const std::string &Division) {
  Rows All(Division);
  auto HasAny =
      LogTables(File).forEachRecord("graph", [&](const CsvReader &Record, bool IsHeader) {
        return IsHeader ? checkGraphTitles(Record.cells()) : All.add(Record.cells());
      });
  if (!HasAny)
    return HasAny.error();
  if (!*HasAny)
    return Error{displayText(File) +
                 ": no graph: run the program with ALLOCSITE_OPTIONS=live=1:graph=1"};
  return std::move(All.Read);
}
