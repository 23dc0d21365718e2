//===- PageFormat.h - A page that shows a profile in a browser ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// report/page/page.html holds styles, script and a place for the data: gzipped JSON in base64,
// so that no name can be read as HTML. The JSON has these members:
//
//   format    1; a page shows an error for another one
//   made      "allocsite 0.2.0"
//   sides     1, or 2 that are compared
//   names     printable texts; the other members refer to them by index. 0 is `-`
//   frames    {function: […]}, the name of each frame
//   chains    {frame: […], caller: […]}: a frame and its caller's chain; chain 0 is empty
//   columns   [{word: "bytes", unit: "bytes"|"count", merge: "sum"|"max"}, …]; blocks: true if
//             the number is unknown for calls whose blocks are not followed (model/Known.h)
//   rows      {chain, allocator, type, site, through, size, flags: […]}, the largest first.
//             through: the library whose call it is, or 0 for the program's own.
//             flags: 1 the calls failed, 2 below another allocator (view/Layers.h),
//                    4 below an allocator whose live or freed memory is known,
//                    8 its missing live memory is in rows below it (findings/Followed.h)
//   values    of column c and side s, values[c * sides + s] has a number for each row. Above
//             2^53 the page rounds
//   notFollowed  by side and row, the number of calls that are not followed; empty if no
//             column has `blocks`
//   runs      [{side, file, program, process, began, lacks: […]}, …], one for each file
//   timeline  [{side, seconds, allocated, live: […]}, …], one for each profile that has one;
//             empty if files are summed. `groups`, if known, splits the live bytes up:
//             [{by: "allocator"|"size", of: "blocks"|"objects", name, live: […]}, …]. For
//             groups by size, name is the largest size; objects lie in blocks, so do not add
//             them to these
//   arenas    reserved: not written yet (report/page/src/panels.js has its panel)
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_PAGEFORMAT_H
#define ALLOCSITE_REPORT_SHOW_PAGEFORMAT_H

#include "model/Profile.h"
#include "read/Timeline.h"

#include <string>

namespace allocsite {

/// Live memory over time on one side.
struct PageTimeline {
  unsigned Side;
  std::vector<TimelinePoint> Points;
  std::vector<TimelineGroup> Groups;
};

/// The JSON of the page. \p Made is the name and version of the program that makes it.
std::string pageData(const Profile &Of, const std::string &Made,
                     const std::vector<PageTimeline> &Timelines = {});

/// The whole page.
std::string page(const Profile &Of, const std::string &Made,
                 const std::vector<PageTimeline> &Timelines = {});

} // namespace allocsite

#endif
