//===- SiteText.h - A site in the words of the CSV --------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text of sites for remarks and the inventory. It must equal the text that the runtime
// writes (Expand.h), so that sites can be matched with those that ran.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_FRAMES_SITETEXT_H
#define ALLOCSITE_PASS_FRAMES_SITETEXT_H

#include "Records.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace allocsite {

/// "file:line:column", followed by "#n" for the n-th site of this place, n > 1.
std::string placeText(llvm::StringRef File, unsigned Line, unsigned Column, unsigned Repeat);
/// "function#k": the k-th allocation of a function without line numbers.
std::string ordinalText(llvm::StringRef Function, unsigned Ordinal);

/// The text of a record in the CSV.
struct SiteText {
  std::string Place;    ///< Column `site`; empty if the record has no place.
  std::string Function; ///< Column `pc0`.
  /// The site is in the C++ library: the row shows the place and function of the call into
  /// it, if known.
  bool InLibrary = false;
};
SiteText textOfSite(const DescriptorTables &Tables, const AllocSiteSite &Site);

/// The text of a call, which has a place only if the callee is in the C++ library.
SiteText textOfCall(const DescriptorTables &Tables, const AllocSiteCallSite &Call);

} // namespace allocsite

#endif // ALLOCSITE_PASS_FRAMES_SITETEXT_H
