//===- WellKnown.h - The plugin's own table of allocators -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text is allocators.cfg; RuleIndex.h describes how its rules are found.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RULES_WELLKNOWN_H
#define ALLOCSITE_PASS_RULES_WELLKNOWN_H

#include "RuleTable.h"

namespace allocsite {

class WellKnownRules final : public RuleTable {
public:
  WellKnownRules();

  std::vector<const Rule *> ofPointers() const override;

private:
  int count() const override;
  const Rule &get(int Number) const override;
  int lastOf(llvm::StringRef Key) const override;
  int before(int Number) const override;
  bool mayBeOf(int Number, llvm::StringRef Family) const override;

  mutable std::vector<std::unique_ptr<const Rule>> Read; ///< Null: not parsed yet.
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_RULES_WELLKNOWN_H
