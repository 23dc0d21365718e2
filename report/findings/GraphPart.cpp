//===- GraphPart.cpp - The part of a graph that is shown ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphPart.h"

#include "support/DisplayText.h"
#include "support/Glob.h"

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
