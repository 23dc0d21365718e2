//===- Grouping.h - Rows merged into the groups that a person asks for ----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   rows ──▶ leaves: one for each (allocator, site, chain), and for each type or size
//            where grouped by that
//        ──▶ the wrappers that they begin with are left out (Wrappers.h)
//        ──▶ those below another allocator are summed apart (Layers.h)
//        ──▶ groups: leaves that agree in what they are grouped by
//
// Every group belongs to one allocator: an arena takes its memory from another
// allocator, and a sum over both would count bytes twice. Which rows lie below others, and
// which functions are wrappers, depends on all rows, so it is asked once all are read.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_VIEW_GROUPING_H
#define ALLOCSITE_REPORT_VIEW_GROUPING_H

#include "GroupMap.h"
#include "HiddenFrames.h"
#include "NameFilter.h"
#include "Wrappers.h"
#include "read/AllocationLog.h"
#include "support/BareNames.h"

#include <string>
#include <vector>

namespace allocsite {

enum class GroupBy { Site, Pc0, Chain, Allocator, Type, Size };

struct Selection {
  std::vector<std::string> Allocators; ///< globs, any of them; none: all
  std::vector<std::string> Types;      ///< globs, any of them; none: all
  std::vector<std::string> Functions;  ///< globs for any frame; none: all
  std::vector<std::string> Hidden;     ///< globs for frames to leave out
  bool ShowsWrappers = false;          ///< do not leave them out by themselves
  bool AllLayers = false;              ///< show what lies below other allocators
  GroupBy By = GroupBy::Site;
  Measure Sort = Measure::Bytes;
  size_t Top = 0; ///< most groups wanted, 0 is all
};

struct AllocatorTotal {
  NameId Allocator;
  Counters Sum;
  size_t SiteCount;
};

struct Group {
  NameId Allocator;
  Counters Sum;
  CallChain HeaviestChain;
  size_t ChainCount;
  NameId HeaviestSite;
  size_t SiteCount;
  NameId Type; ///< NoName unless grouped by type
};

/// What is not among the groups, since it lies below others.
struct FoldedLayer {
  NameId Allocator;
  std::vector<NameId> Above; ///< allocators, the one that takes most first
  Counters Sum;              ///< of what was selected
  size_t SiteCount;
};

/// Calls that made nothing, of one allocator.
struct FailedCalls {
  NameId Allocator;
  Counters Sum;
};

struct GroupedProfile {
  /// Of the selected allocators, all their functions and types; largest first.
  std::vector<AllocatorTotal> Allocators;
  /// The largest groups, those of one allocator together: the one of which most is not folded
  /// comes first, and of each one's groups the largest; ties by their names.
  std::vector<Group> Groups;
  size_t GroupCount = 0; ///< before Selection::Top
  /// Of the selected allocators, by their names; in no sum of the others.
  std::vector<FailedCalls> Failed;
  bool HadRows = false;              ///< Any, whatever was selected.
  std::vector<NameId> AllAllocators; ///< whatever was selected
  std::vector<FoldedLayer> Folded;   ///< in the order of Allocators
  std::vector<Wrapper> ShownThrough; ///< the wrappers that were left out by themselves
  std::vector<std::string> Hidden;   ///< functions that Selection::Hidden matched, bare
  /// Where there are no groups: what was selected and is not there, a sentence each.
  std::vector<std::string> Misses;
};

/// Sums rows, of one log or several.
class Grouping {
public:
  /// \p Names must be the table of the rows, and outlive this.
  Grouping(NameTable &Names, Selection Wanted, CallPlaces Places = {});

  /// \p IsSelected is false of a row that counts in totals alone, whatever the Selection says.
  MaybeError add(const LogRow &Row, bool IsSelected = true);

  /// Once, after the last add().
  GroupedProfile finish();

  /// Most leaves that are kept: about 10 GB of memory.
  static constexpr size_t MaxLeaves = 100'000'000;

private:
  struct Leaf {
    NameId Allocator, Site;
    CallChain Chain;
    NameId Type;                ///< NoName unless grouped by type
    uint32_t SizeLow, SizeHigh; ///< 0 unless grouped by size
    uint32_t Flags;             ///< until finish()
  };
  enum Flag : uint32_t { IsNotWanted = 1, HasType = 2 };

  Leaf groupOf(const Leaf &Of) const;
  bool isBefore(const GroupMap<Leaf> &Of, uint32_t IdA, uint32_t IdB) const;
  bool isWanted(const LogRow &Row);
  void addFailed(const LogRow &Row);
  void addWaiting();
  Group describe(const Leaf &Of, const Counters &Sum,
                 const std::vector<uint32_t> &Members) const;
  void leaveOutWrappers(GroupedProfile &Profile, BareNames &Bare);
  std::vector<NameId> allocatorsAbove(const GroupedProfile &Profile, BareNames &Bare) const;
  std::vector<bool> foldLayers(GroupedProfile &Profile, BareNames &Bare);
  std::vector<AllocatorTotal> allocatorTotals() const;
  std::vector<std::string> misses() const;

  const NameTable &Names;
  Selection Wanted;
  NameFilter AllocatorFilter, TypeFilter, FunctionFilter;
  HiddenFrames Hidden;
  GroupMap<Leaf> Leaves;
  static constexpr size_t MostWaiting = 32;
  std::vector<std::pair<Leaf, Counters>> Waiting; ///< to become leaves together
  std::vector<FailedCalls> Failed;                ///< one for each allocator
  std::vector<bool> IsAllocator;                  ///< By name, whatever was selected.
  bool HadRows = false;
};

} // namespace allocsite

#endif
