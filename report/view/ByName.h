//===- ByName.h - Self and inclusive numbers by function, module or file --===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   leaf ← parse ← main  7        self: leaf 7
//                                 inclusive: leaf 7, parse 7, main 7
//   leaf ← leaf ← main   5        inclusive: leaf 5, once however often it is in the chain
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_VIEW_BYNAME_H
#define ALLOCSITE_REPORT_VIEW_BYNAME_H

#include "model/Profile.h"

#include <string>
#include <vector>

namespace allocsite {

struct NamedSum {
  std::string Name;
  std::vector<uint64_t> Self, Inclusive; ///< by column of the profile
};

/// One sum per function, sorted by the inclusive value of column \p Sort, largest first.
std::vector<NamedSum> byFunction(const Profile &Of, unsigned Side, ColumnId Sort);

/// True if any frame names its program or library.
bool hasModules(const Profile &Of);

/// What is said where hasThreads() is false.
inline constexpr char NoThreads[] = "nothing is known of its threads: a program tells them at "
                                    "its end with ALLOCSITE_OPTIONS=threads=1";
/// True if any source tells its threads; only if the profile keeps them.
bool hasThreads(const Profile &Of);

/// One sum per name in a part of the rows' keys, as RowKey::Thread. Self and inclusive numbers
/// are equal.
std::vector<NamedSum> byKey(const Profile &Of, unsigned Side, ColumnId Sort,
                            NameId RowKey::*Part);

/// One sum per module. Frames without a known module are left out.
std::vector<NamedSum> byModule(const Profile &Of, unsigned Side, ColumnId Sort);

/// One sum per source file. Frames without a known file are left out.
std::vector<NamedSum> byFile(const Profile &Of, unsigned Side, ColumnId Sort);

} // namespace allocsite

#endif
