//===- KnownRules.h - The rules that are known already ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plugin's own table, or only its part for the C and C++ libraries, and the files given
// on the command line. The search starts from their allocators.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_DISCOVER_ROLES_KNOWNRULES_H
#define ALLOCSITE_DISCOVER_ROLES_KNOWNRULES_H

#include "discover/facts/CodeBase.h"
#include "pass/rules/RuleTable.h"
#include "report/support/DiscoverOptions.h"
#include <optional>

namespace allocsite {

class KnownRules {
public:
  explicit KnownRules(const DiscoverOptions &Options);

  /// The errors in the files, each with its place.
  const std::vector<std::string> &problems() const { return Problems; }

  /// The rule that says that `F` is an allocator, or that it is none; or null.
  const Rule *allocator(const Function &F) const;
  /// The rule by which `F` takes memory back or makes an arena, or null.
  const Rule *release(const Function &F) const;

private:
  const Rule *find(const Function &F, llvm::function_ref<bool(const Rule &)> Accept) const;

  std::vector<std::unique_ptr<llvm::MemoryBuffer>> Texts; ///< Rules refer to them.
  std::vector<std::string> Problems;
  std::optional<ReadRules> Table;
};

} // namespace allocsite

#endif // ALLOCSITE_DISCOVER_ROLES_KNOWNRULES_H
