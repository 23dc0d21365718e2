//===- HeapSizes.h - Which sizes a program asks malloc for ------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_FINDINGS_HEAPSIZES_H
#define ALLOCSITE_REPORT_FINDINGS_HEAPSIZES_H

#include "model/Profile.h"
#include "profile/Expected.h"

#include <map>
#include <string_view>

namespace allocsite {

/// malloc, operator new and their kin: whose blocks live=1 follows, and whose place another
/// allocator can take.
bool isHeapAllocator(std::string_view Name);

/// Of all blocks of one size.
struct SizeUse {
  uint64_t Calls = 0, Bytes = 0;
  uint64_t PeakCount = 0; ///< alive at the peak
};

struct HeapSizes {
  std::map<uint64_t, SizeUse> Sizes;
  size_t Profiles = 0;
  bool HasPeak = false; ///< each profile tells PeakCount

  /// Another run: calls and bytes are summed, and of the peaks the larger counts.
  void merge(const HeapSizes &Other);
};

/// Of allocators that match one of \p Allocators, or else of the heap's.
Expected<HeapSizes> heapSizesOf(Profile &Of, const std::vector<std::string> &Allocators);

/// The smallest power of two that is not less.
uint64_t sizeClass(uint64_t Size);

/// Sizes that fit into one block of sizeClass(), together.
std::map<uint64_t, SizeUse> sizeClassesOf(const HeapSizes &Of);

} // namespace allocsite

#endif
