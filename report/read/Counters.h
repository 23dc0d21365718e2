//===- Counters.h - What is counted of one row, site or allocator ---------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Merging, of sizes into a site and of files into a report, is `+=` and nothing
// else. Like the runtime's, the numbers stop at INT64_MAX and never wrap.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_COUNTERS_H
#define ALLOCSITE_REPORT_READ_COUNTERS_H

#include <algorithm>
#include <cstdint>

namespace allocsite {

constexpr uint64_t LargestCount = INT64_MAX;

/// Both at most LargestCount, so the sum cannot wrap before it is cut.
inline uint64_t saturatingAdd(uint64_t A, uint64_t B) {
  return std::min(A + B, LargestCount);
}

inline uint64_t saturatingMultiply(uint64_t A, uint64_t B) {
  uint64_t Product;
  if (__builtin_mul_overflow(A, B, &Product))
    return LargestCount;
  return std::min(Product, LargestCount);
}

struct Counters {
  uint64_t Bytes = 0; ///< size × calls, summed
  uint64_t Calls = 0;
  uint64_t SmallestSize = LargestCount; ///< bytes of one allocation
  uint64_t LargestSize = 0;

  Counters &operator+=(const Counters &Other) {
    Bytes = saturatingAdd(Bytes, Other.Bytes);
    Calls = saturatingAdd(Calls, Other.Calls);
    SmallestSize = std::min(SmallestSize, Other.SmallestSize);
    LargestSize = std::max(LargestSize, Other.LargestSize);
    return *this;
  }
};

} // namespace allocsite

#endif
