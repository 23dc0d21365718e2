//===- GraphLog.h - Which live objects point at which -----------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   the table `graph` of a log ──▶ its nodes and edges, by group, type or site
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_GRAPHLOG_H
#define ALLOCSITE_REPORT_READ_GRAPHLOG_H

#include "profile/Expected.h"

#include <cstdint>
#include <string>
#include <vector>

namespace allocsite {

/// Live objects that have something in common. Names are as read, `-` is none.
struct GraphNode {
  std::string Type, Site, Allocator;
  uint64_t Objects = 0, Bytes = 0;
  uint64_t ReachedObjects = 0, ReachedBytes = 0; ///< themselves included
};

struct GraphEdge {
  uint32_t From, To; ///< positions of nodes; From is 0 of pointers in data segments
  uint64_t Pointers;
  uint64_t Sources; ///< objects that they are in, 0 of data segments
  uint64_t Targets, TargetBytes;
};

struct ObjectGraph {
  uint64_t LiveObjects = 0, LiveBytes = 0;
  uint64_t ScannedObjects = 0, ScannedBytes = 0;
  uint64_t RootedObjects = 0, RootedBytes = 0; ///< what data segments lead to
  uint64_t Levels = 0;                         ///< that "reached" is limited to; 0: none
  std::vector<GraphNode> Nodes{1};             ///< the first stands for the data segments
  std::vector<GraphEdge> Edges;
};

/// What divides objects into nodes; words of the first column.
constexpr const char *GraphDivisions[] = {"group", "type", "site"};

/// Of \p File, a log, the nodes of \p Division. An error names the file.
Expected<ObjectGraph> readGraph(const std::string &File, const std::string &Division);

} // namespace allocsite

#endif
