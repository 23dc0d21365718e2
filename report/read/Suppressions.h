//===- Suppressions.h - Leaks that are known -------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   # of a library
//   leak:g_type_init        any function, file or allocator of the chain with this in it
//   leak:^parse*Table$      * is any run of characters, ^ and $ are the ends
//
// LeakSanitizer's files (LSAN_OPTIONS=suppressions=), with the same meaning.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_SUPPRESSIONS_H
#define ALLOCSITE_REPORT_READ_SUPPRESSIONS_H

#include "profile/Expected.h"

#include <string>
#include <string_view>
#include <vector>

namespace allocsite {

/// The pattern of each line. \p File is named in errors.
Expected<std::vector<std::string>> parseSuppressions(std::string_view Text,
                                                     const std::string &File);

/// Matches like LeakSanitizer: finds the parts between `*` one after another, each at its
/// first occurrence. No pattern matches an empty name.
bool matchesSuppression(std::string_view Pattern, std::string_view Name);

} // namespace allocsite

#endif
