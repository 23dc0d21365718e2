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

/// Live objects of one group, type or site. Names are as read; `-` means none.
struct GraphNode {
  std::string Type, Site, Allocator;
  uint64_t Objects = 0, Bytes = 0;
  uint64_t ReachedObjects = 0, ReachedBytes = 0; ///< reachable from these, which are included
};

struct GraphEdge {
  uint32_t From, To; ///< indices of nodes; From is 0 for pointers in data segments
  uint64_t Pointers;
  uint64_t Sources; ///< objects that hold the pointers; 0 for data segments
  uint64_t Targets, TargetBytes;
};

struct ObjectGraph {
  uint64_t LiveObjects = 0, LiveBytes = 0;
  uint64_t ScannedObjects = 0, ScannedBytes = 0;
  uint64_t RootedObjects = 0, RootedBytes = 0; ///< reachable from data segments
  uint64_t Levels = 0;                         ///< depth limit of "reached"; 0: no limit
  std::vector<GraphNode> Nodes{1};             ///< the first stands for the data segments
  std::vector<GraphEdge> Edges;
};

/// The ways to divide objects into nodes, as the first column names them.
constexpr const char *GraphDivisions[] = {"group", "type", "site"};

/// Of \p File, a log, the nodes of \p Division. An error names the file.
Expected<ObjectGraph> readGraph(const std::string &File, const std::string &Division);

} // namespace allocsite

#endif
