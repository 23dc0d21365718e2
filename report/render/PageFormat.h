//===- PageFormat.h - A page that shows a profile in a browser ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// report/page/page.html holds styles, script and one place for the data: JSON, gzipped, in
// base64, so that no name can be anything but text. What is in it:
//
//   format    1; a page shows an error for another one
//   made      "allocsite 0.1.0"
//   sides     1, or 2 that are compared
//   names     texts, fit to be seen; others are numbers of these. 0 is `-`
//   frames    {function: […]}, a name for each
//   chains    {frame: […], caller: […]}: chain 0 has none, others a frame and a chain
//   columns   [{word: "bytes", unit: "bytes"|"count", merge: "sum"|"max"}, …]
//   rows      {chain, allocator, type, site, size, flags: […]}, the largest first.
//             flags: 1 the calls failed, 2 below another allocator (merge/Layers.h)
//   values    of column c and side s, values[c * sides + s] has a number for each row. Above
//             2^53 the page rounds
//   runs      [{side, file, program, process, began, lacks: […]}, …], a file each
//   arenas    } not there yet. Profiles that know live memory have them here, and the page
//   timeline  } a panel for each (report/page/src/panels.js)
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_RENDER_PAGEFORMAT_H
#define ALLOCSITE_REPORT_RENDER_PAGEFORMAT_H

#include "model/Profile.h"

#include <string>

namespace allocsite {

/// \p Made is the program that makes the page and its version.
std::string pageData(const Profile &Of, const std::string &Made);

/// The whole page.
std::string page(const Profile &Of, const std::string &Made);

} // namespace allocsite

#endif
