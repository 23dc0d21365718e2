//===- GraphPart.h - The part of a graph that is shown ----------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_FINDINGS_GRAPHPART_H
#define ALLOCSITE_REPORT_FINDINGS_GRAPHPART_H

#include "read/GraphLog.h"

namespace allocsite {

/// Globs are for types, sites and allocators. Empty, or 0: no limit.
struct GraphWish {
  std::string From;  ///< What these lead to,
  std::string To;    ///< and what leads to these;
  size_t Levels = 0; ///< on a way of so many edges; without either, from the data segments.
  size_t Limit = 0;  ///< Nodes, the largest.
};

struct GraphPart {
  std::vector<uint32_t> Nodes;          ///< Of ObjectGraph::Nodes, the data segments last.
  std::vector<const GraphEdge *> Edges; ///< Between them, those with most pointers first.
  size_t Left = 0;                      ///< Nodes that Limit leaves out.
};

/// The part lives as long as the graph. An error where nothing matches.
Expected<GraphPart> partOf(const ObjectGraph &Of, const GraphWish &Wish);

} // namespace allocsite

#endif
