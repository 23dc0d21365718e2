//===- HugePages.h - Vectors in pages of 2 MiB ----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tables of a large log are read at random. With pages of 4 KiB nearly every read misses the
// translation lookaside buffer; with huge pages, which Linux gives on request, few do.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SUPPORT_HUGEPAGES_H
#define ALLOCSITE_REPORT_SUPPORT_HUGEPAGES_H

#include <cstddef>
#include <new>
#include <sys/mman.h>
#include <vector>

namespace allocsite {

/// Requests huge pages for blocks of at least one such page; smaller ones are as from
/// std::allocator.
template <typename T> struct HugePageAllocator {
  using value_type = T;
  HugePageAllocator() = default;
  template <typename U> HugePageAllocator(const HugePageAllocator<U> &) {}

  T *allocate(size_t Count) {
    const size_t Bytes = Count * sizeof(T);
    if (Bytes < PageBytes)
      return static_cast<T *>(::operator new(Bytes));
    void *Memory = ::operator new(Bytes, std::align_val_t(PageBytes));
    // If the system has no huge pages, small ones will do.
    (void)::madvise(Memory, Bytes & ~(PageBytes - 1), MADV_HUGEPAGE);
    return static_cast<T *>(Memory);
  }
  void deallocate(T *Memory, size_t Count) {
    if (Count * sizeof(T) < PageBytes)
      ::operator delete(Memory);
    else
      ::operator delete(Memory, std::align_val_t(PageBytes));
  }

  static constexpr size_t PageBytes = size_t(2) << 20;

  friend bool operator==(HugePageAllocator, HugePageAllocator) { return true; }
  friend bool operator!=(HugePageAllocator, HugePageAllocator) { return false; }
};

/// A vector for tables that may become large.
template <typename T> using LargeVector = std::vector<T, HugePageAllocator<T>>;

} // namespace allocsite

#endif
