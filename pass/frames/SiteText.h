//===- SiteText.h - A site in the words of the CSV --------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime spells sites when the program ends (Expand.h); remarks and the
// inventory must spell them alike, or nobody could tell which of them ran.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_FRAMES_SITETEXT_H
#define ALLOCSITE_PASS_FRAMES_SITETEXT_H

#include "Records.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace allocsite {

/// "file:line:column", with "#n" where it is the n-th site of this place, n > 1.
std::string placeText(llvm::StringRef File, unsigned Line, unsigned Column, unsigned Repeat);
/// "function#k": the k-th allocation of a function of which no lines are known.
std::string ordinalText(llvm::StringRef Function, unsigned Ordinal);

/// What the CSV shows for a record.
struct SiteText {
  std::string Place;    ///< Column `site`; empty where the record has no place.
  std::string Function; ///< Column `pc0`.
  /// In the C++ library: the row shows the place and function of the call into it,
  /// where that is known.
  bool InLibrary = false;
};
SiteText textOfSite(const DescriptorTables &Tables, const AllocSiteSite &Site);

/// Has a place only where the callee is of the C++ library.
SiteText textOfCall(const DescriptorTables &Tables, const AllocSiteCallSite &Call);

} // namespace allocsite

#endif // ALLOCSITE_PASS_FRAMES_SITETEXT_H
