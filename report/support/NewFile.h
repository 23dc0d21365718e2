//===- NewFile.h - Writes files atomically --------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_REPORT_SUPPORT_NEWFILE_H
#define ALLOCSITE_REPORT_SUPPORT_NEWFILE_H

#include "profile/Expected.h"

#include <functional>
#include <string>
#include <string_view>

namespace allocsite {

/// Writes the content of a file; returns 0 or an errno value.
using FileFiller = std::function<int(int Descriptor)>;

/// Writes a temporary file beside \p Path and renames it to \p Path. Keeps the permissions of
/// an existing file, and its owner if the system allows it. Follows symbolic links. Writes
/// directly to anything but a regular file, such as a device or a pipe.
MaybeError writeNewFile(const std::string &Path, std::string_view Content);
MaybeError writeNewFile(const std::string &Path, const FileFiller &Fill);

/// Writes a file of profile/BesideLog.h beside \p Log, if the log is a regular file. Leaves a
/// file of another program alone, with a warning. If \p Content is empty, removes the file of
/// an earlier run.
MaybeError writeBesideLog(const std::string &Log, std::string_view Ending,
                          const FileFiller &Fill);
MaybeError writeBesideLog(const std::string &Log, std::string_view Ending,
                          std::string_view Content);

} // namespace allocsite

#endif
