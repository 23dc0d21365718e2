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

/// Writes \p Content to a temporary file beside \p Path, mode 0600, and renames
/// it over \p Path: a symbolic link there is replaced, not followed.
MaybeError writeNewFile(const std::string &Path, std::string_view Content);

/// The same, where \p Write fills the file: it returns 0 or an errno value.
MaybeError writeNewFile(const std::string &Path,
                        const std::function<int(int Descriptor)> &Write);

} // namespace allocsite

#endif
