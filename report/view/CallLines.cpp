//===- CallLines.cpp - At which line a caller calls -----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallLines.h"

#include "Sites.h"

#include <algorithm>
#include <set>

using namespace allocsite;

/// For each function, those that call it: by what is known of places, and by chains.
static std::map<NameId, std::set<NameId>> callersIn(const Profile &Of) {
  struct Pair {
    NameId Callee, Caller;
  };
  KeySet<Pair> Pairs; // there are many more chains
  for (const auto &[Ends, Place] : Of.Places.all())
    Pairs.intern({Ends.first, Ends.second});
  for (ChainId Chain = 1; Chain < Of.chainCount(); ++Chain)
    if (const auto [At, Caller] = Of.link(Chain); Caller != NoChain)
      Pairs.intern({Of.frame(At).Function, Of.frame(Of.link(Caller).At).Function});
  std::map<NameId, std::set<NameId>> Callers;
  for (uint32_t Id = 0; Id != Pairs.size(); ++Id)
    Callers[Pairs[Id].Callee].insert(Pairs[Id].Caller);
  return Callers;
}

CallLines::CallLines(Profile &Of) : Of(Of) {
  const std::map<NameId, std::set<NameId>> Callers = callersIn(Of);
  auto isBetween = [&](NameId Middle, NameId Callee, NameId Caller) {
    const auto Its = Callers.find(Middle);
    return Middle != Callee && Middle != Caller && Its != Callers.end() &&
           Its->second.count(Caller);
  };
  auto mayBeThroughOther = [&](NameId Callee, NameId Caller) {
    const std::set<NameId> &Its = Callers.at(Callee);
    return std::any_of(Its.begin(), Its.end(),
                       [&](NameId Each) { return isBetween(Each, Callee, Caller); });
  };
  std::map<NameId, NameId> FileOf; ///< by caller; NoName: several
  for (const auto &[Ends, Place] : Of.Places.all()) {
    const SitePlace Read = placeOf(Of.Names[Place.First]);
    const auto File = Read.File.empty() ? std::nullopt : Of.Names.intern(Read.File);
    if (!File)
      continue;
    const bool IsKnown = Place.isSole() && !mayBeThroughOther(Ends.first, Ends.second);
    At[Ends] = {*File, IsKnown ? Read.Line : 0};
    const auto [Known, IsNew] = FileOf.try_emplace(Ends.second, *File);
    if (!IsNew && Known->second != *File)
      Known->second = NoName;
  }
  for (auto &[Ends, Line] : At)
    if (!Line.Line)
      Line.File = FileOf[Ends.second];
}

CallLine CallLines::of(ChainId Chain) const {
  const ChainId Caller = Chain == NoChain ? NoChain : Of.link(Chain).Caller;
  if (Caller == NoChain)
    return {};
  const Frame &Callee = Of.frame(Of.link(Chain).At), &Its = Of.frame(Of.link(Caller).At);
  if (Its.Line)
    return {Its.File, Its.Line};
  const auto Found = At.find({Callee.Function, Its.Function});
  if (Found == At.end() || (Its.File != NoName && Its.File != Found->second.File))
    return {Its.File, 0};
  return Found->second;
}

void allocsite::addCallLines(Profile &To) {
  if (To.Places.all().empty())
    return;
  const CallLines Lines(To);
  // By chain: the chain of its caller, with lines. Callers come before those that they call.
  std::vector<ChainId> CallerOf(To.chainCount(), NoChain);
  for (ChainId Chain = 1; Chain < CallerOf.size(); ++Chain) {
    const ChainId Caller = To.link(Chain).Caller;
    if (Caller == NoChain)
      continue;
    Frame Its = To.frame(To.link(Caller).At);
    const CallLine Line = Lines.of(Chain);
    Its.File = Line.File;
    Its.Line = Line.Line;
    CallerOf[Chain] = To.internChain(To.internFrame(Its), CallerOf[Caller]);
  }
  To.rewriteRows([&](RowId Row) {
    RowKey Key = To.row(Row);
    if (Key.Chain != NoChain)
      Key.Chain = To.internChain(To.link(Key.Chain).At, CallerOf[Key.Chain]);
    return std::optional(Key);
  });
}
