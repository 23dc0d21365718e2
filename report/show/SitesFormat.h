//===- SitesFormat.h - Which sites ran, as table, CSV or JSON -------------===//
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
// CSV and JSON hold names byte by byte, save that JSON takes no bytes that are not
// UTF-8; the table makes them fit to be seen.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_SITESFORMAT_H
#define ALLOCSITE_REPORT_SHOW_SITESFORMAT_H

#include "inventory/SiteStates.h"

namespace allocsite {

/// \p Shown are some of \p All, which are counted beneath the table. Names are cut to
/// \p Width columns; SIZE_MAX prints them whole.
std::string sitesTable(const std::vector<ListedSite> &Shown,
                       const std::vector<ListedSite> &All, const NameTable &Names,
                       size_t Width, bool Colour);

std::string sitesCsv(const std::vector<ListedSite> &Shown, const NameTable &Names);

/// An array of objects with the columns of the CSV.
std::string sitesJson(const std::vector<ListedSite> &Shown, const NameTable &Names);

} // namespace allocsite

#endif
