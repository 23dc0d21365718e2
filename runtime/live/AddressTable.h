//===- AddressTable.h - What is known of addresses --------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A hash table by address, with open addressing. Entries have an `Address`, which is 0 where there is
// none, and `bool isNeeded() const`: the others go when the table grows.
//
// One thread at a time; entries move whenever one is made or removed.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_ADDRESSTABLE_H
#define ALLOCSITE_RUNTIME_LIVE_ADDRESSTABLE_H

#include "allocsite/Tag.h"
#include "profile/System.h"

namespace allocsite {

template <typename Entry> class AddressTable {
public:
  /// The entry of the address, or null.
  Entry *find(uintptr_t Address) {
    if (!Entries)
      return nullptr;
    for (size_t At = placeOf(Address); Entries[At].Address; At = (At + 1) & mask())
      if (Entries[At].Address == Address)
        return &Entries[At];
    return nullptr;
  }

  /// The same, or a new one that is zeros but for its address. Null if memory is short.
  Entry *make(uintptr_t Address) {
    if (Entry *Known = find(Address))
      return Known;
    if ((!Entries || Used * 2 >= size_t(1) << Log2) && !grow())
      return nullptr;
    Entry &New = freePlace(Address);
    New.Address = Address;
    ++Used;
    return &New;
  }

  /// What stands behind it moves up where a search would no longer come to it.
  void remove(Entry &Its) {
    size_t At = static_cast<size_t>(&Its - Entries);
    for (size_t I = (At + 1) & mask(); Entries[I].Address; I = (I + 1) & mask())
      if (((I - placeOf(Entries[I].Address)) & mask()) >= ((I - At) & mask())) {
        Entries[At] = Entries[I];
        At = I;
      }
    Entries[At] = {};
    --Used;
  }

private:
  size_t mask() const { return (size_t(1) << Log2) - 1; }
  size_t placeOf(uintptr_t Address) const {
    return static_cast<size_t>(Address * ALLOCSITE_SITE_FACTOR >> (64 - Log2));
  }
  Entry &freePlace(uintptr_t Address) {
    size_t At = placeOf(Address);
    while (Entries[At].Address)
      At = (At + 1) & mask();
    return Entries[At];
  }

  bool grow() {
    Entry *const Old = Entries;
    const size_t OldSize = Old ? size_t(1) << Log2 : 0;
    size_t Needed = 0;
    for (size_t I = 0; I < OldSize; ++I)
      Needed += Old[I].Address && Old[I].isNeeded();
    unsigned New = 8;
    while (size_t(1) << New < 4 * Needed)
      ++New;
    auto *Larger = static_cast<Entry *>(mapSharedPages(sizeof(Entry) << New));
    if (!Larger)
      return false;
    Entries = Larger;
    Log2 = New;
    Used = Needed;
    for (size_t I = 0; I < OldSize; ++I)
      if (Old[I].Address && Old[I].isNeeded())
        freePlace(Old[I].Address) = Old[I];
    if (Old)
      unmapPages(Old, OldSize * sizeof(Entry));
    return true;
  }

  Entry *Entries = nullptr;
  unsigned Log2 = 0;
  size_t Used = 0;
};

} // namespace allocsite

#endif
