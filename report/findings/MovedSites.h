//===- MovedSites.h - Sites of two builds under one place -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   before: parse.cpp:40:9      a line is added above      after: parse.cpp:41:9
//
// For views that take a site by its name.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_FINDINGS_MOVEDSITES_H
#define ALLOCSITE_REPORT_FINDINGS_MOVEDSITES_H

#include "model/Profile.h"

namespace allocsite {

/// Gives rows of the first side the place that their site has on the second, where SiteMatch.h
/// finds it there; rows that then agree become one. A place that is one site before and
/// another one after keeps its rows as they are. \p Of has two sides.
void joinMovedSites(Profile &Of);

} // namespace allocsite

#endif
