//===- RulesFormat.h - What rules did in a build, as text -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   pool.cfg:4:1: 'alloc:poool_alloc' matches nothing in 20 modules (did you mean
//   'pool_alloc'?)
//
// For messages a place is file:line:column, as compilers have it, so that editors
// find it.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_RULESFORMAT_H
#define ALLOCSITE_REPORT_SHOW_RULESFORMAT_H

#include "inventory/RuleStates.h"

namespace allocsite {

/// What is to be said of a rule, as a line; "" where it holds.
std::string findingOf(const ListedRule &Rule, const NameTable &Names);
/// The same of a file and \p Modules, how many there are; lines, or "".
std::string findingsOf(const ListedConfiguration &File, size_t Modules,
                       const NameTable &Names);

/// "9 rules: 7 in use, 1 matching nothing, 1 shadowed".
std::string summaryOf(const std::vector<ListedRule> &Rules);

/// A row for each rule, and its words beneath. Names are cut to \p Width columns;
/// SIZE_MAX prints them whole.
std::string rulesTable(const std::vector<ListedRule> &Rules, const NameTable &Names,
                       size_t Width, bool Colour);

} // namespace allocsite

#endif
