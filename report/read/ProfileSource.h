//===- ProfileSource.h - Any file that holds a profile --------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   app.csv     a log, in the full or the short form
//   app.asprof  a profile, of a process that has ended or is running
//   app.pb.gz   a heap profile of another profiler, in the format of pprof
//   -           standard input: a log, or such a heap profile
//   app.csv@loaded..saved   the part of a log between two marks (MarkRange.h)
//
// The first bytes of a file determine its kind, not its name. A log may be compressed by gzip,
// too.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_PROFILESOURCE_H
#define ALLOCSITE_REPORT_READ_PROFILESOURCE_H

#include "AllocationLog.h"
#include "model/Profile.h"

namespace allocsite {

/// Adds the counts of \p File to side \p Side of \p To, and one entry to its Runs. After an
/// error \p To holds a part. Returns the shape of the log, or of the log that a profile would
/// be written as.
Expected<LogShape> readProfile(const std::string &File, Profile &To, unsigned Side = 0);

} // namespace allocsite

#endif
