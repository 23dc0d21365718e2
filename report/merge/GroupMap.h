//===- GroupMap.h - Counters by key ---------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A log of ten million rows has about as many keys, so entries lie in one
// vector and the index beside it is 4 bytes each; the order is that of
// insertion.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_MERGE_GROUPMAP_H
#define ALLOCSITE_REPORT_MERGE_GROUPMAP_H

#include "read/Counters.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

namespace allocsite {

/// \p Key is a struct of 32-bit words without padding; compared as bytes.
template <typename Key> class GroupMap {
  static_assert(std::has_unique_object_representations_v<Key> &&
                sizeof(Key) % sizeof(uint32_t) == 0);

public:
  struct Entry {
    Key Of;
    Counters Sum;
  };

  GroupMap() : Slots(64) {}

  /// Index of the entry of \p Of, made where there is none.
  uint32_t find(const Key &Of) {
    uint32_t &Slot = slotOf(Of);
    if (Slot)
      return Slot - 1;
    Slot = Entries.size() + 1;
    Entries.push_back({Of, {}});
    if (Entries.size() * 2 > Slots.size())
      grow();
    return Entries.size() - 1;
  }

  void add(const Key &Of, const Counters &More) {
    Entries[find(Of)].Sum += More;
  }

  const std::vector<Entry> &entries() const { return Entries; }
  size_t size() const { return Entries.size(); }

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

  uint32_t &slotOf(const Key &Of) {
    size_t Mask = Slots.size() - 1;
    size_t At = hash(Of) & Mask;
    while (Slots[At] &&
           std::memcmp(&Entries[Slots[At] - 1].Of, &Of, sizeof(Key)))
      At = (At + 1) & Mask;
    return Slots[At];
  }

  void grow() {
    std::vector<uint32_t>(Slots.size() * 2).swap(Slots);
    for (uint32_t I = 0; I != Entries.size(); ++I)
      slotOf(Entries[I].Of) = I + 1;
  }

  std::vector<Entry> Entries;
  std::vector<uint32_t> Slots; ///< index + 1, 0 is free; a power of two
};

} // namespace allocsite

#endif
