//===- Diff.cpp - Two sides of a profile, row by row ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diff.h"

#include "SiteMatch.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <unordered_map>

using namespace allocsite;

const char *allocsite::viewWord(DiffBy By) {
  static constexpr const char *Words[] = {"site", "chain",   "function", "type",  "allocator",
                                          "file", "through", "process",  "thread"};
  static_assert(std::size(Words) == unsigned(DiffBy::Thread) + 1);
  return Words[unsigned(By)];
}

const char *allocsite::stateWord(DiffState State) {
  static constexpr const char *Words[] = {"new", "gone", "grown", "shrunk", "same", "unknown"};
  static_assert(std::size(Words) == unsigned(DiffState::Unknown) + 1);
  return Words[unsigned(State)];
}

namespace {

class Differ {
public:
  Differ(const Profile &Of, DiffBy By, ColumnId Measure)
      : Of(Of), By(By), Measure(Measure), All(Of), Chains(Of) {
    if (By == DiffBy::Site)
      Matched = matchSites(Of, All);
  }

  Diff diff() {
    for (RowId Row = 0; Row != Of.rowCount(); ++Row)
      for (unsigned Side = 0; Side != 2; ++Side)
        if (isOn(Row, Side))
          add(Row, Side);
    Diff Result;
    for (Entry &Each : Entries) {
      finish(Each);
      Result.MatchedCount += Each.Row.IsOn[0] && Each.Row.IsOn[1];
      Result.Rows.push_back(std::move(Each.Row));
    }
    Result.MatchedShare = matchedShare(Result.Rows);
    std::sort(Result.Rows.begin(), Result.Rows.end(),
              [this](const DiffRow &A, const DiffRow &B) { return isBefore(A, B); });
    return Result;
  }

private:
  struct Entry {
    DiffRow Row;
    std::unordered_map<uint32_t, std::pair<ChainId, uint64_t>> Chains[2]; ///< by their names
  };
  struct Key {
    uint32_t First = 0, Second = 0, Third = 0;
  };

  bool isOn(RowId Row, unsigned Side) const {
    for (ColumnId I = 0; I != Of.columns().size(); ++I)
      if (Of.value(Row, I, Side))
        return true;
    return false;
  }

  uint32_t textId(std::string_view Text) {
    auto [At, IsNew] = Texts.try_emplace(std::string(Text), uint32_t(Texts.size()));
    return At->second;
  }

  Key keyOf(RowId Row, unsigned Side) {
    const RowKey &Is = Of.row(Row);
    switch (By) {
    case DiffBy::Site:
      return {Matched[Side][All.of(Row)]};
    case DiffBy::Chain:
      return {Chains.of(Is.Chain), Is.Allocator, Is.Type};
    case DiffBy::Function:
      return {innermost(Of, Is.Chain), Is.Allocator};
    case DiffBy::Type:
      return {Is.Type, Is.Allocator};
    case DiffBy::Allocator:
      return {Is.Allocator};
    case DiffBy::File:
      return {textId(fileOf(Of, Row)), Is.Allocator};
    case DiffBy::Through:
      return {Is.Through, Is.Allocator};
    case DiffBy::Process:
      return {textId(withoutNumber(Of.Names[Is.Process])), Is.Allocator};
    case DiffBy::Thread:
      return {textId(withoutNumber(Of.Names[Is.Thread])), Is.Allocator};
    }
    __builtin_unreachable();
  }

  void add(RowId Row, unsigned Side) {
    const uint32_t At = Keys.intern(keyOf(Row, Side));
    const RowKey &Is = Of.row(Row);
    if (At == Entries.size()) {
      Entries.emplace_back();
      Entries[At].Row.Values.resize(Of.columns().size() * 2);
    }
    DiffRow &To = Entries[At].Row;
    To.Allocator = Is.Allocator;
    if (By == DiffBy::Site || By == DiffBy::Chain || By == DiffBy::Type)
      To.Type = Is.Type;
    if (By == DiffBy::Site)
      To.Sites[Side] = Is.Site;
    if (By == DiffBy::Site || By == DiffBy::Chain || By == DiffBy::Function)
      To.Function = innermost(Of, Is.Chain);
    if (By == DiffBy::Through)
      To.Through = Is.Through;
    if (By == DiffBy::File)
      To.File = fileOf(Of, Row);
    if (By == DiffBy::Process)
      To.Named = withoutNumber(Of.Names[Is.Process]);
    if (By == DiffBy::Thread)
      To.Named = withoutNumber(Of.Names[Is.Thread]);
    To.IsOn[Side] = true;
    for (ColumnId I = 0; I != Of.columns().size(); ++I) {
      uint64_t &Value = To.Values[I * 2 + Side];
      Value = merged(Of.columns()[I].Merge, Value, Of.value(Row, I, Side));
    }
    auto &[Chain, Sum] = Entries[At].Chains[Side][Chains.of(Is.Chain)];
    Chain = Is.Chain;
    Sum = merged(MeasureMerge::Sum, Sum, Of.value(Row, Measure, Side));
  }

  bool isKnown(const DiffRow &Row) const {
    return Row.quantity(Is, Measure, 0).isWhole() && Row.quantity(Is, Measure, 1).isWhole();
  }

  void finish(Entry &Of) {
    const uint64_t Before = Of.Row.value(Measure, 0), After = Of.Row.value(Measure, 1);
    Of.Row.State = !Of.Row.IsOn[0]    ? DiffState::New
                   : !Of.Row.IsOn[1]  ? DiffState::Gone
                   : !isKnown(Of.Row) ? DiffState::Unknown
                   : After > Before   ? DiffState::Grown
                   : After < Before   ? DiffState::Shrunk
                                      : DiffState::Same;
    const auto &Side = Of.Chains[After >= Before && Of.Row.IsOn[1] ? 1
                                 : Of.Row.IsOn[0]                  ? 0
                                                                   : 1];
    Of.Row.ChainCount = Side.size();
    uint64_t Most = 0;
    for (const auto &[Name, Each] : Side)
      if (Of.Row.Heaviest == NoChain || Each.second > Most ||
          (Each.second == Most && Each.first < Of.Row.Heaviest)) {
        Of.Row.Heaviest = Each.first;
        Most = Each.second;
      }
  }

  double matchedShare(const std::vector<DiffRow> &Rows) const {
    const ColumnId Shared = Of.column(allocsite::Measure::Bytes).value_or(Measure);
    double Both = 0, Sum = 0;
    for (const DiffRow &Each : Rows) {
      const double Its = double(Each.value(Shared, 0)) + double(Each.value(Shared, 1));
      Sum += Its;
      if (Each.IsOn[0] && Each.IsOn[1])
        Both += Its;
    }
    return Sum ? Both / Sum : 1;
  }

  /// Equal changes are ordered by the names, so that the answer is always the same.
  bool isBefore(const DiffRow &A, const DiffRow &B) const {
    auto size = [this](const DiffRow &Of) {
      const int64_t Change = Of.change(Measure);
      return Change < 0 ? -Change : Change;
    };
    if (size(A) != size(B))
      return size(A) > size(B);
    for (auto Part : {&DiffRow::Function, &DiffRow::Allocator, &DiffRow::Type})
      if (int Order = Of.Names[A.*Part].compare(Of.Names[B.*Part]))
        return Order < 0;
    for (unsigned Side = 0; Side != 2; ++Side)
      if (int Order = Of.Names[A.Sites[Side]].compare(Of.Names[B.Sites[Side]]))
        return Order < 0;
    return std::tie(A.File, A.Named, A.Values) < std::tie(B.File, B.Named, B.Values);
  }

  const Profile &Of;
  DiffBy By;
  ColumnId Measure;
  KnownOfColumns Is{Of.columns()};
  Sites All;
  NamedChains Chains;
  std::vector<std::vector<uint32_t>> Matched; ///< by side and site
  KeySet<Key> Keys;
  std::vector<Entry> Entries;
  std::map<std::string, uint32_t> Texts;
};

} // namespace

Diff allocsite::diffOf(const Profile &Of, DiffBy By, ColumnId Measure) {
  return Differ(Of, By, Measure).diff();
}
