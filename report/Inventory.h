//===- Inventory.h - What the compiler saw, read back ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lines of JSON that compilations have appended (docs/inventory.md). A module begins
// with a line of its own; where it was compiled again, its newest lines count.
//
// Like a log it is not trusted: lines are bounded, and so is what is kept of them.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_INVENTORY_H
#define ALLOCSITE_REPORT_INVENTORY_H

#include "ByteSource.h"
#include "NameTable.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace allocsite {

struct InventoryEntry {
  enum Kind {
    Site,
    LibrarySite, ///< In the C++ library: counted at the call into it.
    LibraryCall, ///< A call into the C++ library that may lead to one.
    Refused,
  };
  Kind Of;
  NameId Place = NoName;
  NameId Function = NoName;
  NameId Allocator = NoName; ///< Refused: what is called. LibraryCall: NoName.
  NameId Reason = NoName;    ///< Refused: its key.
};

class Inventory {
public:
  /// \p Names must outlive this.
  explicit Inventory(NameTable &Names) : Names(Names) {}

  /// Reads \p Source, called \p FileName in messages, to its end.
  MaybeError read(ByteSource &Source, const std::string &FileName);

  /// Of all modules, in the order in which they came first.
  std::vector<InventoryEntry> entries() const;

  static constexpr int FormatVersion = 1; ///< the newest that is read
  static constexpr size_t MaxLineBytes = 1 << 20;
  static constexpr size_t MaxEntries = 100'000'000;

private:
  MaybeError readLine(std::string_view Line);

  NameTable &Names;
  /// By directory and module: an index of Modules.
  std::map<std::pair<std::string, std::string>, size_t> ModuleIndex;
  std::vector<std::vector<InventoryEntry>> Modules;
  std::vector<InventoryEntry> *Open = nullptr; ///< of the module that is read
  std::string OpenName;
  size_t EntryCount = 0;
};

} // namespace allocsite

#endif
