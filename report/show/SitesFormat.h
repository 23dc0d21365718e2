//===- SitesFormat.h - The states of sites as table, CSV or JSON ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   state  calls     bytes  allocator  site
//   ran      400   6.2 KiB  malloc     app.cpp:4:9
//     leaf()
//   never                   malloc     app.cpp:9:3
//     other()
//
// CSV holds names byte for byte; table and JSON make them printable.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_SITESFORMAT_H
#define ALLOCSITE_REPORT_SHOW_SITESFORMAT_H

#include "inventory/SiteStates.h"

namespace allocsite {

/// Lists \p Shown, which are some of \p All; a line beneath the table counts all. Names are
/// cut to \p Width columns; SIZE_MAX prints them whole.
std::string sitesTable(const std::vector<ListedSite> &Shown,
                       const std::vector<ListedSite> &All, const NameTable &Names,
                       size_t Width, bool Colour);

std::string sitesCsv(const std::vector<ListedSite> &Shown, const NameTable &Names);

/// A sheet (Sheet.h), with the number of sites of each state.
std::string sitesJson(const std::vector<ListedSite> &Shown, const std::vector<ListedSite> &All,
                      const NameTable &Names);

} // namespace allocsite

#endif
