//===- KeySet.h - Interns keys --------------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interns structs of numbers, as NameTable does texts: keys get dense ids in the order in
// which they are added. Keys lie in one vector, and a hash index takes 4 bytes a slot, so that
// millions fit. Not thread-safe.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SUPPORT_KEYSET_H
#define ALLOCSITE_REPORT_SUPPORT_KEYSET_H

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <optional>
#include <sys/mman.h>
#include <type_traits>
#include <vector>

namespace allocsite {

/// Tables of a large log are read at random. With pages of 4 KiB nearly every read misses the
/// translation lookaside buffer; with huge pages, which Linux gives on request, few do.
///
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

/// \p Key is a struct of 32-bit words without padding; compared as bytes.
template <typename Key> class KeySet {
  static_assert(std::has_unique_object_representations_v<Key> &&
                sizeof(Key) % sizeof(uint32_t) == 0);

public:
  KeySet() : Slots(64) {}

  /// The id of \p Of; adds it if it is new.
  uint32_t intern(const Key &Of) {
    uint32_t &Slot = Slots[slotAt(Of)];
    if (Slot)
      return Slot - 1;
    Slot = uint32_t(Keys.size() + 1);
    Keys.push_back(Of);
    if (Keys.size() * 2 > Slots.size())
      grow();
    return uint32_t(Keys.size() - 1);
  }

  /// The id of \p Of, if it was interned.
  std::optional<uint32_t> find(const Key &Of) const {
    const uint32_t Slot = Slots[slotAt(Of)];
    return Slot ? std::optional(Slot - 1) : std::nullopt;
  }

  /// Prefetches for a later intern(): prefetch() the slot, and prefetchKey(), called some
  /// look-ups later, the key in it. prefetchKey() returns the id of that key, which may be
  /// another one, or nothing if the slot is free.
  void prefetch(const Key &Of) const {
    __builtin_prefetch(&Slots[hash(Of) & (Slots.size() - 1)]);
  }
  std::optional<uint32_t> prefetchKey(const Key &Of) const {
    const uint32_t Slot = Slots[hash(Of) & (Slots.size() - 1)];
    if (!Slot)
      return std::nullopt;
    __builtin_prefetch(&Keys[Slot - 1]);
    return Slot - 1;
  }

  const Key &operator[](uint32_t Id) const { return Keys[Id]; }
  size_t size() const { return Keys.size(); }

private:
  static size_t hash(const Key &Of) {
    uint32_t Words[sizeof(Key) / sizeof(uint32_t)];
    std::memcpy(Words, &Of, sizeof(Key));
    uint64_t Hash = 0;
    for (uint32_t Word : Words) {
      Hash = (Hash ^ Word) * 0x9E3779B97F4A7C15;
      Hash ^= Hash >> 32;
    }
    return Hash;
  }

  size_t slotAt(const Key &Of) const {
    const size_t Mask = Slots.size() - 1;
    size_t At = hash(Of) & Mask;
    while (Slots[At] && std::memcmp(&Keys[Slots[At] - 1], &Of, sizeof(Key)))
      At = (At + 1) & Mask;
    return At;
  }

  void grow() {
    LargeVector<uint32_t>(Slots.size() * 2).swap(Slots);
    const size_t Mask = Slots.size() - 1;
    for (uint32_t Id = 0; Id != Keys.size(); ++Id) {
      size_t At = hash(Keys[Id]) & Mask;
      while (Slots[At]) // keys differ: none has to be compared
        At = (At + 1) & Mask;
      Slots[At] = Id + 1;
    }
  }

  LargeVector<Key> Keys;
  LargeVector<uint32_t> Slots; ///< id + 1, 0 is free; a power of two
};

} // namespace allocsite

#endif
