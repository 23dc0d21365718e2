//===- KnownHelpers.h - What known allocators alone call ------------------===//
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
// What these give is counted by what the entry gives. A rule of their own would count it
// again, but where somebody else calls them as well nothing would count that.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_DISCOVER_PROPOSE_KNOWNHELPERS_H
#define ALLOCSITE_DISCOVER_PROPOSE_KNOWNHELPERS_H

#include "discover/roles/KnownRules.h"
#include <set>
#include <vector>

namespace allocsite {

/// The functions that entries of known allocators, and helpers of these, call, and nobody
/// else: what they give is counted by what the entries give.
class KnownHelpers {
public:
  KnownHelpers(const CodeBase &Code, const KnownRules &Known);
  bool has(int Number) const { return IsHelper[Number]; }

private:
  /// Whether each place that calls it is in a function whose body was read, and not in an
  /// initialiser or a lambda, and no pointer is set to it.
  bool areCallersKnown(int Number) const;

  const CodeBase &Code;
  std::vector<std::set<int>> Callers; ///< But for itself.
  std::vector<char> IsHelper;
};

} // namespace allocsite

#endif // ALLOCSITE_DISCOVER_PROPOSE_KNOWNHELPERS_H
