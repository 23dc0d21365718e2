//===- CallTree.cpp - Chains as a tree ------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallTree.h"

#include "Sites.h"

#include <algorithm>

using namespace allocsite;

CallTree::CallTree(const Profile &Of, ColumnId Column, unsigned Side, Direction Way) {
  const MeasureMerge Merge = Of.columns()[Column].Merge;
  // Sum by chain first: many rows share one.
  std::vector<uint64_t> OfChain(Of.chainCount());
  std::vector<KnownOfRows> Is(Of.chainCount());
  const KnownOfColumns Known(Of.columns());
  for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
    const ChainId Chain = Of.row(Row).Chain;
    OfChain[Chain] = merged(Merge, OfChain[Chain], Of.value(Row, Column, Side));
    if (Of.columns()[Column].OfBlocks)
      Is[Chain] += Known.of([&](ColumnId Each) { return Of.value(Row, Each, Side); });
  }
  Nodes.emplace_back();
  KeySet<Edge> Edges;
  for (ChainId Chain = 0; Chain != OfChain.size(); ++Chain) {
    if (!OfChain[Chain] && !Is[Chain].Lack && !Is[Chain].Tell)
      continue;
    std::vector<NameId> Functions = functionsOf(Of, Chain);
    if (Functions.empty())
      Functions.push_back(NoName);
    if (Way == TopDown)
      std::reverse(Functions.begin(), Functions.end());
    uint32_t At = 0;
    auto count = [&](uint64_t &To, KnownOfRows &ToIs) {
      To = merged(Merge, To, OfChain[Chain]);
      ToIs += Is[Chain];
    };
    count(Nodes[0].Inclusive, Nodes[0].InclusiveIs);
    for (NameId Function : Functions) {
      const uint32_t Next = Edges.intern({At, Function}) + 1;
      if (Next == Nodes.size()) {
        Nodes.push_back({Function, At, {}, 0, 0, {}, {}});
        Nodes[At].Children.push_back(Next);
      }
      At = Next;
      count(Nodes[At].Inclusive, Nodes[At].InclusiveIs);
    }
    count(Nodes[At].Self, Nodes[At].SelfIs);
  }
  for (TreeNode &Each : Nodes)
    std::sort(Each.Children.begin(), Each.Children.end(), [&](uint32_t A, uint32_t B) {
      if (Nodes[A].Inclusive != Nodes[B].Inclusive)
        return Nodes[A].Inclusive > Nodes[B].Inclusive;
      return Of.Names[Nodes[A].Function] < Of.Names[Nodes[B].Function];
    });
}
