//===- Leaves.h - Finds the leaf functions of a build ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A leaf cannot reach an allocation. Each module lists which functions of other modules its
// own may call. From this call graph, functions are removed that may allocate, that call a
// function neither defined by a module nor known (LibraryFunctions.inc), or that call a removed
// function. The remaining functions are leaves.
//
// If several modules define a symbol (an inline function, or unrelated programs of one build),
// it is a leaf only if every definition is, and every function the linker may put in its
// place.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_INVENTORY_LEAVES_H
#define ALLOCSITE_REPORT_INVENTORY_LEAVES_H

#include "Inventory.h"

#include <string_view>

namespace allocsite {

struct Leaves {
  std::vector<NameId> Symbols;     ///< Leaves that modules define, sorted by text.
  std::vector<NameId> OfLibraries; ///< Leaves that modules only declare, sorted by text.
  size_t Functions = 0;            ///< Number of symbols that modules define for others.
  /// Heaps that OfLibraries call. The list is void if a later build defines one itself.
  std::vector<std::string_view> Heaps;
  /// Functions that no module declares. If one did, OfLibraries would not be leaves.
  std::vector<std::string_view> Hooks;
};

/// \p Names must be the table of \p Known. Takes linear time in functions and calls, plus
/// sorting.
Leaves findLeaves(const Inventory &Known, const NameTable &Names);

/// The text of the list that the pass reads. \p Modules is the number of modules.
std::string leavesText(const Leaves &Found, size_t Modules, const NameTable &Names);

} // namespace allocsite

#endif
