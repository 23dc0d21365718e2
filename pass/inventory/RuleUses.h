//===- RuleUses.h - What each rule says of a module -------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pattern that matches nothing is no error of one compilation: the function may be
// of another file. Of a whole build it is one, most likely a misspelt name, and only
// the inventory sees the build. So each module tells of each rule what it did:
//
//   pool.cfg:3:1  alloc:pool_alloc    holds for 1 function, which is called 14 times
//   pool.cfg:4:1  alloc:pool_callok   nothing; 'pool_calloc' is one letter away
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_INVENTORY_RULEUSES_H
#define ALLOCSITE_PASS_INVENTORY_RULEUSES_H

#include "recognise/PointerCalls.h"

namespace allocsite {

/// A rule and the functions that a module declares or defines. Of src: rules, those
/// that it defines in such files.
struct RuleUse {
  const Rule *Of = nullptr; ///< Valid as long as the Config.
  unsigned Functions = 0;   ///< For which it holds.
  unsigned Calls = 0;       ///< Direct ones of these, before optimisation; of rules of
                            ///< pointers and virtual functions, those that they name.
  unsigned Shadowed = 0;    ///< That it matches, and a later rule decides.
  const Rule *By = nullptr; ///< One such rule, or null.
  unsigned Misshapen = 0;   ///< Of the name, with other parameters.
  bool Unread = false;      ///< It needs the source, which was not read.
  std::string Nearest;      ///< Where all are 0, the likeliest name, or "".
  unsigned Distance = 0;    ///< Of that: letters to change.
};

/// Of all rules of the source and of files; of the table those that hold for
/// something. In the order of their weight, those of the table first.
std::vector<RuleUse> usesOfRules(const llvm::Module &M, const Config &Configured,
                                 AllocatorTable &Allocators,
                                 const PointerCalls &ThroughPointers, NameTable &Names);

} // namespace allocsite

#endif // ALLOCSITE_PASS_INVENTORY_RULEUSES_H
