//===- StableIds.h - Ids of sites that builds and machines share ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   build 1:  parse.cpp:40:9   malloc in parse()   ──▶ 5f0c…  parse, malloc, -, -, 1
//             parse.cpp:52:9   malloc in parse()   ──▶ 91d2…  parse, malloc, -, -, 2
//   build 2:  parse.cpp:47:9   malloc in parse()   ──▶ 5f0c…  a line was added above
//
// The id of a site is a hash of names: function, allocator, type, library that calls, and a number:
// which of the sites that agree in these it is, in the order of their places. Code that was
// compiled without -g has that number in the log (`parse#2`). The id of a stack is a hash of the
// names of its functions. docs/gather.md defines both.
//
// A log has the sites that were reached alone. So a number is found from all logs of a build
// together; if one that no log had before appears in front of others, theirs change.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_VIEW_STABLEIDS_H
#define ALLOCSITE_REPORT_VIEW_STABLEIDS_H

#include "model/Profile.h"

#include <map>
#include <tuple>
#include <unordered_map>

namespace allocsite {

/// Numbers the sites of one build that agree in names.
class SiteNumbers {
public:
  /// Adds the sites of \p Of.
  void add(const Profile &Of);
  /// By row, the id of its site. Call after all add().
  std::vector<uint64_t> idsOf(const Profile &Of);

private:
  /// File, line, column, repetition.
  using Place = std::tuple<std::string, uint32_t, uint32_t, uint32_t>;
  using Places = std::map<Place, uint32_t>; ///< 0: not numbered yet

  std::unordered_map<uint64_t, Places> Known; ///< by the hash of the names
};

/// By chain, the id of its functions, from the outermost to the innermost.
std::vector<uint64_t> stackIdsOf(const Profile &Of);

/// \p Name without the places in it: `(lambda at x.cpp:3:4)` as `(lambda)`.
std::string withoutPlaces(std::string_view Name);

} // namespace allocsite

#endif
