//===- Leaks.h - Blocks live at exit, by chain ------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   rows with live blocks ──▶ without those below an allocator that has live blocks itself
//                         ──▶ without those that a suppression matches, which are summed apart
//                         ──▶ without the wrappers that their chains begin with
//                         ──▶ one leak for each chain, allocator, type and site
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_FINDINGS_LEAKS_H
#define ALLOCSITE_REPORT_FINDINGS_LEAKS_H

#include "Followed.h"
#include "profile/Expected.h"
#include "view/View.h"

namespace allocsite {

/// Blocks of one chain, site and type, of any size.
struct Leak {
  NameId Allocator, Type, Site;
  ChainId Chain;
  uint64_t Blocks = 0, Bytes = 0;
  uint64_t SmallestSize = 0, LargestSize = 0;
};

/// The leaks that one pattern has suppressed.
struct SuppressedLeaks {
  std::string Pattern;
  uint64_t Blocks = 0, Bytes = 0;
};

struct Leaks {
  std::vector<Leak> Found;                 ///< most bytes first
  uint64_t Blocks = 0, Bytes = 0;          ///< totals of Found
  std::vector<SuppressedLeaks> Suppressed; ///< one for each pattern that matched, in order
  LeftOut Left;
  Lack Lacks; ///< why there may be more leaks
};

/// Finds leaks, and keeps only rows of \p Of that leak. A leak is counted for the first
/// pattern that matches. Fails if the command line is wrong, or \p Of has no live memory.
Expected<Leaks> leaksOf(Profile &Of, const ViewSelection &Wanted,
                        const std::vector<std::string> &Suppressions);

///   # of a library
///   leak:g_type_init        any function, file or allocator of the chain with this in it
///   leak:^parse*Table$      * is any run of characters, ^ and $ are the ends
///
/// LeakSanitizer's files (LSAN_OPTIONS=suppressions=), with the same meaning.
///
/// The pattern of each line. \p File is named in errors.
Expected<std::vector<std::string>> parseSuppressions(std::string_view Text,
                                                     const std::string &File);

/// Matches like LeakSanitizer: finds the parts between `*` one after another, each at its
/// first occurrence. No pattern matches an empty name.
bool matchesSuppression(std::string_view Pattern, std::string_view Name);

} // namespace allocsite

#endif
