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

/// The newest skip-alloc-log-*.csv in $TMPDIR, or in /tmp where that is not
/// set: a regular file of this user, no symbolic link.
Expected<std::string> newestLog();

/// \p Files, or else the newest log, which a note then names. Of a directory, the *.csv in
/// it, by name; a note says how many. A file beside one of them is left out, with a note.
Expected<std::vector<std::string>> filesOrNewestLog(std::vector<std::string> Files);

} // namespace allocsite

#endif
