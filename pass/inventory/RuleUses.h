//===- RuleUses.h - What each rule says of a module -------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pattern that matches nothing in one compilation is no error: the function may be in
// another file. If it matches nothing in a whole build, the name is probably misspelt. Only
// the inventory sees the build, so each module records what each rule did:
//
//   pool.cfg:3:1  alloc:pool_alloc    holds for 1 function, which is called 14 times
//   pool.cfg:4:1  alloc:pool_callok   nothing; 'pool_calloc' is one letter away
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_INVENTORY_RULEUSES_H
#define ALLOCSITE_PASS_INVENTORY_RULEUSES_H

#include "recognise/PointerCalls.h"

namespace allocsite {

/// What a rule does for the functions that a module declares or defines; for src: rules, for
/// those that it defines in such files.
struct RuleUse {
  const Rule *Of = nullptr; ///< Valid as long as the Config.
  unsigned Functions = 0;   ///< Functions to which it applies.
  unsigned Calls = 0;       ///< Direct calls of these, before optimisation; for rules for
                            ///< pointers and virtual functions, calls that they name.
  unsigned Shadowed = 0;    ///< Functions that it matches, but a later rule decides.
  const Rule *By = nullptr; ///< One such rule, or null.
  unsigned Misshapen = 0;   ///< Functions with the name, but other parameters.
  bool Unread = false;      ///< It needs the source, which was not read.
  std::string Nearest;      ///< If all are 0, the most similar name, or "".
  unsigned Distance = 0;    ///< The edit distance to that.
};

/// The uses of all rules of the source and of files, and of those rules of the table that
/// apply to something. In ascending precedence: those of the table first.
std::vector<RuleUse> usesOfRules(const llvm::Module &M, const Config &Configured,
                                 AllocatorTable &Allocators,
                                 const PointerCalls &ThroughPointers, NameTable &Names);

} // namespace allocsite

#endif // ALLOCSITE_PASS_INVENTORY_RULEUSES_H
