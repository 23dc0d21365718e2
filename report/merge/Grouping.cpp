//===- Grouping.cpp - Rows merged into the groups that a person asks for --===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Grouping.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <set>
#include <unordered_map>
#include <utility>

using namespace allocsite;

/// What makes much of an allocator's calls: one in so many.
static constexpr uint64_t LeastShareOfWrappers = 4;

Grouping::Grouping(NameTable &Names, Selection Wanted)
    : Names(Names), Wanted(std::move(Wanted)),
      AllocatorFilter(Names, this->Wanted.Allocators, false),
      TypeFilter(Names, this->Wanted.Types, false),
      FunctionFilter(Names, this->Wanted.Functions, true),
      Hidden(Names, this->Wanted.Hidden) {}

/// Where the site is not known, the chain stands for it.
static constexpr bool chainStandsForSite(NameId Site) { return Site == NoName; }

bool Grouping::isWanted(const LogRow &Row) {
  if (!TypeFilter.isEmpty() && !TypeFilter.matches(Row.Type))
    return false;
  return FunctionFilter.isEmpty() ||
         std::any_of(Row.Chain.begin(), Row.Chain.end(),
                     [this](NameId Frame) { return FunctionFilter.matches(Frame); });
}

MaybeError Grouping::add(const LogRow &Whole) {
  HadRows = true;
  if (Whole.Allocator >= IsAllocator.size())
    IsAllocator.resize(Names.size());
  IsAllocator[Whole.Allocator] = true;
  if (!AllocatorFilter.isEmpty() && !AllocatorFilter.matches(Whole.Allocator))
    return {};
  LogRow Row = Hidden.remove(Whole);
  Counters Counted{Row.Bytes, Row.Calls, Row.Size, Row.Size};
  Leaf Site{Row.Allocator, Row.Site, {}, NoName, 0, 0};
  if (chainStandsForSite(Row.Site))
    Site.Chain = Row.Chain;
  Sites.add(Site, Counted);
  if (!isWanted(Whole))
    return {};
  Leaf Key{Row.Allocator, Row.Site, Row.Chain, NoName, 0, 0};
  if (Wanted.By == GroupBy::Type)
    Key.Type = Row.Type;
  if (Wanted.By == GroupBy::Size) {
    Key.SizeLow = uint32_t(Row.Size);
    Key.SizeHigh = uint32_t(Row.Size >> 32);
  }
  Leaves.add(Key, Counted);
  if (Leaves.size() > MaxLeaves)
    return Error{fmt::format("more than {} distinct chains", MaxLeaves)};
  return {};
}

Grouping::Leaf Grouping::groupOf(const Leaf &Of) const {
  Leaf Key{Of.Allocator, NoName, {}, NoName, 0, 0};
  switch (Wanted.By) {
  case GroupBy::Site:
    Key.Site = Of.Site;
    if (chainStandsForSite(Of.Site))
      Key.Chain = Of.Chain;
    break;
  case GroupBy::Pc0:
    Key.Chain[0] = Of.Chain[0];
    break;
  case GroupBy::Chain:
    Key.Chain = Of.Chain;
    break;
  case GroupBy::Type:
    Key.Type = Of.Type;
    break;
  case GroupBy::Size:
    Key.SizeLow = Of.SizeLow;
    Key.SizeHigh = Of.SizeHigh;
    break;
  case GroupBy::Allocator:
    break;
  }
  return Key;
}

/// Larger first. What is equal is left to the names, not to the order of the
/// files, so that the same logs give the same answer.
bool Grouping::isBefore(const GroupMap<Leaf>::Entry &A,
                        const GroupMap<Leaf>::Entry &B) const {
  auto measures = [this](const Counters &Of) {
    return Wanted.Sort == SortBy::Bytes ? std::pair(Of.Bytes, Of.Calls)
                                        : std::pair(Of.Calls, Of.Bytes);
  };
  if (measures(A.Sum) != measures(B.Sum))
    return measures(A.Sum) > measures(B.Sum);
  auto compare = [this](NameId A, NameId B) {
    return Names[A].compare(Names[B]);
  };
  if (int Order = compare(A.Of.Allocator, B.Of.Allocator))
    return Order < 0;
  if (int Order = compare(A.Of.Site, B.Of.Site))
    return Order < 0;
  for (size_t I = 0; I != A.Of.Chain.size(); ++I)
    if (int Order = compare(A.Of.Chain[I], B.Of.Chain[I]))
      return Order < 0;
  if (int Order = compare(A.Of.Type, B.Of.Type))
    return Order < 0;
  return A.Sum.LargestSize < B.Sum.LargestSize;
}

Group Grouping::describe(const GroupMap<Leaf>::Entry &Of,
                         const std::vector<uint32_t> &Members) const {
  if (Members.size() == 1) {
    const Leaf &Only = Leaves.entries()[Members[0]].Of;
    return {Of.Of.Allocator, Of.Sum, Only.Chain, 1, Only.Site, 1, Of.Of.Type, {}};
  }
  GroupMap<Leaf> Chains, GroupSites;
  for (uint32_t Member : Members) {
    const auto &Entry = Leaves.entries()[Member];
    Leaf Chain{};
    Chain.Chain = Entry.Of.Chain;
    Chains.add(Chain, Entry.Sum);
    Leaf Site{};
    Site.Site = Entry.Of.Site;
    GroupSites.add(Site, Entry.Sum);
  }
  auto heaviest = [this](const GroupMap<Leaf> &Map) {
    return *std::min_element(
        Map.entries().begin(), Map.entries().end(),
        [this](const auto &A, const auto &B) { return isBefore(A, B); });
  };
  return {Of.Of.Allocator,
          Of.Sum,
          heaviest(Chains).Of.Chain,
          Chains.size(),
          heaviest(GroupSites).Of.Site,
          GroupSites.size(),
          Of.Of.Type,
          {}};
}

/// Where rows are sites as the compiler saw them, and only of shown ones, which the notes
/// are about. Of chains through some functions alone nothing can be said of the others.
void Grouping::addWrappers(GroupedProfile &Profile,
                           const std::vector<std::vector<uint32_t>> &Members) const {
  if (Wanted.By != GroupBy::Site || !Wanted.Hidden.empty() || !FunctionFilter.isEmpty())
    return;
  std::set<std::string> Taken;
  for (NameId Name = 0; Name != IsAllocator.size(); ++Name)
    if (IsAllocator[Name])
      Taken.emplace(Names[Name]);
  std::unordered_map<NameId, uint64_t> CallsOf;
  for (const AllocatorTotal &Total : Profile.Allocators)
    CallsOf.emplace(Total.Allocator, Total.Sum.Calls);
  for (size_t Rank = 0; Rank != Profile.Groups.size(); ++Rank) {
    Group &Site = Profile.Groups[Rank];
    // Sums that are too large stand at their limit: nothing is multiplied.
    if (Site.Allocator == NoName ||
        Site.Sum.Calls <= (CallsOf.at(Site.Allocator) - 1) / LeastShareOfWrappers)
      continue;
    std::vector<CountedChain> Chains;
    for (uint32_t Member : Members[Rank]) {
      const auto &Entry = Leaves.entries()[Member];
      Chains.push_back({Entry.Of.Chain, Entry.Sum.Calls});
    }
    Site.ReachedBy = findWrappers(std::move(Chains), Names, Taken);
  }
}

std::vector<AllocatorTotal> Grouping::allocatorTotals() const {
  GroupMap<Leaf> Sums;
  std::vector<size_t> SiteCounts;
  for (const auto &Site : Sites.entries()) {
    uint32_t At = Sums.find({Site.Of.Allocator, NoName, {}, NoName, 0, 0});
    Sums.add({Site.Of.Allocator, NoName, {}, NoName, 0, 0}, Site.Sum);
    SiteCounts.resize(Sums.size());
    ++SiteCounts[At];
  }
  std::vector<uint32_t> Order(Sums.size());
  std::iota(Order.begin(), Order.end(), 0);
  std::sort(Order.begin(), Order.end(), [&](uint32_t A, uint32_t B) {
    return isBefore(Sums.entries()[A], Sums.entries()[B]);
  });
  std::vector<AllocatorTotal> Totals;
  for (uint32_t I : Order)
    Totals.push_back(
        {Sums.entries()[I].Of.Allocator, Sums.entries()[I].Sum, SiteCounts[I]});
  return Totals;
}

/// Of a row that an earlier filter refuses later ones are not asked.
std::vector<std::string> Grouping::misses() const {
  std::vector<std::string> Sentences;
  const char *OfWhat = "";
  for (auto [Kind, Filter] : {std::pair("allocator", &AllocatorFilter),
                              std::pair("type", &TypeFilter),
                              std::pair("function", &FunctionFilter)}) {
    for (const std::string &Miss : Filter->misses())
      Sentences.push_back(fmt::format("No {}{} matches {}.", Kind, OfWhat, Miss));
    if (!Filter->isEmpty())
      OfWhat = " of what the other options leave";
  }
  return Sentences;
}

GroupedProfile Grouping::finish() const {
  GroupedProfile Profile;
  Profile.HadRows = HadRows;
  Profile.Allocators = allocatorTotals();

  GroupMap<Leaf> Groups;
  std::vector<uint32_t> GroupOfLeaf;
  GroupOfLeaf.reserve(Leaves.size());
  for (const auto &Entry : Leaves.entries()) {
    Leaf Key = groupOf(Entry.Of);
    GroupOfLeaf.push_back(Groups.find(Key));
    Groups.add(Key, Entry.Sum);
  }

  std::vector<uint32_t> Order(Groups.size());
  std::iota(Order.begin(), Order.end(), 0);
  size_t Shown = Wanted.Top ? std::min(Wanted.Top, Order.size()) : Order.size();
  std::partial_sort(Order.begin(), Order.begin() + Shown, Order.end(),
                    [&](uint32_t A, uint32_t B) {
                      return isBefore(Groups.entries()[A], Groups.entries()[B]);
                    });

  constexpr uint32_t NotShown = UINT32_MAX;
  std::vector<uint32_t> RankOfGroup(Groups.size(), NotShown);
  for (uint32_t Rank = 0; Rank != Shown; ++Rank)
    RankOfGroup[Order[Rank]] = Rank;
  std::vector<std::vector<uint32_t>> Members(Shown);
  for (uint32_t I = 0; I != GroupOfLeaf.size(); ++I)
    if (uint32_t Rank = RankOfGroup[GroupOfLeaf[I]]; Rank != NotShown)
      Members[Rank].push_back(I);

  for (uint32_t Rank = 0; Rank != Shown; ++Rank)
    Profile.Groups.push_back(
        describe(Groups.entries()[Order[Rank]], Members[Rank]));
  Profile.GroupCount = Groups.size();
  if (Profile.Groups.empty())
    Profile.Misses = misses();
  addWrappers(Profile, Members);
  return Profile;
}
