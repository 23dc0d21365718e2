//===- NewestLog.h - The log that was just written ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_REPORT_READ_NEWESTLOG_H
#define ALLOCSITE_REPORT_READ_NEWESTLOG_H

#include "profile/Expected.h"

#include <string>
#include <vector>

namespace allocsite {

/// \p Files, or the newest log if there are none; a note then names it. A directory stands for
/// the *.csv in it, sorted by name; a note says how many, after \p Together. Files that belong
/// to another log in the list, such as app.marks.csv beside app.csv, are left out, with a
/// note.
Expected<std::vector<std::string>> filesOrNewestLog(std::vector<std::string> Files,
                                                    const char *Together = "the sum of");

///   allocsite report < app.csv          a file: it is the input, also if it is empty
///   gunzip -c app.csv.gz | allocsite report
///                                       a pipe or socket: the input if bytes come
///   allocsite report                    a terminal: no input
///   cron, CI, ssh -n                    /dev/null, closed, or a pipe on which nothing comes:
///                                       no input
///
/// Whether standard input is a file, or a pipe or socket with bytes to read. Waits for the
/// first byte on a pipe, but at most two seconds: a job's pipe may stay open without
/// a writer. Reads nothing.
bool standardInputIsGiven();

} // namespace allocsite

#endif
