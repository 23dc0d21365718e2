//===- Sites.h - Which rows are of one site -------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   allocator, type and site; where the site is not known, the chain stands for it
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_VIEW_SITES_H
#define ALLOCSITE_REPORT_VIEW_SITES_H

#include "model/Profile.h"

#include <string_view>
#include <vector>

namespace allocsite {

/// What tells two sites apart.
struct SiteKey {
  NameId Allocator, Type, Site;
  NameId Function; ///< that has the call
  ChainId Chain;   ///< NoChain where the site is known
};

class Sites {
public:
  /// \p Of must outlive this, and its rows stay as they are.
  explicit Sites(const Profile &Of);

  uint32_t of(RowId Row) const { return SiteOf[Row]; }
  size_t size() const { return Keys.size(); }
  const SiteKey &operator[](uint32_t Site) const { return Keys[Site]; }

  /// Of all rows of each site, by site.
  std::vector<uint64_t> sums(ColumnId Column, unsigned Side) const;

private:
  const Profile &Of;
  KeySet<SiteKey> Keys;
  std::vector<uint32_t> SiteOf; ///< by row
};

/// Chains by their names alone, so that two that differ in lines are one.
class NamedChains {
public:
  /// Chains that \p Of gets later are not known.
  explicit NamedChains(const Profile &Of);
  uint32_t of(ChainId Chain) const { return NumberOf.empty() ? Chain : NumberOf[Chain]; }
  /// One of those that have \p Number.
  ChainId first(uint32_t Number) const { return NumberOf.empty() ? Number : FirstOf[Number]; }

private:
  // Empty where frames differ in their names alone, as chains then do.
  LargeVector<uint32_t> NumberOf; ///< by chain
  LargeVector<ChainId> FirstOf;   ///< by number
};

/// The name of the innermost frame, NoName where there is none.
NameId innermost(const Profile &Of, ChainId Chain);

/// The source file of the call: that of the site, or else of the innermost frame; empty where
/// it is not known.
std::string_view fileOf(const Profile &Of, RowId Row);

/// The names of a chain, the innermost first, without what is missing at its end.
std::vector<NameId> functionsOf(const Profile &Of, ChainId Chain);

/// \p Left, which some frames of \p Whole were left out of, with `…` as the outermost caller where
/// there may be more: a log has four frames of a chain.
ChainId shortenedChain(Profile &Of, ChainId Whole, ChainId Left);

} // namespace allocsite

#endif
