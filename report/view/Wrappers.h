//===- Wrappers.h - Functions that allocate for others --------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   malloc ← tcc_malloc ┬ tal_new ← tccpp_new ← …
//                       ├ sym_malloc ← sym_push2 ← …       tcc_malloc is a wrapper: its
//                       └ section_realloc ← …              callers are who asks
//
// A log does not tell that a function returns what malloc returned. What tells a wrapper is
// that it makes no type of its own, asks for several sizes, does not call itself, and
//
//   has a name such as xmalloc, jv_mem_alloc, yaml_strdup, two callers, and a twentieth of
//       its allocator's calls, or
//   makes as good as all of these, so that its row says only what the total says, and has
//       three callers, or
//   makes half of them, and has eight.
//
// Calls below another allocator (Layers.h) are not among these. Where a function has fewer callers, and most of its calls come from one that is a wrapper, both are.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_VIEW_WRAPPERS_H
#define ALLOCSITE_REPORT_VIEW_WRAPPERS_H

#include "model/Profile.h"
#include "support/BareNames.h"

#include <set>
#include <string>
#include <vector>

namespace allocsite {

/// A chain of calls to an allocator from one site.
struct AllocationPath {
  NameId Allocator = NoName, Site = NoName;
  ChainId Chain = NoChain;
  uint32_t Side = 0; ///< of two builds, in which one place may be of two functions
  uint64_t Calls = 0;
  SizeRange Sizes;
  bool HasType = false; ///< the site says what it makes

  ChainId Left = NoChain; ///< without the wrappers that it begins with
  unsigned Skipped = 0;   ///< frames that are wrappers
};

struct Wrapper {
  std::string Function; ///< bare name, which a rule can have
  NameId Allocator;
  uint64_t Calls; ///< of the allocator, through it
};

/// Sets `Left` of each of \p Paths, which are all of their allocators in \p Of. No wrapper is any
/// of \p Taken, which are allocators: an arena that fetches a chunk is none. The answer is ordered
/// by calls, then name.
std::vector<Wrapper> skipWrappers(std::vector<AllocationPath> &Paths, const Profile &Of,
                                  BareNames &Bare, const std::set<BareId> &Taken);

/// True where a rule, and a shell, can name \p Function as it is: no template, no lambda.
bool isRuleName(std::string_view Function);

} // namespace allocsite

#endif
