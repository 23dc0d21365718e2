//===- Database.h - Which sources there are, and how to parse them ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compilation database tells how each source was compiled, by whichever compiler.
// What matters to a parser is kept (macros, directories, language, target); what
// writes files, loads plugins, or this clang does not know is left out.
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

/// Each C and C++ source once, in the order of the database: where it is compiled
/// several times, the first way counts.
Expected<std::vector<SourceFile>> readDatabase(const DiscoverOptions &Options);

} // namespace allocsite

#endif // ALLOCSITE_DISCOVER_READ_DATABASE_H
