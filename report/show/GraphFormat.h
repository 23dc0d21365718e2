//===- GraphFormat.h - Draws the graph of live objects ----------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_GRAPHFORMAT_H
#define ALLOCSITE_REPORT_SHOW_GRAPHFORMAT_H

#include "Sheet.h"
#include "read/GraphLog.h"

namespace allocsite {

/// Globs are for types, sites and allocators. Empty, or 0: no limit.
struct GraphWish {
  std::string From;  ///< Only nodes reachable from a node that matches.
  std::string To;    ///< Only nodes that reach a node that matches.
  size_t Levels = 0; ///< Longest path, in edges; from the data segments without From and To.
  size_t Limit = 0;  ///< Number of nodes, the largest ones.
};

struct GraphPart {
  std::vector<uint32_t> Nodes;          ///< Indices in ObjectGraph::Nodes; data segments last.
  std::vector<const GraphEdge *> Edges; ///< Between them, those with most pointers first.
  size_t Left = 0;                      ///< Number of nodes that Limit leaves out.
};

/// The part points into \p Of, which must outlive it. An error if nothing matches.
Expected<GraphPart> partOf(const ObjectGraph &Of, const GraphWish &Wish);

/// For people: a line for each node, and beneath it the nodes it has most pointers to.
std::string graphTable(const ObjectGraph &Of, const GraphPart &Part, const SheetStyle &Style);
/// A flowchart for Mermaid, which pages of Git hosts draw.
std::string graphMermaid(const ObjectGraph &Of, const GraphPart &Part, bool RawBytes);
/// For Graphviz.
std::string graphDot(const ObjectGraph &Of, const GraphPart &Part, bool RawBytes);
/// For programs. \p Division says what a node is: "group", "type" or "site".
std::string graphJson(const ObjectGraph &Of, const GraphPart &Part,
                      const std::string &Division);

} // namespace allocsite

#endif
