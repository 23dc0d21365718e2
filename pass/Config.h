//===- Config.h - Where the rules of a compilation come from ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_CONFIG_H
#define ALLOCSITE_PASS_CONFIG_H

#include "RuleTable.h"

namespace allocsite {

/// The table of well-known allocators, allocators.cfg, which the plugin carries.
class Config {
public:
  static Config read();

  /// The rule of most weight that matches and that `Accept` says yes to, or null.
  const Rule *find(llvm::StringRef Symbol, const FunctionName &Name,
                   llvm::function_ref<bool(const Rule &)> Accept) const {
    return WellKnown.find(Symbol, Name, Accept);
  }

private:
  explicit Config(const RuleTable &WellKnown) : WellKnown(WellKnown) {}

  const RuleTable &WellKnown; ///< One for all modules that a process compiles.
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_CONFIG_H
