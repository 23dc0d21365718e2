//===- Leaves.cpp - Functions that lead to no allocation ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Leaves.h"

#include <algorithm>

using namespace allocsite;

namespace {

/// Symbols by their ids; of most ids there is nothing to say.
class CallGraph {
public:
  explicit CallGraph(const NameTable &Names)
      : IsDefined(Names.size()), MayAllocate(Names.size()), Callers(Names.size()) {}

  void add(const InventoryFunction &Function);
  Leaves leaves(const NameTable &Names);

private:
  void takeAway(NameId Symbol);

  std::vector<bool> IsDefined, MayAllocate;
  std::vector<std::vector<NameId>> Callers;
  std::vector<NameId> Gone; ///< Of which the callers are not yet.
};

void CallGraph::takeAway(NameId Symbol) {
  if (!MayAllocate[Symbol])
    Gone.push_back(Symbol);
  MayAllocate[Symbol] = true;
}

void CallGraph::add(const InventoryFunction &Function) {
  IsDefined[Function.Symbol] = true;
  if (Function.MayAllocate)
    takeAway(Function.Symbol);
  for (NameId Callee : Function.Leads)
    Callers[Callee].push_back(Function.Symbol);
}

Leaves CallGraph::leaves(const NameTable &Names) {
  for (NameId Symbol = 0; Symbol < IsDefined.size(); ++Symbol)
    if (!IsDefined[Symbol])
      takeAway(Symbol);
  while (!Gone.empty()) {
    NameId Symbol = Gone.back();
    Gone.pop_back();
    for (NameId Caller : Callers[Symbol])
      takeAway(Caller);
  }
  Leaves Found;
  for (NameId Symbol = 0; Symbol < IsDefined.size(); ++Symbol) {
    Found.Functions += IsDefined[Symbol];
    if (!MayAllocate[Symbol])
      Found.Symbols.push_back(Symbol);
  }
  std::sort(Found.Symbols.begin(), Found.Symbols.end(),
            [&](NameId A, NameId B) { return Names[A] < Names[B]; });
  return Found;
}

} // namespace

Leaves allocsite::findLeaves(const Inventory &Known, const NameTable &Names) {
  CallGraph Calls(Names);
  for (const InventoryModule &Module : Known.modules())
    for (const InventoryFunction &Function : Module.Functions)
      Calls.add(Function);
  return Calls.leaves(Names);
}
