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

/// Of each function. \p Sort is the column of which the largest inclusive value comes first.
std::vector<NamedSum> byFunction(const Profile &Of, unsigned Side, ColumnId Sort);

/// Whether any frame tells the program or library that it is in.
bool hasModules(const Profile &Of);
/// Of each outermost frame, which is a thread where a file of threads was read.
std::vector<NamedSum> byThread(const Profile &Of, unsigned Side, ColumnId Sort);

/// Of each module; a frame whose module is not known is of none.
std::vector<NamedSum> byModule(const Profile &Of, unsigned Side, ColumnId Sort);

/// Of each source file; a frame of which no file is known is of none.
std::vector<NamedSum> byFile(const Profile &Of, unsigned Side, ColumnId Sort);

} // namespace allocsite

#endif
