//===- ShownThrough.h - Chains without the wrappers that they begin with --===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   malloc ← xmalloc ← parse ← main     xmalloc.c:3:9    ──▶ parse ← main   parse.c:12:5
//
// Which functions are wrappers (view/Wrappers.h) all rows of a profile tell, and not those that
// a view has chosen. Two sides are asked together, so that a function is a wrapper on both.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_VIEW_SHOWNTHROUGH_H
#define ALLOCSITE_REPORT_VIEW_SHOWNTHROUGH_H

#include "Wrappers.h"
#include "model/Profile.h"

#include <map>
#include <tuple>

namespace allocsite {

class ShownThrough {
public:
  /// Looks at all rows of \p Of, and keeps nothing of it but ids.
  explicit ShownThrough(const Profile &Of);

  /// Leaves wrappers out of the rows of \p Of, which are some of those that were looked at. The
  /// name of the caller stands for the place of the call where that is not known. The answer are
  /// those that were left out, by their calls. \p MarksCuts: as in Sites.h, shortenedChain().
  std::vector<Wrapper> applyTo(Profile &Of, bool MarksCuts = true) const;

private:
  std::vector<Wrapper> All;
  /// Frames, by allocator, chain and site.
  std::map<std::tuple<NameId, ChainId, NameId>, unsigned> Skipped;
};

} // namespace allocsite

#endif
