//===- Paths.h - One file is one path -------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang names a header as it was found, and one header is found by many ways: `b.h`,
// `./b.h`, `a/../b.h`.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_SUPPORT_PATHS_H
#define ALLOCSITE_PASS_SUPPORT_PATHS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace allocsite {

/// `Path` without `.` and `..` where these need not be there; as it is where nothing would
/// be left. By the text alone: links between directories are not followed.
std::string withoutDots(llvm::StringRef Path);

} // namespace allocsite

#endif // ALLOCSITE_PASS_SUPPORT_PATHS_H
