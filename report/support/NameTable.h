//===- NameTable.h - Every distinct name, once ----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A log repeats few names in many rows: rows hold 32-bit ids, this holds the
// text. Names are kept byte by byte as they were read, invalid UTF-8 included;
// only what prints them makes them fit to be seen.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SUPPORT_NAMETABLE_H
#define ALLOCSITE_REPORT_SUPPORT_NAMETABLE_H

#include "HugePages.h"

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

  /// The id of \p Name, which is copied; nothing where the table is full
  /// (2^32 names, or MaxBytes of text).
  std::optional<NameId> intern(std::string_view Name);
  /// Sets \p Ids to those of \p Count names, as one after another gets them, several times as
  /// fast where the table is large. How many were set: all, unless the table is full.
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
