//===- RulesFormat.h - The effect of rules in a build, as text ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   pool.cfg:4:1: 'alloc:poool_alloc' matches nothing in 20 modules (did you mean
//   'pool_alloc'?)
//
// Messages give a place as file:line:column, as compilers do, so that editors can
// jump to it.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_RULESFORMAT_H
#define ALLOCSITE_REPORT_SHOW_RULESFORMAT_H

#include "inventory/RuleStates.h"

namespace allocsite {

/// A line that says what is wrong with a rule; "" if nothing is.
std::string findingOf(const ListedRule &Rule, const NameTable &Names);
/// The findings on all rules of a file, one a line, or "". \p Modules is the number of
/// modules.
std::string findingsOf(const ListedConfiguration &File, size_t Modules,
                       const NameTable &Names);

/// "9 rules: 7 in use, 1 matching nothing, 1 shadowed".
std::string summaryOf(const std::vector<ListedRule> &Rules);

/// A row for each rule, with its text beneath. Names are cut to \p Width columns; SIZE_MAX
/// prints them whole.
std::string rulesTable(const std::vector<ListedRule> &Rules, const NameTable &Names,
                       size_t Width, bool Colour);

} // namespace allocsite

#endif
