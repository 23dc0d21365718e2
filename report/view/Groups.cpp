//===- Groups.cpp - Sums by site, chain, type … ---------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Groups.h"

#include "Sites.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

using namespace allocsite;

std::vector<ColumnId> allocsite::columnOrder(const Profile &Of,
                                             std::optional<ColumnId> First) {
  std::vector<ColumnId> Order;
  if (First)
    Order.push_back(*First);
  for (unsigned I = 0; I != MeasureCount; ++I)
    if (auto Column = Of.column(Measure(I)); Column && Column != First)
      Order.push_back(*Column);
  return Order;
}

namespace {

/// Identifies a group. Members that the view does not group by keep their defaults.
struct GroupKey {
  NameId Allocator = NoName, Site = NoName;
  ChainId Chain = NoChain; ///< or a function, as it is the innermost one of a chain
  NameId Type = NoName;
  NameId Through = NoName;
  uint32_t SizeLow = 0, SizeHigh = 0;
};

/// The sums of groups, in the columns of the profile.
class SumTable {
public:
  explicit SumTable(const Profile &Of) : Of(Of), Values(Of.columns().size()) {}

  uint32_t add(const GroupKey &Key, RowId Row) {
    const uint32_t Id = Keys.intern(Key);
    if (Id == Sizes.size()) {
      Sizes.emplace_back();
      for (LargeVector<uint64_t> &Each : Values)
        Each.push_back(0);
    }
    for (ColumnId I = 0; I != Values.size(); ++I)
      Values[I][Id] = merged(Of.columns()[I].Merge, Values[I][Id], Of.value(Row, I, 0));
    Sizes[Id].add(Of.sizes(Row));
    return Id;
  }

  size_t size() const { return Keys.size(); }
  const GroupKey &key(uint32_t Id) const { return Keys[Id]; }
  uint64_t value(uint32_t Id, ColumnId Column) const { return Values[Column][Id]; }
  const SizeRange &sizes(uint32_t Id) const { return Sizes[Id]; }
  RowsSum sum(uint32_t Id) const {
    RowsSum Sum;
    for (const LargeVector<uint64_t> &Each : Values)
      Sum.Values.push_back(Each[Id]);
    Sum.Sizes = Sizes[Id];
    return Sum;
  }

private:
  const Profile &Of;
  KeySet<GroupKey> Keys;
  std::vector<LargeVector<uint64_t>> Values; ///< by column
  LargeVector<SizeRange> Sizes;
};

class Grouper {
public:
  Grouper(const Profile &Of, const View &Rows, GroupBy By, ColumnId Sort)
      : Of(Of), Rows(Rows), By(By), Order(columnOrder(Of, Sort)), Chains(Of) {}

  Groups group(size_t Top);

private:
  /// Uses the chain in place of an unknown site.
  GroupKey siteOf(RowId Row) const {
    GroupKey Key;
    Key.Allocator = Of.row(Row).Allocator;
    Key.Site = Rows.site(Row);
    if (Key.Site == NoName)
      Key.Chain = Chains.of(Rows.chain(Row));
    return Key;
  }
  GroupKey keyOf(RowId Row) const;
  std::vector<std::string_view> names(uint32_t Chain) const {
    std::vector<std::string_view> Names;
    for (NameId Each : functionsOf(Of, Chains.first(Chain)))
      Names.push_back(Of.Names[Each]);
    return Names;
  }
  bool isBefore(const SumTable &In, uint32_t A, uint32_t B) const;
  void total(Groups &To) const;
  void fold(Groups &To) const;
  void fail(Groups &To) const;
  Group describe(const GroupKey &Key, RowsSum Sum, const std::vector<RowId> &Members) const;

  const Profile &Of;
  const View &Rows;
  GroupBy By;
  std::vector<ColumnId> Order;
  NamedChains Chains;
};

GroupKey Grouper::keyOf(RowId Row) const {
  const RowKey &Its = Of.row(Row);
  GroupKey Key;
  Key.Allocator = Its.Allocator;
  switch (By) {
  case GroupBy::Site:
    return siteOf(Row);
  case GroupBy::Pc0:
    Key.Site = innermost(Of, Rows.chain(Row));
    break;
  case GroupBy::Chain:
    Key.Chain = Chains.of(Rows.chain(Row));
    break;
  case GroupBy::Type:
    Key.Type = Its.Type;
    break;
  case GroupBy::Through:
    Key.Through = Its.Through;
    break;
  case GroupBy::Size:
    Key.SizeLow = Its.SizeLow;
    Key.SizeHigh = Its.SizeHigh;
    break;
  case GroupBy::Allocator:
    break;
  }
  return Key;
}

/// Larger first. Ties are ordered by name, not by the order of files, so that the same logs
/// give the same answer.
bool Grouper::isBefore(const SumTable &In, uint32_t A, uint32_t B) const {
  for (ColumnId Each : Order)
    if (In.value(A, Each) != In.value(B, Each))
      return In.value(A, Each) > In.value(B, Each);
  const GroupKey &KeyA = In.key(A), &KeyB = In.key(B);
  auto compare = [this](NameId First, NameId Second) {
    return Of.Names[First].compare(Of.Names[Second]);
  };
  if (int Order = compare(KeyA.Allocator, KeyB.Allocator))
    return Order < 0;
  if (int Order = compare(KeyA.Site, KeyB.Site))
    return Order < 0;
  if (int Order = compare(KeyA.Type, KeyB.Type))
    return Order < 0;
  if (int Order = compare(KeyA.Through, KeyB.Through))
    return Order < 0;
  if (KeyA.Chain != KeyB.Chain)
    return names(KeyA.Chain) < names(KeyB.Chain);
  return In.sizes(A).Largest < In.sizes(B).Largest;
}

/// Totals over all rows, selected or not, of each allocator that has a selected row.
void Grouper::total(Groups &To) const {
  std::vector<bool> IsAsked(Of.Names.size());
  for (RowId Row = 0; Row != Of.rowCount(); ++Row)
    if (Rows.isAsked(Row))
      IsAsked[Of.row(Row).Allocator] = true;
  KeySet<GroupKey> Sites;
  SumTable Sums(Of);
  std::vector<size_t> SiteCounts;
  for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
    const RowKey &Key = Of.row(Row);
    if (!IsAsked[Key.Allocator] || Key.IsFailed)
      continue;
    const uint32_t At = Sums.add({Key.Allocator}, Row);
    SiteCounts.resize(Sums.size());
    const size_t Before = Sites.size();
    Sites.intern(siteOf(Row));
    SiteCounts[At] += Sites.size() - Before;
  }
  std::vector<uint32_t> Ids(Sums.size());
  std::iota(Ids.begin(), Ids.end(), 0);
  std::sort(Ids.begin(), Ids.end(),
            [&](uint32_t A, uint32_t B) { return isBefore(Sums, A, B); });
  for (uint32_t Id : Ids)
    To.Allocators.push_back({Sums.key(Id).Allocator, Sums.sum(Id), SiteCounts[Id]});
}

void Grouper::fold(Groups &To) const {
  const auto Bytes = Of.column(Measure::Bytes);
  struct Fold {
    std::set<std::pair<NameId, NameId>> Sites; ///< or functions, if sites are not known
    std::map<NameId, uint64_t> BytesAbove;
    uint32_t Sum;
  };
  SumTable Sums(Of);
  std::map<NameId, Fold> Folds;
  for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
    const NameId Above = Rows.above(Row);
    if (Above == NoName)
      continue;
    const RowKey &Key = Of.row(Row);
    Fold &Into = Folds[Key.Allocator];
    Into.Sum = Sums.add({Key.Allocator}, Row);
    const NameId Site = Rows.site(Row);
    Into.Sites.insert({Site, Site == NoName ? innermost(Of, Rows.chain(Row)) : NoName});
    uint64_t &Sum = Into.BytesAbove[Above];
    Sum = saturatingAdd(Sum, Of.value(Row, Bytes, 0));
  }
  for (const AllocatorTotal &Total : To.Allocators) {
    auto Found = Folds.find(Total.Allocator);
    if (Found == Folds.end())
      continue;
    const Fold &Each = Found->second;
    FoldedLayer Layer{Total.Allocator, {}, Sums.sum(Each.Sum), Each.Sites.size()};
    for (auto [Allocator, Sum] : Each.BytesAbove)
      Layer.Above.push_back(Allocator);
    std::sort(Layer.Above.begin(), Layer.Above.end(), [&](NameId A, NameId B) {
      return std::pair(Each.BytesAbove.at(B), Of.Names[A]) <
             std::pair(Each.BytesAbove.at(A), Of.Names[B]);
    });
    To.Folded.push_back(std::move(Layer));
  }
}

void Grouper::fail(Groups &To) const {
  std::map<std::string_view, FailedCalls> ByName;
  for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
    if (!Rows.IsFailedAsked[Row])
      continue;
    const NameId Allocator = Of.row(Row).Allocator;
    FailedCalls &Its =
        ByName.try_emplace(Of.Names[Allocator], FailedCalls{Allocator, 0, 0}).first->second;
    Its.Calls = saturatingAdd(Its.Calls, Of.value(Row, Measure::Calls, 0));
    Its.LargestSize = std::max(Its.LargestSize, Of.sizes(Row).Largest);
  }
  for (const auto &[Name, Each] : ByName)
    To.Failed.push_back(Each);
}

Group Grouper::describe(const GroupKey &Key, RowsSum Sum,
                        const std::vector<RowId> &Members) const {
  if (Members.size() == 1)
    return {Key.Allocator,
            std::move(Sum),
            Rows.chain(Members[0]),
            1,
            Rows.site(Members[0]),
            1,
            Key.Type,
            Of.row(Members[0]).Through};
  NameId Through = Of.row(Members[0]).Through;
  SumTable ByChain(Of), BySite(Of);
  std::vector<ChainId> ChainOf; ///< by id in ByChain
  for (RowId Row : Members) {
    GroupKey Chain, Site;
    Chain.Chain = Chains.of(Rows.chain(Row));
    Site.Site = Rows.site(Row);
    if (ByChain.add(Chain, Row) == ChainOf.size())
      ChainOf.push_back(Rows.chain(Row));
    BySite.add(Site, Row);
    if (Of.row(Row).Through != Through)
      Through = NoName;
  }
  auto heaviest = [this](const SumTable &In) {
    uint32_t Best = 0;
    for (uint32_t Id = 1; Id < In.size(); ++Id)
      if (isBefore(In, Id, Best))
        Best = Id;
    return Best;
  };
  return {Key.Allocator,
          std::move(Sum),
          ChainOf[heaviest(ByChain)],
          ByChain.size(),
          BySite.key(heaviest(BySite)).Site,
          BySite.size(),
          Key.Type,
          Through};
}

Groups Grouper::group(size_t Top) {
  Groups Result;
  total(Result);
  fold(Result);
  fail(Result);

  constexpr uint32_t NotShown = UINT32_MAX;
  SumTable Sums(Of), Layers(Of);
  std::vector<uint32_t> GroupOf(Of.rowCount(), NotShown), LayerOf;
  for (RowId Row = 0; Row != Of.rowCount(); ++Row)
    if (Rows.isShown(Row)) {
      GroupOf[Row] = Sums.add(keyOf(Row), Row);
      LayerOf.resize(Sums.size());
      LayerOf[GroupOf[Row]] = Layers.add({Of.row(Row).Allocator}, Row);
    }
  std::vector<uint32_t> Ids(Sums.size());
  std::iota(Ids.begin(), Ids.end(), 0);
  const size_t Shown = Top ? std::min(Top, Ids.size()) : Ids.size();
  std::partial_sort(Ids.begin(), Ids.begin() + Shown, Ids.end(),
                    [&](uint32_t A, uint32_t B) { return isBefore(Sums, A, B); });
  std::sort(Ids.begin(), Ids.begin() + Shown, [&](uint32_t A, uint32_t B) {
    return LayerOf[A] == LayerOf[B] ? isBefore(Sums, A, B)
                                    : isBefore(Layers, LayerOf[A], LayerOf[B]);
  });

  std::vector<uint32_t> RankOf(Sums.size(), NotShown);
  for (uint32_t Rank = 0; Rank != Shown; ++Rank)
    RankOf[Ids[Rank]] = Rank;
  std::vector<std::vector<RowId>> Members(Shown);
  for (RowId Row = 0; Row != GroupOf.size(); ++Row)
    if (GroupOf[Row] != NotShown && RankOf[GroupOf[Row]] != NotShown)
      Members[RankOf[GroupOf[Row]]].push_back(Row);
  for (uint32_t Rank = 0; Rank != Shown; ++Rank)
    Result.Largest.push_back(
        describe(Sums.key(Ids[Rank]), Sums.sum(Ids[Rank]), Members[Rank]));
  Result.Count = Sums.size();
  const KnownOfColumns Is(Of.columns());
  for (uint32_t Id = 0; Id != Sums.size(); ++Id) {
    const Quantity Its = Sums.sum(Id).quantity(Is, Order.front());
    Result.UnknownCount += !Its.isWhole();
    if (RankOf[Id] == NotShown)
      Result.AmountLeft = merged(MeasureMerge::Sum, Result.AmountLeft, Its.Value);
  }
  return Result;
}

} // namespace

Groups allocsite::groupRows(const Profile &Of, const View &Rows, GroupBy By, ColumnId Sort,
                            size_t Top) {
  return Grouper(Of, Rows, By, Sort).group(Top);
}
