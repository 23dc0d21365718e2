//===- LibraryChains.h - Chains that are of a library alone ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Four frames inside of a library tell nothing of the program. The pass hides functions of
// libraries that it knows; of others a rule has to say it:
//
//   boost::…::allocate ← boost::…::priv_insert ← boost::…::grow ← boost::…::push_back
//                                                          library:boost::*
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_VIEW_LIBRARYCHAINS_H
#define ALLOCSITE_REPORT_VIEW_LIBRARYCHAINS_H

#include "support/NameTable.h"

#include <string>
#include <string_view>
#include <vector>

namespace allocsite {

/// The rule of the pass that makes other functions the frames of \p Chain, whose site is
/// \p Site, where all, and at least four, are of a library; else "". A library is known by its namespace, or
/// by the directory of the site.
std::string libraryRule(const std::vector<NameId> &Chain, std::string_view Site,
                        const NameTable &Names);

} // namespace allocsite

#endif
