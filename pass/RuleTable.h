//===- RuleTable.h - The rules that speak of a function ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hundreds of rules, thousands of functions: rules are found by the last component
// of the name, or by the symbol. Only patterns without one are compared with every function. Later
// rules win.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RULETABLE_H
#define ALLOCSITE_PASS_RULETABLE_H

#include "Rules.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

namespace allocsite {

class RuleTable {
public:
  /// `Read` in the order of their weight.
  explicit RuleTable(std::vector<Rule> Read);

  /// The last rule whose pattern matches and that `Accept` says yes to, or null.
  const Rule *find(llvm::StringRef Symbol, const FunctionName &Name,
                   llvm::function_ref<bool(const Rule &)> Accept) const;

  const std::vector<Rule> &all() const { return Rules; }

private:
  static constexpr int None = -1;

  std::vector<Rule> Rules;
  // Chains through Before, latest first; indices of Rules.
  llvm::DenseMap<llvm::StringRef, int> LastOf;
  int LastOfAnyName = None;
  std::vector<int> Before;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_RULETABLE_H
