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
// A log does not record that a function returns what malloc returned. A function is taken for
// a wrapper if it makes no type of its own, asks for several sizes, does not call itself, and
//
//   has a name such as xmalloc, jv_mem_alloc, yaml_strdup, two callers, and a twentieth of
//       its allocator's calls, or
//   makes at least 99.5 % of these, so that its row says no more than the total, and has
//       three callers, or
//   makes half of them, and has eight callers.
//
// Calls below another allocator (Layers.h) do not count. A function with fewer callers is a
// wrapper, too, if at least half of its calls come through callers that are wrappers.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_VIEW_WRAPPERS_H
#define ALLOCSITE_REPORT_VIEW_WRAPPERS_H

#include "Layers.h"
#include "model/Profile.h"

#include <set>
#include <string>
#include <vector>

namespace allocsite {

/// A chain of calls to an allocator from one site.
struct AllocationPath {
  NameId Allocator = NoName, Site = NoName;
  ChainId Chain = NoChain;
  uint32_t Side = 0; ///< one place may lie in different functions of the two builds
  uint64_t Calls = 0;
  SizeRange Sizes;
  bool HasType = false; ///< the site has a type

  ChainId Left = NoChain; ///< Chain without the wrappers it begins with
  unsigned Skipped = 0;   ///< number of frames that Left omits
};

struct Wrapper {
  std::string Function; ///< bare name, which a rule can use
  NameId Allocator;
  uint64_t Calls; ///< calls to the allocator made through it
};

/// Finds wrappers and sets `Left` and `Skipped` in \p Paths, which must be all paths in \p Of
/// of their allocators. The allocators \p Taken are never wrappers: an arena that fetches a
/// chunk is none. Returns the wrappers, most calls first, then by name.
std::vector<Wrapper> skipWrappers(std::vector<AllocationPath> &Paths, const Profile &Of,
                                  BareNames &Bare, const std::set<BareId> &Taken);

/// True if rules and shells take \p Function without quoting: it is no template and no lambda.
bool isRuleName(std::string_view Function);

} // namespace allocsite

#endif
