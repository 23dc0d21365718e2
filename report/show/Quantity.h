//===- Quantity.h - Numbers as people read them ---------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_REPORT_SHOW_QUANTITY_H
#define ALLOCSITE_REPORT_SHOW_QUANTITY_H

#include <cstdint>
#include <string>

namespace allocsite {

/// 1234567 as "1,234,567"; a saturated LargestCount has "≥" in front.
std::string groupedNumber(uint64_t Number);

/// Only the digits, for other programs.
std::string plainNumber(uint64_t Number);

/// 50541568 as "48.2 MiB", below 1 KiB "512 B".
std::string humanBytes(uint64_t Bytes);

/// \p Part of \p Whole as "61.3%".
std::string percentage(uint64_t Part, uint64_t Whole);

} // namespace allocsite

#endif
