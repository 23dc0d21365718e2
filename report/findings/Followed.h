//===- Followed.h - Why live memory is not known --------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A limit on live memory can only be judged if all of it is known. Memory of an arena that
// takes it from malloc, whose blocks are followed, is known: it is in the rows below the
// arena.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_FINDINGS_FOLLOWED_H
#define ALLOCSITE_REPORT_FINDINGS_FOLLOWED_H

#include "model/Profile.h"

#include <set>
#include <string>
#include <vector>

namespace allocsite {

/// Why live memory of some rows is not known.
struct Lack {
  std::string Cause; ///< a sentence without its full stop; empty: nothing is missing
  bool IsAll = false;
};

/// Why live memory of the rows in \p Selected is not known.
Lack lackOf(const Profile &Of, const std::vector<bool> &Selected, unsigned Side);

/// The allocators in rows of \p Selected whose blocks are not followed but which take their
/// memory from allocators whose blocks are.
std::set<NameId> overFollowed(const Profile &Of, const std::vector<bool> &Selected,
                              unsigned Side);

/// A sentence that a log has no column of a measure, and how to get one.
std::string noColumn(const MeasureColumn &Of);

} // namespace allocsite

#endif
