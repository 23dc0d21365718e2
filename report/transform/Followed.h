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
#ifndef ALLOCSITE_REPORT_TRANSFORM_FOLLOWED_H
#define ALLOCSITE_REPORT_TRANSFORM_FOLLOWED_H

#include "model/Profile.h"

namespace allocsite {

/// What the live memory of some rows lacks.
struct Lack {
  std::string Cause; ///< a sentence without its full stop; empty: nothing is missing
  bool IsAll = false;
};

/// Of the rows of \p Selected. \p IsAlone: what lies below them does not stand for them.
Lack lackOf(const Profile &Of, const std::vector<bool> &Selected, unsigned Side,
            bool IsAlone = false);

/// That a log has no column of a measure, and how to have it.
std::string noColumn(const MeasureColumn &Of);

} // namespace allocsite

#endif
