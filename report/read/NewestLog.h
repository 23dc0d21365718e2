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

/// The newest skip-alloc-log-*.csv in $TMPDIR, or in /tmp if that is not set.
/// Takes only regular files of this user, no symbolic links.
Expected<std::string> newestLog();

/// \p Files, or the newest log if there are none; a note then names it. A directory stands for
/// the *.csv in it, sorted by name; a note says how many. Files that belong to another log in
/// the list, such as app.marks.csv beside app.csv, are left out, with a note.
Expected<std::vector<std::string>> filesOrNewestLog(std::vector<std::string> Files);

} // namespace allocsite

#endif
