//===- Packed.h - gzip and base64 -----------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_REPORT_SUPPORT_PACKED_H
#define ALLOCSITE_REPORT_SUPPORT_PACKED_H

#include <string>
#include <string_view>

namespace allocsite {

/// Compresses like `gzip`, without name and time, so that equal input gives equal output.
/// Throws std::bad_alloc if memory is short.
std::string gzip(std::string_view Bytes);

/// RFC 4648, padded, in one line.
std::string base64(std::string_view Bytes);

} // namespace allocsite

#endif
