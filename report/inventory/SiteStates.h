//===- SiteStates.h - Which sites ran and which never did -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   inventory ──▶ sites that there are ─┐
//                                       ├─▶ ran, never, replaced, level, library,
//   logs      ──▶ rows that were counted┘    refused, unlisted
//
// A row belongs to the site with its place and allocator. Allocations inside the C++
// library have the place of the call into it, with any allocator.
//
// A site cannot be seen to run if the program has no counting copy of it (LinkedCopies.h).
//
// A log leaves out sites above its level and does not state its level: nothing is known
// of such a site that is missing from it.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_INVENTORY_SITESTATES_H
#define ALLOCSITE_REPORT_INVENTORY_SITESTATES_H

#include "Inventory.h"
#include "read/AllocationLog.h"

#include <map>
#include <set>

namespace allocsite {

enum class SiteState {
  Ran,
  Never,
  Replaced, ///< In no log: the linker took another object's copy of its function.
  Level,    ///< In no log, but its level may be above that of the logs.
  Static,   ///< No log was read.
  Library,  ///< A call into the C++ library behind which nothing was allocated.
  Refused,  ///< Looks like an allocation and is not counted.
  Unlisted, ///< In a log, but in no inventory.
};
/// As it is printed.
const char *stateWord(SiteState State);

struct ListedSite {
  SiteState State;
  NameId Place, Allocator;
  NameId Function; ///< the function that contains it; the first if there are several
  NameId Reason = NoName;
  uint64_t Calls = 0, Bytes = 0;
  uint32_t Level = 1; ///< of a site: the highest level in any module
};

class SiteStates {
public:
  /// \p Names must be the table of entries and rows, and outlive this.
  SiteStates(const NameTable &Names, const std::vector<InventoryEntry> &Entries)
      : Names(Names), Entries(Entries) {}

  void add(const LogRow &Row);

  /// Notes that the function of the site at \p Place was linked from another object's copy.
  void addReplaced(NameId Place) { Replaced.insert(Place); }

  /// The sites, sorted by state, then bytes (largest first), then names. \p HasLog: logs were
  /// read, even if they had no rows.
  std::vector<ListedSite> finish(bool HasLog) const;

private:
  struct Counted {
    NameId Function;
    uint64_t Calls = 0, Bytes = 0;
  };
  using Key = std::pair<NameId, NameId>; ///< place, allocator

  const NameTable &Names;
  const std::vector<InventoryEntry> &Entries;
  std::map<Key, Counted> Rows;
  std::set<NameId> Replaced; ///< places
};

} // namespace allocsite

#endif
