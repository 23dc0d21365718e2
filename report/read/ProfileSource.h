//===- ProfileSource.h - Any file that holds a profile --------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   app.csv     a log, in the full or the short form
//   app.asprof  a profile, of a process that has ended or of one that runs
//   app.pb.gz   a heap profile of another profiler, in the format of pprof
//   -           standard input: a log, or such a heap profile
//   app.csv@loaded..saved   of a log, what was counted between two marks (MarkRange.h)
//
// Which it is is told by its first bytes, not by its name. A log may be packed by gzip as well.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_PROFILESOURCE_H
#define ALLOCSITE_REPORT_READ_PROFILESOURCE_H

#include "AllocationLog.h"
#include "model/Profile.h"

namespace allocsite {

/// Adds what \p File has counted to side \p Side of \p To, whose Runs get one more. After an
/// error \p To holds a part. The shape is that of the log, or of the log that would be
/// written.
Expected<LogShape> readProfile(const std::string &File, Profile &To, unsigned Side = 0);

/// Adds what each thread has counted, where a log tells that.
Expected<LogShape> readThreads(const std::string &File, Profile &To);

} // namespace allocsite

#endif
