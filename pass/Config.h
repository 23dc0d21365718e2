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

  const RuleTable &rules() const { return Rules; }

private:
  explicit Config(std::vector<Rule> Read) : Rules(std::move(Read)) {}

  RuleTable Rules;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_CONFIG_H
