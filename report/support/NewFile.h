//===- NewFile.h - Files that are there whole or not at all ---------------===//
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

/// Fills a file: 0 or an errno value.
using FileFiller = std::function<int(int Descriptor)>;

/// Writes a temporary file beside \p Path and renames it over \p Path, which keeps the
/// permissions that it had, and the owner where the system allows it. Symbolic links are
/// followed. What is no regular file, as a device or a pipe, is written to as it is.
MaybeError writeNewFile(const std::string &Path, std::string_view Content);
MaybeError writeNewFile(const std::string &Path, const FileFiller &Fill);

/// False where \p Log is no regular file, as a device or a pipe is none: nothing lies beside it.
bool hasFilesBeside(const std::string &Log);

} // namespace allocsite

#endif
