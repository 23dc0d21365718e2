//===- Leaves.cpp - Functions that lead to no allocation ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Leaves.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <set>
#include <unordered_map>

using namespace allocsite;

namespace {

enum class Kind { Plain, Stream, Wait, Cxx };

const std::unordered_map<std::string_view, Kind> Known = {
#define HEAP(Name) {#Name, Kind::Plain},
#define PLAIN(Name) {#Name, Kind::Plain},
#define STREAM(Name) {#Name, Kind::Stream},
#define WAIT(Name) {#Name, Kind::Wait},
#define CXX(Name) {#Name, Kind::Cxx},
#include "LibraryFunctions.inc"
};

using Symbols = std::vector<std::string_view>;

const Symbols ClassesOfCxx = {
#define CXX_CLASS(Prefix) #Prefix,
#include "LibraryFunctions.inc"
};
const Symbols Heaps = {
#define HEAP(Name) #Name,
#include "LibraryFunctions.inc"
};
const Symbols HeapsOfCxx = {
#define CXX(Name) #Name,
#include "LibraryFunctions.inc"
};

const Symbols HooksOfStreams = {"fopencookie", "register_printf_function",
                                "register_printf_specifier", "register_printf_modifier",
                                "register_printf_type"};
const Symbols HooksOfThreads = {"pthread_cancel"};
// Setters of handlers that run when an exception is not caught or memory is short.
const Symbols HooksOfCxx = {"_ZSt15set_new_handlerPFvvE", "_ZSt13set_terminatePFvvE",
                            "_ZSt14set_unexpectedPFvvE"};

bool isOneOf(std::string_view Symbol, const Symbols &Of) {
  return std::find(Of.begin(), Of.end(), Symbol) != Of.end();
}

bool beginsWith(std::string_view Symbol, std::string_view Prefix) {
  return Symbol.substr(0, Prefix.size()) == Prefix;
}

std::optional<Kind> kindOf(std::string_view Symbol) {
  if (auto Found = Known.find(Symbol); Found != Known.end())
    return Found->second;
  for (std::string_view Class : ClassesOfCxx)
    if (beginsWith(Symbol, Class))
      return Kind::Cxx;
  return {};
}

bool hasOne(const Symbols &Of, Kind Wanted) {
  return std::any_of(Of.begin(), Of.end(),
                     [&](std::string_view Symbol) { return kindOf(Symbol) == Wanted; });
}

void append(Symbols &To, const Symbols &More) {
  To.insert(To.end(), More.begin(), More.end());
}

/// The pass assumes that `snprintf` may allocate: it may call malloc, and a program may define
/// its own malloc. Given all modules of a program, it is known whether it does. As a later
/// build may still define one, the list of leaves states these assumptions.
///
/// First call define() and declare() for all symbols of the program, then the others.
class LibraryFunctions {
public:
  /// A function that a module defines for others.
  void define(std::string_view Symbol);
  /// A function that a module has no definition of.
  void declare(std::string_view Symbol);

  /// True if \p Symbol, which no module defines, is a library function that does not lead to
  /// an allocation by code of the program.
  bool isLeaf(std::string_view Symbol) const;

  /// The heap functions that \p Leaves call. The program defines none of them.
  std::vector<std::string_view> heapsOf(const std::vector<std::string_view> &Leaves) const;
  /// The functions that no module may declare, or \p Leaves would not be leaves.
  std::vector<std::string_view> hooksOf(const std::vector<std::string_view> &Leaves) const;

private:
  bool OwnHeap = false;    ///< Defines malloc and its like.
  bool OwnNew = false;     ///< Defines operator new or delete, or sets handlers.
  bool OwnStreams = false; ///< Makes its own streams or printf conversions.
  bool Cancels = false;    ///< Cancels threads.
};

void LibraryFunctions::define(std::string_view Symbol) {
  OwnHeap |= isOneOf(Symbol, Heaps) || Symbol == "free" || Symbol == "cfree";
  // Operators of a class begin with _ZN and do not match.
  for (std::string_view Operator : {"_Znw", "_Zna", "_Zdl", "_Zda"})
    OwnNew |= beginsWith(Symbol, Operator);
}

void LibraryFunctions::declare(std::string_view Symbol) {
  OwnStreams |= isOneOf(Symbol, HooksOfStreams);
  Cancels |= isOneOf(Symbol, HooksOfThreads);
  OwnNew |= isOneOf(Symbol, HooksOfCxx);
}

bool LibraryFunctions::isLeaf(std::string_view Symbol) const {
  auto Of = kindOf(Symbol);
  if (!Of || OwnHeap)
    return false;
  switch (*Of) {
  case Kind::Plain:
    return true;
  case Kind::Stream:
    return !OwnStreams && !Cancels;
  case Kind::Wait:
    return !Cancels;
  case Kind::Cxx:
    return !OwnNew;
  }
  return false;
}

Symbols LibraryFunctions::heapsOf(const Symbols &Leaves) const {
  Symbols Found;
  if (!Leaves.empty())
    append(Found, Heaps);
  if (hasOne(Leaves, Kind::Cxx))
    append(Found, HeapsOfCxx);
  return Found;
}

Symbols LibraryFunctions::hooksOf(const Symbols &Leaves) const {
  Symbols Found;
  if (hasOne(Leaves, Kind::Stream))
    append(Found, HooksOfStreams);
  if (hasOne(Leaves, Kind::Stream) || hasOne(Leaves, Kind::Wait))
    append(Found, HooksOfThreads);
  if (hasOne(Leaves, Kind::Cxx))
    append(Found, HooksOfCxx);
  return Found;
}

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
