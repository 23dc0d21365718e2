//===- KnownHelpers.h - Helpers of known allocators -----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An entry of an allocator that a rule knows may leave the work to others:
//
//   pool_alloc (known) ─▶ pool_alloc_large ─▶ new_chunk     both hand out memory
//
// Memory from these helpers is counted at the entry; rules for them would count it again. But
// if other functions call them, too, they need rules, or those calls would not be counted.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_DISCOVER_PROPOSE_KNOWNHELPERS_H
#define ALLOCSITE_DISCOVER_PROPOSE_KNOWNHELPERS_H

#include "discover/roles/KnownRules.h"
#include <set>
#include <vector>

namespace allocsite {

/// The functions that are called only by entries of known allocators and by other helpers.
class KnownHelpers {
public:
  KnownHelpers(const CodeBase &Code, const KnownRules &Known);
  bool has(int Number) const { return IsHelper[Number]; }

private:
  /// True if all calls are in functions whose bodies were read, none in an initialiser or a
  /// lambda, and no pointer is set to the function.
  bool areCallersKnown(int Number) const;

  const CodeBase &Code;
  std::vector<std::set<int>> Callers; ///< By function, without itself.
  std::vector<char> IsHelper;
};

} // namespace allocsite

#endif // ALLOCSITE_DISCOVER_PROPOSE_KNOWNHELPERS_H
