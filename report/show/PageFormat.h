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
//   made      "allocsite 0.2.0"
//   sides     1, or 2 that are compared
//   names     texts, fit to be seen; others are numbers of these. 0 is `-`
//   frames    {function: […]}, a name for each
//   chains    {frame: […], caller: […]}: chain 0 has none, others a frame and a chain
//   columns   [{word: "bytes", unit: "bytes"|"count", merge: "sum"|"max"}, …]; blocks: true where
//             calls whose blocks are not followed tell no number (model/Known.h)
//   rows      {chain, allocator, type, site, size, flags: […]}, the largest first.
//             flags: 1 the calls failed, 2 below another allocator (view/Layers.h),
//                    4 below one of which it is known what is live or was freed,
//                    8 what it lacks of live memory is in rows below it (findings/Followed.h)
//   values    of column c and side s, values[c * sides + s] has a number for each row. Above
//             2^53 the page rounds
//   notFollowed  by side, of each row, how many calls are not followed; empty where no column
//             is of blocks
//   runs      [{side, file, program, process, began, lacks: […]}, …], a file each
//   timeline  [{side, seconds, allocated, live: […]}, …]: a line for each profile that has one;
//             empty where files are summed. What it is made of, where that is known, is in its
//             `groups`: [{by: "allocator"|"size", of: "blocks"|"objects", name, live: […]}, …]. Of
//             sizes, name is the largest; objects lie in blocks and are not added to them
//   arenas    not there yet. Profiles that know live memory have them here, and the page a panel
//             for them (report/page/src/panels.js)
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_PAGEFORMAT_H
#define ALLOCSITE_REPORT_SHOW_PAGEFORMAT_H

#include "model/Profile.h"
#include "read/TimelineGroups.h"

#include <string>

namespace allocsite {

/// How much was alive when, of one side.
struct PageTimeline {
  unsigned Side;
  std::vector<TimelinePoint> Points;
  std::vector<TimelineGroup> Groups;
};

/// \p Made is the program that makes the page and its version.
std::string pageData(const Profile &Of, const std::string &Made,
                     const std::vector<PageTimeline> &Timelines = {});

/// The whole page.
std::string page(const Profile &Of, const std::string &Made,
                 const std::vector<PageTimeline> &Timelines = {});

} // namespace allocsite

#endif
