//===- StandardInput.h - Whether a log comes on standard input ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   allocsite report < app.csv          a file: it is the input, also if it is empty
//   gunzip -c app.csv.gz | allocsite report
//                                       a pipe or socket: the input if bytes come
//   allocsite report                    a terminal: no input
//   cron, CI, ssh -n                    /dev/null, closed, or a pipe on which nothing comes:
//                                       no input
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_STANDARDINPUT_H
#define ALLOCSITE_REPORT_READ_STANDARDINPUT_H

namespace allocsite {

/// Whether standard input is a file, or a pipe or socket with bytes to read. Waits for the
/// first byte on a pipe, but at most PatienceMilliseconds: a job's pipe may stay open without
/// a writer. Reads nothing.
bool standardInputIsGiven();

constexpr int PatienceMilliseconds = 2000;

} // namespace allocsite

#endif
