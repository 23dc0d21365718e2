//===- RuleStates.h - The effect of rules in a whole build ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rule is identified by its file, line, column and text. It holds in a build if it
// holds in one module; any other state is reported only if all modules agree on it.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_INVENTORY_RULESTATES_H
#define ALLOCSITE_REPORT_INVENTORY_RULESTATES_H

#include "Inventory.h"

namespace allocsite {

enum class RuleState {
  Holds,       ///< It applies to a function of the build.
  Nothing,     ///< No function has the name.
  Misshapen,   ///< Functions of the name have other parameters.
  Shadowed,    ///< Later rules win for all functions it matches.
  Ineffective, ///< It needs the source, which was not read.
};
/// As it is printed.
const char *stateWord(RuleState State);

struct ListedRule {
  InventoryRule Of;                ///< Sums over the modules; the nearest of all names.
  size_t Holding = 0, Modules = 0; ///< Modules in which it holds, and all that have it.

  RuleState state() const;
  bool isIn(const InventoryConfiguration &File) const {
    return Of.From == InventoryRule::Configuration && Of.Path == File.Path;
  }
};

/// The rules of all modules: those of files first, then of the source and of the table,
/// each sorted by place.
std::vector<ListedRule> rulesOf(const Inventory &Known, const NameTable &Names);

/// A file of rules, and the modules of the build.
struct ListedConfiguration {
  InventoryConfiguration Of;                ///< As in the first module that has it.
  size_t Modules = 0;                       ///< Number of modules compiled with it.
  const InventoryModule *Without = nullptr; ///< A module compiled without it, or null.
  const InventoryModule *Changed = nullptr; ///< A module compiled with another text of it.
};

/// The files of rules, in the order in which they first appeared. Modules are compared with
/// the file's present text if it can be read, else with the text of the first module.
std::vector<ListedConfiguration> configurationsOf(const Inventory &Known,
                                                  const NameTable &Names);

} // namespace allocsite

#endif
