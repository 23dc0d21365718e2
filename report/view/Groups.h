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

enum class GroupBy { Site, Pc0, Chain, Allocator, Type, Through, Size };

/// The sums over a set of rows.
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
  NameId Type;    ///< NoName unless grouped by type
  NameId Through; ///< of all its rows; NoName: the program's own, or several
};

/// Rows of one allocator that are in no group because they lie below another allocator.
struct FoldedLayer {
  NameId Allocator;
  std::vector<NameId> Above; ///< the allocators above, the one that takes most bytes first
  RowsSum Sum;               ///< of the selected rows
  size_t SiteCount;
};

/// Failed calls of one allocator: they returned no memory.
struct FailedCalls {
  NameId Allocator;
  uint64_t Calls;
  uint64_t LargestSize;
};

struct Groups {
  /// Totals over all rows of each allocator that has a selected row; largest first.
  std::vector<AllocatorTotal> Allocators;
  /// The largest groups, ordered by allocator (the largest unfolded sum first), then by size;
  /// ties by name.
  std::vector<Group> Largest;
  size_t Count = 0;        ///< of all groups, including those that Largest leaves out
  uint64_t AmountLeft = 0; ///< what those that it leaves out have of the measure
  size_t UnknownCount = 0; ///< of all groups whose measure is not or partly known
  /// Failed calls among the selected rows, sorted by allocator name. No other sum has them.
  std::vector<FailedCalls> Failed;
  std::vector<FoldedLayer> Folded; ///< in the order of Allocators
};

/// Groups the rows that \p Rows, a view of \p Of, shows. Keeps the \p Top groups that are
/// largest in \p Sort; 0 keeps all.
Groups groupRows(const Profile &Of, const View &Rows, GroupBy By, ColumnId Sort, size_t Top);

/// The columns in the order of comparison: \p First, if given, then the order of Measures.inc.
std::vector<ColumnId> columnOrder(const Profile &Of, std::optional<ColumnId> First = {});

} // namespace allocsite

#endif
