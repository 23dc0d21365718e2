//===- RuleTable.h - The rules that speak of a function ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hundreds of rules, thousands of functions: rules are found by the last component
// of the name, or by the symbol. Only patterns without one are compared with every
// function. Later rules win.
//
// Of rules that were only begun the words are read when a name matches: of most never.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RULES_RULETABLE_H
#define ALLOCSITE_PASS_RULES_RULETABLE_H

#include "Rules.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

namespace allocsite {

/// Not thread-safe: what finds a rule may read it.
class RuleTable {
public:
  /// `Read`, or begun, in the order of their weight.
  explicit RuleTable(std::vector<Rule> Read);

  /// False only where it is certain that find() gives null for `Symbol` and its name.
  bool mayFind(llvm::StringRef Symbol) const;

  /// The last rule whose pattern matches and that `Accept` says yes to, or null.
  const Rule *find(llvm::StringRef Symbol, const FunctionName &Name,
                   llvm::function_ref<bool(const Rule &)> Accept) const;

  /// The last rule of an allocator that is a member of `Class`, as Pattern spells one, or
  /// null. An operator new is none of them: it makes the objects, and not what they hold.
  const Rule *findArena(llvm::StringRef Class) const;

  const std::vector<Rule> &all() const;

  /// Those of calls through pointers.
  std::vector<const Rule *> ofPointers() const;

private:
  static constexpr int None = -1;

  static void finish(Rule &R);

  mutable std::vector<Rule> Rules;
  // Chains through Before, latest first; indices of Rules.
  llvm::DenseMap<llvm::StringRef, int> LastOf;
  int LastOfAnyName = None;
  bool AreSpelledOut = true; ///< Whether all that rules are found by is, see Endings.h.
  std::vector<int> Before;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_RULES_RULETABLE_H
