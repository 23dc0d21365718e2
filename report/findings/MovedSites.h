//===- MovedSites.h - Gives matched sites of two builds one place ---------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   before: parse.cpp:40:9      a line is added above      after: parse.cpp:41:9
//
// For views that identify a site by its name.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_FINDINGS_MOVEDSITES_H
#define ALLOCSITE_REPORT_FINDINGS_MOVEDSITES_H

#include "model/Profile.h"

namespace allocsite {

/// Gives rows of the first side the place that their site has on the second, if SiteMatch.h
/// finds it there, and merges rows that then have equal keys. If a place is one site before
/// and another after, its rows stay as they are. \p Of must have two sides.
void joinMovedSites(Profile &Of);

} // namespace allocsite

#endif
