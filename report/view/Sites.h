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

#include <cstdint>
#include <string_view>
#include <vector>

namespace allocsite {

/// Two rows with equal keys belong to one site.
struct SiteKey {
  NameId Allocator, Type, Site;
  NameId Function; ///< the function that contains the call
  ChainId Chain;   ///< NoChain where the site is known
};

class Sites {
public:
  /// \p Of must outlive this, and its rows must not change meanwhile.
  explicit Sites(const Profile &Of);

  uint32_t of(RowId Row) const { return SiteOf[Row]; }
  size_t size() const { return Keys.size(); }
  const SiteKey &operator[](uint32_t Site) const { return Keys[Site]; }

  /// The sums over the rows of each site, by site.
  std::vector<uint64_t> sums(ColumnId Column, unsigned Side) const;

private:
  const Profile &Of;
  KeySet<SiteKey> Keys;
  std::vector<uint32_t> SiteOf; ///< by row
};

/// Numbers chains by their function names alone: chains that differ only in lines are one.
class NamedChains {
public:
  /// Do not ask for chains that are added to \p Of later.
  explicit NamedChains(const Profile &Of);
  uint32_t of(ChainId Chain) const { return NumberOf.empty() ? Chain : NumberOf[Chain]; }
  /// The first of the chains with \p Number.
  ChainId first(uint32_t Number) const { return NumberOf.empty() ? Number : FirstOf[Number]; }

private:
  // Both are empty if no two frames share a name: then a chain's number is its id.
  LargeVector<uint32_t> NumberOf; ///< by chain
  LargeVector<ChainId> FirstOf;   ///< by number
};

/// The function of the innermost frame; NoName if the chain is empty.
NameId innermost(const Profile &Of, ChainId Chain);

/// "loader" of "loader [4712]"; the name itself if it has no number.
std::string_view withoutNumber(std::string_view Name);

/// The source file of the call: that of the site, or else of the innermost frame; empty if
/// neither is known.
std::string_view fileOf(const Profile &Of, RowId Row);

/// The function names of a chain, the innermost first, without unknown frames at its end.
std::vector<NameId> functionsOf(const Profile &Of, ChainId Chain);

/// \p Left is \p Whole without some frames. Appends `…` as the outermost caller if the chain
/// may have had more callers: a log keeps only four frames.
ChainId shortenedChain(Profile &Of, ChainId Whole, ChainId Left);

//   src/parse.cpp:41:20      file, line, column
//   src/parse.cpp:41:20#2    the second site of that place
//   src/parse.cpp:41:20 +2   the first of three calls of a wrapper or hidden function
//   parse(char const*)#3     the third site of a function, where there are no lines

struct SitePlace {
  std::string_view File; ///< points into the site's text; empty without line numbers
  uint32_t Line = 0, Column = 0;
  uint32_t Ordinal = 1; ///< the number behind `#`
};

SitePlace placeOf(std::string_view Site);

} // namespace allocsite

#endif
