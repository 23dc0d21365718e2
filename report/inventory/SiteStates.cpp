//===- SiteStates.cpp - Which sites ran and which never did ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SiteStates.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>

using namespace allocsite;

const char *allocsite::stateWord(SiteState State) {
  static constexpr const char *Words[] = {"ran",  "never",   "replaced", "level",
                                          "site", "library", "refused",  "unlisted"};
  static_assert(std::size(Words) == unsigned(SiteState::Unlisted) + 1);
  return Words[unsigned(State)];
}

void SiteStates::add(const LogRow &Row) {
  Counted &To =
      Rows.try_emplace({Row.Site, Row.Allocator}, Counted{Row.Chain[0]}).first->second;
  if (Row.isFailed()) // its site ran all the same
    return;
  To.Calls = saturatingAdd(To.Calls, Row[Measure::Calls]);
  To.Bytes = saturatingAdd(To.Bytes, Row[Measure::Bytes]);
}

std::vector<ListedSite> SiteStates::finish(bool HasLog) const {
  std::vector<ListedSite> Listed;
  std::map<Key, uint32_t> Levels; // of sites
  for (const InventoryEntry &Each : Entries)
    if (Each.Of == InventoryEntry::Site) {
      uint32_t &Highest = Levels[{Each.Place, Each.Allocator}];
      Highest = std::max(Highest, Each.Level);
    }
  std::set<Key> Claimed; // by sites
  std::set<std::tuple<NameId, NameId, NameId, NameId>> Refused;
  for (const InventoryEntry &Each : Entries) {
    Key Of{Each.Place, Each.Allocator};
    auto Row = Rows.find(Of);
    bool Ran = Row != Rows.end();
    if (Each.Of == InventoryEntry::Refused) {
      if (Refused.emplace(Each.Place, Each.Allocator, Each.Reason, Each.Function).second)
        Listed.push_back(
            {SiteState::Refused, Each.Place, Each.Allocator, Each.Function, Each.Reason});
    } else if (Each.Of == InventoryEntry::Site ||
               (Each.Of == InventoryEntry::LibrarySite && Ran)) {
      if (!Claimed.insert(Of).second)
        continue;
      uint32_t Level = std::max(Levels[Of], Each.Level);
      Listed.push_back({Ran                          ? SiteState::Ran
                        : Replaced.count(Each.Place) ? SiteState::Replaced
                        : !HasLog                    ? SiteState::Static
                        : Level > 1                  ? SiteState::Level
                                                     : SiteState::Never,
                        Each.Place, Each.Allocator, Each.Function, NoName,
                        Ran ? Row->second.Calls : 0, Ran ? Row->second.Bytes : 0, Level});
    }
  }

  // Rows that no site claims belong to a call into the library, to a call of a wrapper, or to
  // nothing that the inventory lists.
  struct Call {
    NameId Function;
    bool OfWrapper;
  };
  std::map<NameId, Call> Calls; // by place
  for (const InventoryEntry &Each : Entries)
    if (Each.Of == InventoryEntry::LibraryCall || Each.Of == InventoryEntry::WrapperCall)
      Calls.try_emplace(Each.Place, Call{Each.Function, false}).first->second.OfWrapper |=
          Each.Of == InventoryEntry::WrapperCall;
  std::set<NameId> Led;
  for (const auto &[Of, Row] : Rows) {
    if (Claimed.count(Of))
      continue;
    auto Call = Calls.find(Of.first);
    bool IsCall = Call != Calls.end();
    if (IsCall)
      Led.insert(Of.first);
    Listed.push_back({IsCall ? SiteState::Ran : SiteState::Unlisted, Of.first, Of.second,
                      IsCall ? Call->second.Function : Row.Function, NoName, Row.Calls,
                      Row.Bytes});
  }
  // Calls without rows: a wrapper call never ran, as wrappers are called to allocate; a
  // library call may have run without allocating. If a wrapper was inlined, its place has a
  // site already: skip the call.
  std::set<NameId> Sites;
  for (const auto &[Place, Allocator] : Claimed)
    Sites.insert(Place);
  for (const auto &[Place, Each] : Calls)
    if (!Led.count(Place) && !(Each.OfWrapper && Sites.count(Place)))
      Listed.push_back({!Each.OfWrapper ? SiteState::Library
                        : HasLog        ? SiteState::Never
                                        : SiteState::Static,
                        Place,
                        NoName,
                        Each.Function,
                        NoName,
                        {}});

  std::sort(Listed.begin(), Listed.end(), [this](const ListedSite &A, const ListedSite &B) {
    return std::make_tuple(A.State, -int64_t(A.Bytes), Names[A.Place], Names[A.Allocator],
                           Names[A.Reason]) <
           std::make_tuple(B.State, -int64_t(B.Bytes), Names[B.Place], Names[B.Allocator],
                           Names[B.Reason]);
  });
  return Listed;
}
