//===- LibraryChains.h - Chains that lie wholly within a library ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A chain whose four frames all lie within a library says nothing about the program. The pass
// hides functions of the libraries it knows; others need a rule:
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

/// The rule that makes the pass hide the functions of \p Chain, if it has at least four frames
/// and all lie within one library; else "". The library is recognised by its namespace or by
/// the directory of \p Site, the site of the chain.
std::string libraryRule(const std::vector<NameId> &Chain, std::string_view Site,
                        const NameTable &Names);

} // namespace allocsite

#endif
