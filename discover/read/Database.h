//===- Database.h - Which sources there are, and how to parse them ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compilation database lists how each source was compiled, by any compiler. Keeps the
// options that matter for parsing (macros, directories, language, target); drops those that
// write files, load plugins, or are unknown to this clang.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_DISCOVER_READ_DATABASE_H
#define ALLOCSITE_DISCOVER_READ_DATABASE_H

#include "profile/Expected.h"
#include "report/support/DiscoverOptions.h"

namespace allocsite {

struct SourceFile {
  std::string Path, Directory;        ///< Absolute; where it was compiled.
  std::vector<std::string> Arguments; ///< For clang to parse it, the program first.
};

/// The C and C++ sources in the order of the database. If a source is compiled several times,
/// only the first is taken.
Expected<std::vector<SourceFile>> readDatabase(const DiscoverOptions &Options);

} // namespace allocsite

#endif // ALLOCSITE_DISCOVER_READ_DATABASE_H
