//===- RuleStates.h - What rules did in a whole build ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rule is known by its file, line, column and text. It holds in a build where it
// holds in one module; what it is else, all modules have to agree on.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_INVENTORY_RULESTATES_H
#define ALLOCSITE_REPORT_INVENTORY_RULESTATES_H

#include "Inventory.h"

namespace allocsite {

enum class RuleState {
  Holds,       ///< For a function of the build.
  Nothing,     ///< No function is named so.
  Misshapen,   ///< What is named so has other parameters.
  Shadowed,    ///< Later rules decide on all that it matches.
  Ineffective, ///< It needs the source, which was not read.
};
/// As it is printed.
const char *stateWord(RuleState State);

struct ListedRule {
  InventoryRule Of;                ///< Sums over the modules; the nearest name of all.
  size_t Holding = 0, Modules = 0; ///< Modules in which it holds, and all it is in.

  RuleState state() const;
  bool isIn(const InventoryConfiguration &File) const {
    return Of.From == InventoryRule::Configuration && Of.Path == File.Path;
  }
};

/// Of all modules: rules of files first, then those of the source and of the table,
/// each by their places.
std::vector<ListedRule> rulesOf(const Inventory &Known, const NameTable &Names);

/// A file of rules, and the modules of the build.
struct ListedConfiguration {
  InventoryConfiguration Of;                ///< In the words of the first module that has it.
  size_t Modules = 0;                       ///< That were compiled with it.
  const InventoryModule *Without = nullptr; ///< One that was compiled with none of it.
  const InventoryModule *Changed = nullptr; ///< One for which it was another text.
};

/// In the order in which they came first. A file is compared with what it is now,
/// where it can be read; else with what the first module was compiled with.
std::vector<ListedConfiguration> configurationsOf(const Inventory &Known,
                                                  const NameTable &Names);

} // namespace allocsite

#endif
