//===- RunTables.h - What the tables of a log tell of its run -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   the log              "grow","makeList",…
//   its table `places`   "grow","makeList","lp.c:41:9",3       where one calls the other
//   its table `modules`  "grow","/usr/lib/liblp.so"            of which program or library each
//                                                              is, if more than one has the pass
//   its table `run`      "host", "service", "modules"           which machine and build it was
//   its table `frees`    "lp.c:41:9","malloc","clear",60       who freed the blocks of a site
//   its table `coverage` what the program allocated that the log does not show: a CSV has no
//                        place for comments (docs/coverage.md)
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_RUNTABLES_H
#define ALLOCSITE_REPORT_READ_RUNTABLES_H

#include "LogTables.h"
#include "model/Profile.h"

namespace allocsite {

/// Adds what the tables of a log, or its profile, tell of the run.
void readRun(LogTables &Tables, Profile &To, Run &Of);

// Of each table, where there is one; what is damaged says nothing.

/// A companion that cannot be read is warned of: this is the first of these tables.
void readCallPlaces(LogTables &Of, NameTable &Names, CallPlaces &To);
/// Adds to Profile::Modules.
void readModules(LogTables &Of, Profile &To);
struct FreedBy {
  std::string Site, Allocator, Function; ///< Function: who freed the blocks of the site
  uint64_t Count;                        ///< of blocks
};
/// Of the table `frees`; none where there is none, or it is damaged.
std::vector<FreedBy> readFreedBy(LogTables &Of);

/// How many of the process's calls the log has, and what it lacks; empty where there is no table,
/// or it is of another version.
std::string coverageLine(LogTables &Of);

} // namespace allocsite

#endif
