//===- Grouping.cpp - Rows merged into the groups that a person asks for --===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Grouping.h"

#include "Layers.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <numeric>
#include <set>
#include <utility>

using namespace allocsite;

Grouping::Grouping(NameTable &Names, Selection Wanted, CallPlaces Places)
    : Names(Names), Wanted(std::move(Wanted)),
      AllocatorFilter(Names, this->Wanted.Allocators, false),
      TypeFilter(Names, this->Wanted.Types, false),
      FunctionFilter(Names, this->Wanted.Functions, true),
      Hidden(Names, this->Wanted.Hidden, std::move(Places)) {}

/// Where the site is not known, the chain stands for it.
static constexpr bool chainStandsForSite(NameId Site) { return Site == NoName; }

bool Grouping::isWanted(const LogRow &Row) {
  if (!TypeFilter.isEmpty() && !TypeFilter.matches(Row.Type))
    return false;
  return FunctionFilter.isEmpty() ||
         std::any_of(Row.Chain.begin(), Row.Chain.end(),
                     [this](NameId Frame) { return FunctionFilter.matches(Frame); });
}

void Grouping::addFailed(const LogRow &Row) {
  if (!AllocatorFilter.isEmpty() && !AllocatorFilter.matches(Row.Allocator))
    return;
  auto At = std::find_if(Failed.begin(), Failed.end(), [&](const FailedCalls &Each) {
    return Each.Allocator == Row.Allocator;
  });
  if (At == Failed.end())
    At = Failed.insert(At, {Row.Allocator, {}});
  At->Sum += Counters(Row);
}

MaybeError Grouping::add(const LogRow &Whole, bool IsSelected) {
  HadRows = true;
  if (Whole.isFailed()) {
    addFailed(Whole);
    return {};
  }
  if (Whole.Allocator >= IsAllocator.size())
    IsAllocator.resize(Names.size());
  IsAllocator[Whole.Allocator] = true;
  if (!AllocatorFilter.isEmpty() && !AllocatorFilter.matches(Whole.Allocator))
    return {};
  LogRow Row = Hidden.remove(Whole);
  Leaf Key{Row.Allocator, Row.Site, Row.Chain, NoName, 0, 0, 0};
  Key.Flags =
      (IsSelected && isWanted(Whole) ? 0 : IsNotWanted) | (Row.Type == NoName ? 0 : HasType);
  if (Wanted.By == GroupBy::Type)
    Key.Type = Row.Type;
  if (Wanted.By == GroupBy::Size) {
    Key.SizeLow = uint32_t(Row.Size);
    Key.SizeHigh = uint32_t(Row.Size >> 32);
  }
  Waiting.emplace_back(Key, Counters(Row));
  if (Waiting.size() == MostWaiting)
    addWaiting();
  if (Leaves.size() > MaxLeaves)
    return Error{fmt::format("more than {} distinct chains", MaxLeaves)};
  return {};
}

void Grouping::addWaiting() {
  Leaves.add(Waiting);
  Waiting.clear();
}

Grouping::Leaf Grouping::groupOf(const Leaf &Of) const {
  Leaf Key{Of.Allocator, NoName, {}, NoName, 0, 0, 0};
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
bool Grouping::isBefore(const GroupMap<Leaf> &Of, uint32_t IdA, uint32_t IdB) const {
  const Counters SumA = Of.sum(IdA), SumB = Of.sum(IdB);
  for (Measure Each : MeasureOrder(Wanted.Sort))
    if (SumA[Each] != SumB[Each])
      return SumA[Each] > SumB[Each];
  const Leaf &KeyA = Of.key(IdA), &KeyB = Of.key(IdB);
  auto compare = [this](NameId A, NameId B) { return Names[A].compare(Names[B]); };
  if (int Order = compare(KeyA.Allocator, KeyB.Allocator))
    return Order < 0;
  if (int Order = compare(KeyA.Site, KeyB.Site))
    return Order < 0;
  for (size_t I = 0; I != KeyA.Chain.size(); ++I)
    if (int Order = compare(KeyA.Chain[I], KeyB.Chain[I]))
      return Order < 0;
  if (int Order = compare(KeyA.Type, KeyB.Type))
    return Order < 0;
  return SumA.LargestSize < SumB.LargestSize;
}

Group Grouping::describe(const Leaf &Of, const Counters &Sum,
                         const std::vector<uint32_t> &Members) const {
  if (Members.size() == 1) {
    const Leaf &Only = Leaves.key(Members[0]);
    return {Of.Allocator, Sum, Only.Chain, 1, Only.Site, 1, Of.Type};
  }
  GroupMap<Leaf> Chains, GroupSites;
  for (uint32_t Member : Members) {
    const Counters Its = Leaves.sum(Member);
    Leaf Chain{};
    Chain.Chain = Leaves.key(Member).Chain;
    Chains.add(Chain, Its);
    Leaf Site{};
    Site.Site = Leaves.key(Member).Site;
    GroupSites.add(Site, Its);
  }
  auto heaviest = [this](const GroupMap<Leaf> &Map) -> const Leaf & {
    uint32_t Best = 0;
    for (uint32_t Id = 1; Id < Map.size(); ++Id)
      if (isBefore(Map, Id, Best))
        Best = Id;
    return Map.key(Best);
  };
  return {Of.Allocator,
          Sum,
          heaviest(Chains).Chain,
          Chains.size(),
          heaviest(GroupSites).Site,
          GroupSites.size(),
          Of.Type};
}

/// Rewrites Leaves: without wrappers chains may agree that did not. What lies below another
/// allocator, shown or not, has that one's callers for its own, and stays as it is.
void Grouping::leaveOutWrappers(GroupedProfile &Profile, BareNames &Bare) {
  if (Wanted.ShowsWrappers)
    return;
  Layers All(Profile.AllAllocators, Names, Bare);
  std::set<BareId> Taken;
  for (NameId Allocator : Profile.AllAllocators)
    Taken.insert(Bare.of(Allocator));
  std::vector<AllocationPath> Paths;
  std::vector<uint32_t> PathOf(Leaves.size(), UINT32_MAX);
  for (uint32_t I = 0; I != PathOf.size(); ++I) {
    const Leaf &Of = Leaves.key(I);
    if (Of.Allocator == NoName || All.above(Of.Allocator, Of.Chain) != NoName)
      continue;
    PathOf[I] = uint32_t(Paths.size());
    const Counters Sum = Leaves.sum(I);
    Paths.push_back({Of.Allocator, Of.Site, &Of.Chain, Sum.Calls, Sum.SmallestSize,
                     Sum.LargestSize, (Of.Flags & HasType) != 0});
  }
  Profile.ShownThrough = skipWrappers(Paths, Names, Bare, Taken);
  if (Profile.ShownThrough.empty())
    return;
  GroupMap<Leaf> Shorter;
  for (uint32_t I = 0; I != PathOf.size(); ++I) {
    Leaf Key = Leaves.key(I);
    Counters Sum = Leaves.sum(I);
    if (PathOf[I] != UINT32_MAX) {
      Hidden.removeFirst(Paths[PathOf[I]].Skipped, Key.Chain, Key.Site);
      if (Paths[PathOf[I]].Skipped) // that of the wrapper is of all its callers together
        Sum.OwnPeak = 0;
    }
    Shorter.add(Key, Sum);
  }
  Leaves = std::move(Shorter);
}

/// Of each leaf, the allocator below which it lies and is folded. What lies below others that
/// are not shown has to be seen.
std::vector<NameId> Grouping::allocatorsAbove(const GroupedProfile &Profile,
                                              BareNames &Bare) const {
  std::vector<NameId> Above(Leaves.size(), NoName), Shown;
  if (Wanted.AllLayers || Wanted.By == GroupBy::Allocator)
    return Above;
  // One that has nothing of what is shown stands for nothing: of an arena it may be known what it
  // allocated, and not what is live.
  for (const AllocatorTotal &Total : Profile.Allocators)
    if (columnOf(Wanted.Sort).isOfBlocks()
            ? Total.Sum.quantity(Wanted.Sort).Is != Known::Nothing
            : Total.Sum[Wanted.Sort] != 0)
      Shown.push_back(Total.Allocator);
  Layers Of(Shown, Names, Bare);
  bool ShowsOne = false;
  for (uint32_t I = 0; I != Above.size(); ++I) {
    const Leaf &Each = Leaves.key(I);
    Above[I] = Of.above(Each.Allocator, Each.Chain);
    ShowsOne |= Above[I] == NoName && !(Each.Flags & IsNotWanted);
  }
  if (!ShowsOne)
    std::fill(Above.begin(), Above.end(), NoName);
  return Above;
}

/// Whether each leaf is shown.
std::vector<bool> Grouping::foldLayers(GroupedProfile &Profile, BareNames &Bare) {
  const std::vector<NameId> Above = allocatorsAbove(Profile, Bare);
  struct Fold {
    Counters Sum;
    std::set<std::pair<NameId, NameId>> Sites; ///< and functions, where these are not known
    std::map<NameId, uint64_t> BytesAbove;
  };
  std::map<NameId, Fold> Folds;
  std::vector<bool> IsShown(Leaves.size());
  for (uint32_t I = 0; I != Above.size(); ++I) {
    const Leaf &Key = Leaves.key(I);
    if (Key.Flags & IsNotWanted)
      continue;
    if (Above[I] == NoName) {
      IsShown[I] = true;
      continue;
    }
    Fold &Into = Folds[Key.Allocator];
    const Counters Sum = Leaves.sum(I);
    Into.Sum += Sum;
    Into.Sites.insert({Key.Site, chainStandsForSite(Key.Site) ? Key.Chain[0] : NoName});
    uint64_t &Bytes = Into.BytesAbove[Above[I]];
    Bytes = saturatingAdd(Bytes, Sum.Bytes);
  }
  for (const AllocatorTotal &Total : Profile.Allocators) {
    auto Found = Folds.find(Total.Allocator);
    if (Found == Folds.end())
      continue;
    const Fold &Each = Found->second;
    FoldedLayer Layer{Total.Allocator, {}, Each.Sum, Each.Sites.size()};
    for (auto [Allocator, Bytes] : Each.BytesAbove)
      Layer.Above.push_back(Allocator);
    std::sort(Layer.Above.begin(), Layer.Above.end(), [&](NameId A, NameId B) {
      return std::pair(Each.BytesAbove.at(B), Names[A]) <
             std::pair(Each.BytesAbove.at(A), Names[B]);
    });
    Profile.Folded.push_back(std::move(Layer));
  }
  return IsShown;
}

std::vector<AllocatorTotal> Grouping::allocatorTotals() const {
  struct Site {
    NameId Allocator, Site;
    CallChain Chain;
  };
  KeySet<Site> Sites;
  GroupMap<Leaf> Sums;
  std::vector<size_t> SiteCounts;
  for (uint32_t I = 0; I != Leaves.size(); ++I) {
    const Leaf &Of = Leaves.key(I);
    const uint32_t At = Sums.add({Of.Allocator, NoName, {}, NoName, 0, 0, 0}, Leaves.sum(I));
    SiteCounts.resize(Sums.size());
    const size_t Before = Sites.size();
    Sites.intern(
        {Of.Allocator, Of.Site, chainStandsForSite(Of.Site) ? Of.Chain : CallChain{}});
    SiteCounts[At] += Sites.size() - Before;
  }
  std::vector<uint32_t> Order(Sums.size());
  std::iota(Order.begin(), Order.end(), 0);
  std::sort(Order.begin(), Order.end(),
            [&](uint32_t A, uint32_t B) { return isBefore(Sums, A, B); });
  std::vector<AllocatorTotal> Totals;
  for (uint32_t I : Order)
    Totals.push_back({Sums.key(I).Allocator, Sums.sum(I), SiteCounts[I]});
  return Totals;
}

/// Of a row that an earlier filter refuses later ones are not asked.
std::vector<std::string> Grouping::misses() const {
  std::vector<std::string> Sentences;
  const char *OfWhat = "";
  for (auto [Kind, Filter] :
       {std::pair("allocator", &AllocatorFilter), std::pair("type", &TypeFilter),
        std::pair("function", &FunctionFilter)}) {
    for (const std::string &Miss : Filter->misses())
      Sentences.push_back(fmt::format("No {}{} matches {}.", Kind, OfWhat, Miss));
    if (!Filter->isEmpty())
      OfWhat = " of what the other options leave";
  }
  return Sentences;
}

GroupedProfile Grouping::finish() {
  addWaiting();
  GroupedProfile Profile;
  Profile.HadRows = HadRows;
  for (const std::string &Function : Hidden.functions())
    Profile.Hidden.push_back(Function);
  for (NameId Name = 0; Name != IsAllocator.size(); ++Name)
    if (IsAllocator[Name])
      Profile.AllAllocators.push_back(Name);
  BareNames Bare(Names);
  leaveOutWrappers(Profile, Bare);
  Profile.Failed = Failed;
  std::sort(Profile.Failed.begin(), Profile.Failed.end(),
            [&](const FailedCalls &A, const FailedCalls &B) {
              return Names[A.Allocator] < Names[B.Allocator];
            });
  Profile.Allocators = allocatorTotals();
  const std::vector<bool> IsShown = foldLayers(Profile, Bare);

  constexpr uint32_t NotShown = UINT32_MAX;
  GroupMap<Leaf> Groups;
  std::vector<uint32_t> GroupOfLeaf(Leaves.size(), NotShown);
  for (uint32_t I = 0; I != Leaves.size(); ++I)
    if (IsShown[I])
      GroupOfLeaf[I] = Groups.add(groupOf(Leaves.key(I)), Leaves.sum(I));

  std::vector<uint32_t> Order(Groups.size());
  std::iota(Order.begin(), Order.end(), 0);
  size_t Shown = Wanted.Top ? std::min(Wanted.Top, Order.size()) : Order.size();
  std::partial_sort(Order.begin(), Order.begin() + Shown, Order.end(),
                    [&](uint32_t A, uint32_t B) { return isBefore(Groups, A, B); });
  GroupMap<Leaf> Layers;
  auto layer = [](NameId Allocator) { return Leaf{Allocator, NoName, {}, NoName, 0, 0, 0}; };
  for (uint32_t I = 0; I != Groups.size(); ++I)
    Layers.add(layer(Groups.key(I).Allocator), Groups.sum(I));
  std::sort(Order.begin(), Order.begin() + Shown, [&](uint32_t A, uint32_t B) {
    const NameId First = Groups.key(A).Allocator, Second = Groups.key(B).Allocator;
    return First == Second
               ? isBefore(Groups, A, B)
               : isBefore(Layers, Layers.find(layer(First)), Layers.find(layer(Second)));
  });

  std::vector<uint32_t> RankOfGroup(Groups.size(), NotShown);
  for (uint32_t Rank = 0; Rank != Shown; ++Rank)
    RankOfGroup[Order[Rank]] = Rank;
  std::vector<std::vector<uint32_t>> Members(Shown);
  for (uint32_t I = 0; I != GroupOfLeaf.size(); ++I)
    if (GroupOfLeaf[I] != NotShown && RankOfGroup[GroupOfLeaf[I]] != NotShown)
      Members[RankOfGroup[GroupOfLeaf[I]]].push_back(I);

  for (uint32_t Rank = 0; Rank != Shown; ++Rank)
    Profile.Groups.push_back(
        describe(Groups.key(Order[Rank]), Groups.sum(Order[Rank]), Members[Rank]));
  Profile.GroupCount = Groups.size();
  if (Profile.Groups.empty())
    Profile.Misses = misses();
  return Profile;
}
