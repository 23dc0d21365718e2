//===- Followed.h - Why live memory is not known --------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A gate over live memory holds where nothing is missing. What an allocator hands out that takes
// its memory from another one whose blocks are followed, as an arena from malloc, is there: in
// the rows below it.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_FINDINGS_FOLLOWED_H
#define ALLOCSITE_REPORT_FINDINGS_FOLLOWED_H

#include "model/Profile.h"

#include <set>
#include <string>
#include <vector>

namespace allocsite {

/// What the live memory of some rows lacks.
struct Lack {
  std::string Cause; ///< a sentence without its full stop; empty: nothing is missing
  bool IsAll = false;
};

/// Of the rows of \p Selected.
Lack lackOf(const Profile &Of, const std::vector<bool> &Selected, unsigned Side);

/// The allocators that tell nothing themselves, and take their memory from others whose blocks
/// are followed, in rows of \p Selected.
std::set<NameId> overFollowed(const Profile &Of, const std::vector<bool> &Selected,
                              unsigned Side);

/// That a log has no column of a measure, and how to have it.
std::string noColumn(const MeasureColumn &Of);

} // namespace allocsite

#endif
