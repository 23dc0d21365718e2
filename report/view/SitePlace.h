//===- SitePlace.h - The parts of a site ----------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   src/parse.cpp:41:20      file, line, column
//   src/parse.cpp:41:20#2    the second site of that place
//   src/parse.cpp:41:20 +2   the first of three calls of a wrapper or hidden function
//   parse(char const*)#3     the third site of a function, where there are no lines
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_VIEW_SITEPLACE_H
#define ALLOCSITE_REPORT_VIEW_SITEPLACE_H

#include <cstdint>
#include <string_view>

namespace allocsite {

struct SitePlace {
  std::string_view File; ///< points into the site's text; empty without line numbers
  uint32_t Line = 0, Column = 0;
  uint32_t Ordinal = 1; ///< the number behind `#`
};

SitePlace placeOf(std::string_view Site);

} // namespace allocsite

#endif
