//===- SiteMatch.h - Matches the sites of builds --------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_VIEW_SITEMATCH_H
#define ALLOCSITE_REPORT_VIEW_SITEMATCH_H

#include "Sites.h"
#include "model/Profile.h"

namespace allocsite {

/// Numbers the sites of all sides of \p Of so that matched sites share a number. The result
/// is indexed by side and site; UINT32_MAX if the site is not on that side. RowsBySide.h has the
/// rules.
std::vector<std::vector<uint32_t>> matchSites(const Profile &Of, const Sites &All);

///   before: parse.cpp:40:9      a line is added above      after: parse.cpp:41:9
///
/// For views that identify a site by its name.
///
/// Gives rows the place that their site has on the last side on which matchSites() finds it,
/// and merges rows that then have equal keys. If a place is one site on one side and another on
/// another, its rows stay as they are.
void joinMovedSites(Profile &Of);

} // namespace allocsite

#endif
