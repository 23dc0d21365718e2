//===- ShownThrough.cpp - Chains without the wrappers that they begin with ===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShownThrough.h"

#include "Layers.h"
#include "Sites.h"
#include "Where.h"
#include "support/FunctionName.h"

#include <algorithm>
#include <deque>
#include <fmt/format.h>

using namespace allocsite;

ShownThrough::ShownThrough(const Profile &Of) {
  auto Calls = columnNamed(Of, "calls");
  if (!Calls)
    return;
  std::set<NameId> Allocators;
  for (RowId Row = 0; Row != Of.rowCount(); ++Row)
    Allocators.insert(Of.row(Row).Allocator);
  BareNames Bare(Of.Names);
  std::set<BareId> Taken;
  for (NameId Allocator : Allocators)
    if (Allocator != NoName)
      Taken.insert(Bare.of(Allocator));
  Layers Between({Allocators.begin(), Allocators.end()}, Of.Names, Bare);

  std::deque<CallChain> Chains; // paths point to them
  std::vector<AllocationPath> Paths;
  std::vector<std::tuple<NameId, ChainId, NameId>> Keys; ///< of paths
  std::map<std::tuple<NameId, ChainId, NameId, unsigned>, size_t> Known;
  auto add = [&](const RowKey &Key, unsigned Side, uint64_t Count) {
    auto [At, IsNew] =
        Known.try_emplace({Key.Allocator, Key.Chain, Key.Site, Side}, Paths.size());
    if (IsNew) {
      const std::vector<NameId> Functions = functionsOf(Of, Key.Chain);
      CallChain &Chain = Chains.emplace_back();
      std::copy_n(Functions.begin(), std::min(Functions.size(), Chain.size()), Chain.begin());
      if (Between.above(Key.Allocator, Chain) != NoName) {
        At->second = SIZE_MAX;
        return;
      }
      Paths.push_back({Key.Allocator, Key.Site, &Chain, 0, Key.size(), Key.size(), false, 0,
                       uint8_t(Side)});
      Keys.emplace_back(Key.Allocator, Key.Chain, Key.Site);
    }
    if (At->second == SIZE_MAX)
      return;
    AllocationPath &To = Paths[At->second];
    To.Calls = merged(MeasureMerge::Sum, To.Calls, Count);
    To.SmallestSize = std::min(To.SmallestSize, Key.size());
    To.LargestSize = std::max(To.LargestSize, Key.size());
    To.HasType |= Key.Type != NoName;
  };
  for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
    const RowKey &Key = Of.row(Row);
    if (Key.IsFailed || Key.Allocator == NoName)
      continue;
    for (unsigned Side = 0; Side != Of.sides(); ++Side)
      if (const uint64_t Count = Of.value(Row, *Calls, Side); Count || Of.sides() == 1)
        add(Key, Side, Count);
  }
  All = skipWrappers(Paths, Of.Names, Bare, Taken);
  for (size_t I = 0; I != Paths.size(); ++I)
    if (Paths[I].Skipped)
      Skipped[Keys[I]] = Paths[I].Skipped;
}

/// Of the call of \p Callee by \p Caller. The name of the function where no source tells it.
static NameId placeOfCall(Profile &Of, NameId Callee, ChainId Caller) {
  const Frame At = Of.frame(Of.link(Caller).At);
  if (NameId Place = Of.Places.find(Callee, At.Function); Place != NoName)
    return Place;
  if (At.File == NoName || !At.Line)
    return At.Function;
  auto Place = Of.Names.intern(fmt::format("{}:{}", Of.Names[At.File], At.Line));
  return Place ? *Place : At.Function;
}

std::vector<Wrapper> ShownThrough::applyTo(Profile &Of, bool MarksCuts) const {
  std::set<NameId> Gone;
  // That of the wrapper's site is of all its callers together.
  auto OwnPeak = columnNamed(Of, columnOf(Measure::OwnPeak).Word);
  Of.rewriteRows([&](RowId Row) {
    RowKey Key = Of.row(Row);
    auto At = Skipped.find({Key.Allocator, Key.Chain, Key.Site});
    if (At == Skipped.end())
      return std::optional(Key);
    ChainId Chain = Key.Chain;
    std::vector<NameId> Front;
    for (unsigned Left = At->second; Left && Chain != NoChain; --Left) {
      Front.push_back(innermost(Of, Chain));
      Chain = Of.link(Chain).Caller;
    }
    if (Chain == NoChain) // something has to stand for its memory
      return std::optional(Key);
    Gone.insert(Front.begin(), Front.end());
    if (OwnPeak)
      Of.clear(Row, *OwnPeak);
    const NameId Callee = Front.back();
    Key.Site = placeOfCall(Of, Callee, Chain);
    Key.Chain = MarksCuts ? shortenedChain(Of, Key.Chain, Chain) : Chain;
    return std::optional(Key);
  });
  std::set<std::string> Names;
  for (NameId Each : Gone)
    Names.insert(bareFunctionName(Of.Names[Each]));
  std::vector<Wrapper> Used;
  for (const Wrapper &Each : All)
    if (Names.count(Each.Function))
      Used.push_back(Each);
  return Used;
}
