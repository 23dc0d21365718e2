//===- Paths.h - One file is one path -------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Normalises paths. Clang names a header by the path on which it was found, which may differ:
// `b.h`, `./b.h`, `a/../b.h`, and `../b.h` in another directory.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_SUPPORT_PATHS_H
#define ALLOCSITE_PASS_SUPPORT_PATHS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace allocsite {

/// `Path` without needless `.` and `..`; unchanged if nothing would be left. `..` after a
/// symbolic link resolves the link; after a name that does not exist it is resolved by text.
std::string withoutDots(llvm::StringRef Path);

/// The same of a file that was found from `Directory`, and without `..` in front as well
/// where that is deep enough: as Clang spells one that it was given by an absolute path,
/// less what the two begin with, if that is more than `/`.
///
///   /p/o/src/acl  ../../../src/base/call.h    src/base/call.h
///   ./o/src       ../../src/base/call.h       src/base/call.h
///   /p/src/acl    ../base/call.h              base/call.h
std::string pathFrom(llvm::StringRef Directory, llvm::StringRef Path);

} // namespace allocsite

#endif // ALLOCSITE_PASS_SUPPORT_PATHS_H
