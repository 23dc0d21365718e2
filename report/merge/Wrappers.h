//===- Wrappers.h - Functions that allocate for many others ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The chains of a site are a tree that begins at the function that holds it. Where that one
// has many callers it tells little of who asked for the memory; nor does one with a few
// callers each of which has many:
//
//   realloc ← js_defaultalloc ┬ js_malloc  ← many      all three are wrappers, and
//                             └ js_realloc ← many      the many are who asks
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_MERGE_WRAPPERS_H
#define ALLOCSITE_REPORT_MERGE_WRAPPERS_H

#include "read/AllocationLog.h"

#include <set>
#include <string>
#include <vector>

namespace allocsite {

struct CountedChain {
  CallChain Chain;
  uint64_t Calls;
};

struct Wrappers {
  /// Their bare names, from the one that holds the site outwards; none where the site tells
  /// who asks.
  std::vector<std::string> Functions;
  size_t CallerCount = 0; ///< functions that call these
};

/// The wrappers by which a site is reached, of which \p Chains are all. None of \p Taken,
/// which are names of allocators: an arena that fetches a chunk is no wrapper, as one it
/// would be counted no more.
Wrappers findWrappers(std::vector<CountedChain> Chains, const NameTable &Names,
                      const std::set<std::string> &Taken);

} // namespace allocsite

#endif
