//===- Leaves.cpp - Functions that lead to no allocation ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Leaves.h"

#include "LibraryFunctions.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <unordered_map>

using namespace allocsite;

namespace {

/// The call graph, indexed by NameId; most names are no symbols and have no calls.
class CallGraph {
public:
  explicit CallGraph(const NameTable &Names)
      : IsDefined(Names.size()), IsDeclared(Names.size()), MayAllocate(Names.size()),
        Callers(Names.size()) {}

  void add(const InventoryModule &Module);
  Leaves leaves(const NameTable &Names);

private:
  void takeAway(NameId Symbol);
  void takeAwayUnknown(const NameTable &Names);
  void leadToWrappers(const NameTable &Names);

  LibraryFunctions Library;
  std::vector<bool> IsDefined, IsDeclared, MayAllocate;
  std::vector<std::vector<NameId>> Callers;
  std::vector<NameId> Gone; ///< Removed symbols whose callers must still be removed.
};

void CallGraph::takeAway(NameId Symbol) {
  if (!MayAllocate[Symbol])
    Gone.push_back(Symbol);
  MayAllocate[Symbol] = true;
}

void CallGraph::add(const InventoryModule &Module) {
  for (NameId Symbol : Module.Declared)
    IsDeclared[Symbol] = true;
  for (const InventoryFunction &Function : Module.Functions) {
    IsDefined[Function.Symbol] = true;
    if (Function.MayAllocate)
      takeAway(Function.Symbol);
    for (NameId Callee : Function.Leads)
      Callers[Callee].push_back(Function.Symbol);
  }
}

/// Adds edges from `f` to `__wrap_f`: the linker option `--wrap=f` redirects the calls.
void CallGraph::leadToWrappers(const NameTable &Names) {
  constexpr std::string_view Prefix = "__wrap_";
  std::unordered_map<std::string_view, NameId> Wrappers;
  for (NameId Symbol = 0; Symbol < IsDefined.size(); ++Symbol)
    if (IsDefined[Symbol] && Names[Symbol].substr(0, Prefix.size()) == Prefix)
      Wrappers[Names[Symbol].substr(Prefix.size())] = Symbol;
  if (Wrappers.empty())
    return;
  for (const auto &[Wrapped, Wrapper] : Wrappers)
    Library.define(Wrapped);
  for (NameId Symbol = 0; Symbol < IsDefined.size(); ++Symbol)
    if (auto Found = Wrappers.find(Names[Symbol]); Found != Wrappers.end())
      Callers[Found->second].push_back(Symbol);
}

void CallGraph::takeAwayUnknown(const NameTable &Names) {
  leadToWrappers(Names);
  for (NameId Symbol = 0; Symbol < IsDefined.size(); ++Symbol)
    if (IsDefined[Symbol])
      Library.define(Names[Symbol]);
    else if (IsDeclared[Symbol])
      Library.declare(Names[Symbol]);
  for (NameId Symbol = 0; Symbol < IsDefined.size(); ++Symbol)
    if (!IsDefined[Symbol] && !(IsDeclared[Symbol] && Library.isLeaf(Names[Symbol])))
      takeAway(Symbol);
}

Leaves CallGraph::leaves(const NameTable &Names) {
  takeAwayUnknown(Names);
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
      (IsDefined[Symbol] ? Found.Symbols : Found.OfLibraries).push_back(Symbol);
  }
  for (std::vector<NameId> *Each : {&Found.Symbols, &Found.OfLibraries})
    std::sort(Each->begin(), Each->end(),
              [&](NameId A, NameId B) { return Names[A] < Names[B]; });
  std::vector<std::string_view> OfLibraries;
  for (NameId Symbol : Found.OfLibraries)
    OfLibraries.push_back(Names[Symbol]);
  Found.Heaps = Library.heapsOf(OfLibraries);
  Found.Hooks = Library.hooksOf(OfLibraries);
  return Found;
}

} // namespace

Leaves allocsite::findLeaves(const Inventory &Known, const NameTable &Names) {
  CallGraph Calls(Names);
  for (const InventoryModule &Module : Known.modules())
    Calls.add(Module);
  return Calls.leaves(Names);
}

std::string allocsite::leavesText(const Leaves &Found, size_t Modules,
                                  const NameTable &Names) {
  std::string Text = fmt::format(
      "# {} of the {} functions of {} module{} lead to no allocation. For leaves= of the "
      "pass.\n",
      Found.Symbols.size(), Found.Functions, Modules, Modules == 1 ? "" : "s");
  for (NameId Symbol : Found.Symbols)
    Text.append(Names[Symbol]).append("\n");
  if (!Found.OfLibraries.empty())
    Text += "# Of libraries, which call nothing of these modules, and their heaps.\n";
  std::set<std::string_view> OfLibraries(Found.Heaps.begin(), Found.Heaps.end());
  for (NameId Symbol : Found.OfLibraries)
    OfLibraries.insert(Names[Symbol]);
  for (std::string_view Symbol : OfLibraries)
    Text.append(Symbol).append("\n");
  if (!Found.Hooks.empty())
    Text += "# By which libraries would call others: no file declares them.\n";
  for (std::string_view Symbol : Found.Hooks)
    Text.append("!").append(Symbol).append("\n");
  return Text;
}
