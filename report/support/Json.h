//===- Json.h - Quotes text for JSON --------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_REPORT_SUPPORT_JSON_H
#define ALLOCSITE_REPORT_SUPPORT_JSON_H

#include <string>
#include <string_view>

namespace allocsite {

/// \p Text, which must be UTF-8, in quotes and escaped.
std::string jsonString(std::string_view Text);

} // namespace allocsite

#endif
