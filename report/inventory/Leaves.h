//===- Leaves.h - Functions that lead to no allocation --------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each module tells of its own functions what they lead to in others. Put together that
// is a graph of calls, from which those are taken away that lead to what may allocate, to
// what is neither of a module nor known (LibraryFunctions.h), or to what is gone: what is
// left are leaves.
//
// A symbol that several modules define (an inline function, programs of one build that
// share nothing) is as good as the worst of them, and as what a linker may put in its place.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_INVENTORY_LEAVES_H
#define ALLOCSITE_REPORT_INVENTORY_LEAVES_H

#include "Inventory.h"

#include <string_view>

namespace allocsite {

struct Leaves {
  std::vector<NameId> Symbols;     ///< That modules define, in the order of their texts.
  std::vector<NameId> OfLibraries; ///< That modules declare alone, in that order.
  size_t Functions = 0;            ///< That modules define for others, by symbols.
  /// Heaps of libraries that those call, which a later build may bring itself.
  std::vector<std::string_view> Heaps;
  /// What no module declares, or else those of libraries would be no leaves.
  std::vector<std::string_view> Hooks;
};

/// \p Names must be the table of \p Known. Linear in functions and calls, but for the order.
Leaves findLeaves(const Inventory &Known, const NameTable &Names);

/// The list as the pass reads it, of \p Modules modules.
std::string leavesText(const Leaves &Found, size_t Modules, const NameTable &Names);

} // namespace allocsite

#endif
