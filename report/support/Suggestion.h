//===- Suggestion.h - Suggests the word that was probably meant -----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_REPORT_SUPPORT_SUGGESTION_H
#define ALLOCSITE_REPORT_SUPPORT_SUGGESTION_H

#include <string>
#include <string_view>
#include <vector>

namespace allocsite {

/// " (did you mean report?)" for the nearest of \p Words, or "" if none is near.
std::string suggestion(std::string_view Typed, const std::vector<std::string> &Words);

/// Likewise for a glob that matched no name: the shortest of \p Names, which have no
/// parameters, that contains the glob's letters in any case; or else the nearest.
std::string suggestedName(std::string_view Glob, const std::vector<std::string> &Names);

} // namespace allocsite

#endif
