//===- Packed.h - Bytes made fewer, or fit for text -----------------------===//
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

/// As `gzip` makes it, without name and time: the same bytes for the same input. Throws
/// std::bad_alloc where there is no memory.
std::string gzip(std::string_view Bytes);

/// RFC 4648, padded, in one line.
std::string base64(std::string_view Bytes);

} // namespace allocsite

#endif
