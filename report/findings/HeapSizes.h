//===- HeapSizes.h - The sizes that a program requests of malloc *- C++ -*-===//
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

/// True for malloc, operator new and their kin: live=1 follows their blocks, and another
/// allocator can replace them.
bool isHeapAllocator(std::string_view Name);

/// Sums over all blocks of one size.
struct SizeUse {
  uint64_t Calls = 0, Bytes = 0;
  uint64_t PeakCount = 0; ///< blocks live at the peak
};

struct HeapSizes {
  std::map<uint64_t, SizeUse> Sizes;
  size_t Profiles = 0;
  bool HasPeak = false; ///< every profile records PeakCount

  /// Adds another run: sums calls and bytes, and takes the larger peak.
  void merge(const HeapSizes &Other);
};

/// The sizes of the allocators that match one of \p Allocators; if that is empty, of the
/// heap's.
Expected<HeapSizes> heapSizesOf(Profile &Of, const std::vector<std::string> &Allocators);

/// The smallest power of two that is at least \p Size.
uint64_t sizeClass(uint64_t Size);

/// The sums by sizeClass().
std::map<uint64_t, SizeUse> sizeClassesOf(const HeapSizes &Of);

} // namespace allocsite

#endif
