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
// A row belongs to the site of its place and allocator. What was allocated inside of
// the C++ library has the place of the call into it, under whichever allocator.
//
// A site of which the program has no copy that counts (LinkedCopies.h) cannot have run.
//
// Logs leave out the sites whose level is above theirs, and do not tell theirs: of such
// a site that they do not have, nothing is known.
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
  Level,    ///< In no log, of which some may not show sites of its level.
  Static,   ///< There is a site, and no log to tell more.
  Library,  ///< A call into the C++ library behind which nothing was allocated.
  Refused,  ///< Looks like an allocation and is not counted.
  Unlisted, ///< In a log, but in no inventory.
};
/// As it is printed.
const char *stateWord(SiteState State);

struct ListedSite {
  SiteState State;
  NameId Place, Allocator;
  NameId Function; ///< that holds it, the first where there are several
  NameId Reason = NoName;
  uint64_t Calls = 0, Bytes = 0;
  uint32_t Level = 1; ///< Of a site: the highest that modules tell of it.
};

class SiteStates {
public:
  /// \p Names must be the table of entries and rows, and outlive this.
  SiteStates(const NameTable &Names, const std::vector<InventoryEntry> &Entries)
      : Names(Names), Entries(Entries) {}

  void add(const LogRow &Row);

  /// A site at \p Place is in a function of which a program has another object's copy.
  void addReplaced(NameId Place) { Replaced.insert(Place); }

  /// By state, then by bytes, largest first, then by names. \p HasLog: rows were
  /// added, if there were any.
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
