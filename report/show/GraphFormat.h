//===- GraphFormat.h - Draws the graph of live objects ----------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_GRAPHFORMAT_H
#define ALLOCSITE_REPORT_SHOW_GRAPHFORMAT_H

#include "Sheet.h"
#include "findings/GraphPart.h"

namespace allocsite {

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
