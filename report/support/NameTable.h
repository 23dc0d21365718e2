//===- NameTable.h - Interns names ----------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A log repeats few names in many rows: rows hold 32-bit ids, and this holds the
// text. Names are kept byte for byte as they were read, even invalid UTF-8; code
// that prints them must make them printable. Not thread-safe.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SUPPORT_NAMETABLE_H
#define ALLOCSITE_REPORT_SUPPORT_NAMETABLE_H

#include "KeySet.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace allocsite {

using NameId = uint32_t;

/// The name `-`: a frame, site or allocator that is missing or not known.
constexpr NameId NoName = 0;

class NameTable {
public:
  NameTable();
  NameTable(const NameTable &) = delete;
  NameTable &operator=(const NameTable &) = delete;

  /// The id of \p Name, which is copied; nothing if the table is full
  /// (2^32 names, or MaxBytes of text).
  std::optional<NameId> intern(std::string_view Name);
  /// Interns \p Count names and sets \p Ids, with the same result as one by one, but several
  /// times faster if the table is large. Returns how many were set: all, unless the table is
  /// full.
  size_t intern(const std::string_view *Texts, size_t Count, NameId *Ids);

  /// Valid as long as the table.
  std::string_view operator[](NameId Id) const { return Names[Id]; }
  size_t size() const { return Names.size(); }

  static constexpr size_t MaxBytes = size_t(4) << 30;

private:
  std::optional<NameId> intern(std::string_view Name, uint32_t Hash);
  uint32_t firstOf(uint32_t Hash) const;
  std::string_view keep(std::string_view Name);
  void grow();

  LargeVector<std::string_view> Names;
  struct Slot {
    uint32_t Number = 0; ///< id + 1, 0 is free
    uint32_t Hash = 0;
  };
  LargeVector<Slot> Slots; ///< a power of two
  std::vector<LargeVector<char>> Blocks;
  char *Free = nullptr;
  size_t FreeBytes = 0;
  size_t KeptBytes = 0;
};

} // namespace allocsite

#endif
