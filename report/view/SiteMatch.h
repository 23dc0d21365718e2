//===- SiteMatch.h - Matches the sites of two builds ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_VIEW_SITEMATCH_H
#define ALLOCSITE_REPORT_VIEW_SITEMATCH_H

#include "Sites.h"

namespace allocsite {

/// Numbers the sites of both sides of \p Of so that matched sites share a number. The result
/// is indexed by side and site; UINT32_MAX if the site is not on that side. Diff.h has the
/// rules.
std::vector<std::vector<uint32_t>> matchSites(const Profile &Of, const Sites &All);

} // namespace allocsite

#endif
