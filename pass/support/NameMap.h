//===- NameMap.h - What is known of names when the plugin is built --------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A hash table that the compiler of the plugin fills: a compilation pays for what it
// looks up alone.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_SUPPORT_NAMEMAP_H
#define ALLOCSITE_PASS_SUPPORT_NAMEMAP_H

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace allocsite {

/// `Slots` is a power of two. A name that is given twice has the value of the first.
template <typename Value, size_t Slots> class NameMap {
public:
  struct Entry {
    std::string_view Name; ///< "" in a slot that is empty.
    Value Is{};
  };

  template <size_t Count> constexpr NameMap(const Entry (&Entries)[Count]) {
    static_assert((Slots & (Slots - 1)) == 0 && Count <= Slots / 2, "long chains");
    for (const Entry &Each : Entries)
      if (Entry &Its = Table[slotOf(Each.Name)]; Its.Name.empty())
        Its = Each;
  }

  /// `Value()` where `Name` was not given.
  constexpr Value lookup(std::string_view Name) const { return Table[slotOf(Name)].Is; }

private:
  /// By Bernstein's hash, and linear probing.
  constexpr size_t slotOf(std::string_view Name) const {
    uint32_t Hash = 5381;
    for (char C : Name)
      Hash = Hash * 33 + static_cast<unsigned char>(C);
    for (size_t Slot = Hash;; ++Slot) {
      const Entry &Is = Table[Slot &= Slots - 1];
      if (Is.Name.empty() || Is.Name == Name)
        return Slot;
    }
  }

  Entry Table[Slots] = {};
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_SUPPORT_NAMEMAP_H
