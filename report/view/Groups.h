//===- Groups.h - Sums by site, chain, type … -----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   rows of a view ──▶ groups: rows that agree in what they are grouped by
//                  ──▶ totals of the allocators of which something is asked for
//                  ──▶ what is folded below others, and the calls that failed
//
// Every group belongs to one allocator: an arena takes its memory from another
// allocator, and a sum over both would count bytes twice.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_VIEW_GROUPS_H
#define ALLOCSITE_REPORT_VIEW_GROUPS_H

#include "View.h"

#include <vector>

namespace allocsite {

enum class GroupBy { Site, Pc0, Chain, Allocator, Type, Size };

/// Of some rows.
struct RowsSum {
  std::vector<uint64_t> Values; ///< by column of the profile
  SizeRange Sizes;

  Quantity quantity(const KnownOfColumns &Is, ColumnId Of) const {
    return Is.quantity(Of, [this](ColumnId Each) { return Values[Each]; });
  }
};

struct AllocatorTotal {
  NameId Allocator;
  RowsSum Sum;
  size_t SiteCount;
};

struct Group {
  NameId Allocator;
  RowsSum Sum;
  ChainId HeaviestChain;
  size_t ChainCount;
  NameId HeaviestSite;
  size_t SiteCount;
  NameId Type; ///< NoName unless grouped by type
};

/// What is not among the groups, since it lies below others.
struct FoldedLayer {
  NameId Allocator;
  std::vector<NameId> Above; ///< allocators, the one that takes most first
  RowsSum Sum;               ///< of what is asked for
  size_t SiteCount;
};

/// Calls that made nothing, of one allocator.
struct FailedCalls {
  NameId Allocator;
  uint64_t Calls;
  uint64_t LargestSize;
};

struct Groups {
  /// Of allocators of which a row is asked for, all their rows; largest first.
  std::vector<AllocatorTotal> Allocators;
  /// The largest groups, those of one allocator together: the one of which most is not folded
  /// comes first, and of each one's groups the largest; ties by their names.
  std::vector<Group> Largest;
  size_t Count = 0; ///< of groups, before only the largest were taken
  /// Of what is asked for, by their names; in no sum of the others.
  std::vector<FailedCalls> Failed;
  std::vector<FoldedLayer> Folded; ///< in the order of Allocators
};

/// \p Rows is of \p Of. The largest are those of \p Sort; \p Top groups are made, 0: all.
Groups groupRows(const Profile &Of, const View &Rows, GroupBy By, ColumnId Sort, size_t Top);

/// The columns in the order in which they are compared: \p First, if any, then as Measures.inc has
/// them.
std::vector<ColumnId> columnOrder(const Profile &Of, std::optional<ColumnId> First = {});

} // namespace allocsite

#endif
