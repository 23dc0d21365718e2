//===- RowsBySide.cpp - The rows of all sides of a profile, matched -------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowsBySide.h"

#include "SiteMatch.h"

#include <iterator>
#include <map>
#include <tuple>
#include <unordered_map>

using namespace allocsite;

const char *allocsite::viewWord(RowBy By) {
  static constexpr const char *Words[] = {"site", "chain",   "function", "type",  "allocator",
                                          "file", "through", "process",  "thread"};
  static_assert(std::size(Words) == unsigned(RowBy::Thread) + 1);
  return Words[unsigned(By)];
}

std::string allocsite::nounOf(RowBy By, size_t Count) {
  if (By == RowBy::Through)
    return Count == 1 ? "library" : "libraries";
  return viewWord(By) + std::string(Count == 1 ? "" : By == RowBy::Process ? "es" : "s");
}

NameId SidedRow::lastSite() const {
  for (size_t Side = IsOn.size(); Side--;)
    if (IsOn[Side])
      return Sites[Side];
  return NoName;
}

namespace {

class RowMatcher {
public:
  RowMatcher(const Profile &Of, RowBy By, ColumnId Measure)
      : Of(Of), By(By), Measure(Measure), All(Of), Chains(Of) {
    if (By == RowBy::Site)
      Matched = matchSites(Of, All);
  }

  std::vector<SidedRow> rows() {
    for (RowId Row = 0; Row != Of.rowCount(); ++Row)
      for (unsigned Side = 0; Side != Of.sides(); ++Side)
        if (isOn(Row, Side))
          add(Row, Side);
    std::vector<SidedRow> Result;
    for (Entry &Each : Entries) {
      findHeaviest(Each);
      Result.push_back(std::move(Each.Row));
    }
    return Result;
  }

private:
  struct Entry {
    SidedRow Row;
    /// By side and the names of a chain.
    std::vector<std::unordered_map<uint32_t, std::pair<ChainId, uint64_t>>> Chains;
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
    case RowBy::Site:
      return {Matched[Side][All.of(Row)]};
    case RowBy::Chain:
      return {Chains.of(Is.Chain), Is.Allocator, Is.Type};
    case RowBy::Function:
      return {innermost(Of, Is.Chain), Is.Allocator};
    case RowBy::Type:
      return {Is.Type, Is.Allocator};
    case RowBy::Allocator:
      return {Is.Allocator};
    case RowBy::File:
      return {textId(fileOf(Of, Row)), Is.Allocator};
    case RowBy::Through:
      return {Is.Through, Is.Allocator};
    case RowBy::Process:
      return {textId(withoutNumber(Of.Names[Is.Process])), Is.Allocator};
    case RowBy::Thread:
      return {textId(withoutNumber(Of.Names[Is.Thread])), Is.Allocator};
    }
    __builtin_unreachable();
  }

  void add(RowId Row, unsigned Side) {
    const uint32_t At = Keys.intern(keyOf(Row, Side));
    const RowKey &Is = Of.row(Row);
    if (At == Entries.size()) {
      Entries.emplace_back();
      Entries[At].Row.Values.resize(Of.columns().size() * Of.sides());
      Entries[At].Row.Sites.resize(Of.sides(), NoName);
      Entries[At].Row.IsOn.resize(Of.sides());
      Entries[At].Chains.resize(Of.sides());
    }
    SidedRow &To = Entries[At].Row;
    To.Allocator = Is.Allocator;
    if (By == RowBy::Site || By == RowBy::Chain || By == RowBy::Type)
      To.Type = Is.Type;
    if (By == RowBy::Site)
      To.Sites[Side] = Is.Site;
    if (By == RowBy::Site || By == RowBy::Chain || By == RowBy::Function)
      To.Function = innermost(Of, Is.Chain);
    if (By == RowBy::Through)
      To.Through = Is.Through;
    if (By == RowBy::File)
      To.File = fileOf(Of, Row);
    if (By == RowBy::Process)
      To.Named = withoutNumber(Of.Names[Is.Process]);
    if (By == RowBy::Thread)
      To.Named = withoutNumber(Of.Names[Is.Thread]);
    To.IsOn[Side] = true;
    for (ColumnId I = 0; I != Of.columns().size(); ++I) {
      uint64_t &Value = To.Values[I * Of.sides() + Side];
      Value = merged(Of.columns()[I].Merge, Value, Of.value(Row, I, Side));
    }
    auto &[Chain, Sum] = Entries[At].Chains[Side][Chains.of(Is.Chain)];
    Chain = Is.Chain;
    Sum = merged(MeasureMerge::Sum, Sum, Of.value(Row, Measure, Side));
  }

  void findHeaviest(Entry &Its) {
    SidedRow &Row = Its.Row;
    unsigned Side = 0;
    for (unsigned I = 1; I != Of.sides(); ++I)
      if (Row.IsOn[I] &&
          (!Row.IsOn[Side] || Row.value(Measure, I) >= Row.value(Measure, Side)))
        Side = I;
    Row.ChainCount = Its.Chains[Side].size();
    uint64_t Most = 0;
    for (const auto &[Name, Each] : Its.Chains[Side])
      if (Row.Heaviest == NoChain || Each.second > Most ||
          (Each.second == Most && Each.first < Row.Heaviest)) {
        Row.Heaviest = Each.first;
        Most = Each.second;
      }
  }

  const Profile &Of;
  RowBy By;
  ColumnId Measure;
  Sites All;
  NamedChains Chains;
  std::vector<std::vector<uint32_t>> Matched; ///< by side and site
  KeySet<Key> Keys;
  std::vector<Entry> Entries;
  std::map<std::string, uint32_t> Texts;
};

} // namespace

std::vector<SidedRow> allocsite::rowsBySide(const Profile &Of, RowBy By, ColumnId Measure) {
  return RowMatcher(Of, By, Measure).rows();
}

bool allocsite::isBeforeByName(const SidedRow &A, const SidedRow &B, const NameTable &Names) {
  for (auto Part : {&SidedRow::Function, &SidedRow::Allocator, &SidedRow::Type})
    if (int Order = Names[A.*Part].compare(Names[B.*Part]))
      return Order < 0;
  for (size_t Side = 0; Side != A.Sites.size(); ++Side)
    if (int Order = Names[A.Sites[Side]].compare(Names[B.Sites[Side]]))
      return Order < 0;
  return std::tie(A.File, A.Named, A.Values) < std::tie(B.File, B.Named, B.Values);
}
