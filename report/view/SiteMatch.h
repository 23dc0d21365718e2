//===- SiteMatch.h - Which site of one build is which of another ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_VIEW_SITEMATCH_H
#define ALLOCSITE_REPORT_VIEW_SITEMATCH_H

#include "Sites.h"

namespace allocsite {

/// Numbers the sites of both sides of \p Of: those that are one have one number. By side and
/// site; UINT32_MAX where the site is not on the side. Diff.h says how they are matched.
std::vector<std::vector<uint32_t>> matchSites(const Profile &Of, const Sites &All);

} // namespace allocsite

#endif
