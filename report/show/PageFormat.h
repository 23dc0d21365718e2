//===- PageFormat.h - A page that shows a profile in a browser ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// report/page/page.html holds styles, script and a place for the data: gzipped, in base64, so
// that no name can be read as HTML. The data is a line of JSON, and behind its line end the
// arrays of numbers that the JSON lists (PageArrays.h). The JSON has these members:
//
//   format    2; a page shows an error for another one
//   made      "allocsite 0.2.0"
//   sides     1, or 2 that are compared
//   names     printable texts; the other members refer to them by index. 0 is `-`. A name that is
//             a place, `a.c:7:12`, is the number 0
//   files     of these places
//   columns   [{word: "bytes", unit: "bytes"|"count", merge: "sum"|"max"}, …]; lackedBy: sides
//             of which no log has it; blocks: true if
//             the number is unknown for calls whose blocks are not followed (model/Known.h)
//   wrappers  [{function, allocator, calls}, …] that report shows through (view/Wrappers.h)
//   runs      [{side, file, program, process, began, lacks: […]}, …], one for each file;
//   timeline  [{side, seconds, allocated, live: […], resets: […]}, …], one for each profile that
//             has one; empty if files are summed. `groups`, if known, splits the live bytes up:
//             [{by: "allocator"|"size", of: "blocks"|"objects", name, live: […]}, …]. For
//             groups by size, name is the largest size; objects lie in blocks, so do not add
//             them to these
//   marks     [{side, name, seconds}, …] in their order
//   processes [{side, facts: "{…}"}, …], the table `run` of a log as text, if it has one
//   generations  [{mark}, …], by number, the marks that begin them; only of one run
//   arenas    [{frames: […], allocator, type, site, and a number for each word of
//             ArenaMeasures.inc}, …], by the maker of the arenas
//   frees     [{site, allocator, by, count}, …]: who freed the blocks of a site, most first
//   advice    [{do, evidence, calls, bytes, function, site}, …], of one side
//   sources   {file: [lines], …}, the files of sites, if the page was made with --source
//   arrays    [[key, count, coding], …]; of the coding `times` also the key of the factor
//
// The arrays are, with one number for each frame, chain, place or row:
//
//   frames.function, .file, .line, .module   line: of the call in it; 0: not known
//   names.file, .line, .column   of the names that are places, in their order
//   chains.frame   the frame of each chain, from chain 1 on: chain 0 is empty
//   chains.caller  how many chains lie between a chain, from 0 on, and that of its caller, which
//             comes before it
//   rows.chain, .allocator, .type, .site, .through, .process, .thread, .size, .flags
//             through: the library whose call it is, or 0 for the program's own.
//             flags: 1 the calls failed, 2 below another allocator (view/Layers.h),
//                    4 below an allocator whose live or freed memory is known,
//                    8 its missing live memory is in rows below it (findings/Followed.h),
//                    16 a thread's part of a row; another row has what is live of all threads
//   rows.shownChain, rows.shownSite   0, or 1 + the chain and site without wrappers
//   values.C.S   of column C and side S, by row. Above 2^53 the page rounds
//   changes.row, .point, .allocated, .freed   blocks of a row that came and went in the interval
//             that ends at a point of the timeline, from 0; only of one run
//   generations.row, .generation, .live   blocks of a row that are live, by generation
//   notFollowed.S   of side S, by row: calls that are not followed; only if a column has `blocks`
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_PAGEFORMAT_H
#define ALLOCSITE_REPORT_SHOW_PAGEFORMAT_H

#include "findings/Advice.h"
#include "model/Profile.h"
#include "read/ArenaLog.h"
#include "read/RowTables.h"
#include "read/RunTables.h"
#include "read/Timeline.h"
#include "view/View.h"

#include <map>
#include <string>

namespace allocsite {

/// What the tables of one log, on one side, tell of its run.
struct PageRun {
  unsigned Side = 0;
  RunOverTime Facts;
  std::string Process; ///< the table `run`, JSON; empty if there is none
  std::vector<RowChange> Changes;
  Generations Born;
};

/// A piece of advice, and the function and site that it is about.
struct PageAdvice {
  Advice Of;
  std::string Function, Site;
};

/// The advice on rows of \p In, as a page has it.
std::vector<PageAdvice> pageAdvice(const std::vector<Advice> &All, const Profile &In);

struct PageInput {
  const Profile &Of;
  const View &Shown; ///< of all its rows, without wrappers
  std::string Made;  ///< name and version of the program that makes the page
  std::vector<PageRun> Runs;
  ArenaRows Arenas;
  std::vector<FreedBy> Frees;
  std::vector<PageAdvice> Advised;
  std::map<std::string, std::vector<std::string>> Sources; ///< lines, by file as sites name it
};

/// The data of the page, not compressed.
std::string pageData(const PageInput &Of);

/// The whole page.
std::string page(const PageInput &Of);

} // namespace allocsite

#endif
