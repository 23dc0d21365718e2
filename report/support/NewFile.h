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

/// False where \p Log is no regular file, as a device or a pipe is none: nothing lies beside it.
bool hasFilesBeside(const std::string &Log);

} // namespace allocsite

#endif
