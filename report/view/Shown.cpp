//===- Shown.cpp - The rows that a view shows -----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shown.h"

#include "Layers.h"
#include "NameFilter.h"
#include "ShownThrough.h"
#include "Sites.h"

#include <algorithm>
#include <map>
#include <set>

using namespace allocsite;

static bool hasAny(const Profile &Of, const KnownOfColumns &Is, RowId Row, ColumnId Measure) {
  for (unsigned Side = 0; Side != Of.sides(); ++Side) {
    auto value = [&](ColumnId Each) { return Of.value(Row, Each, Side); };
    if (Of.columns()[Measure].OfBlocks ? Is.of(value).Tell : value(Measure))
      return true;
  }
  return false;
}

/// By row, the allocator below which it lies, or NoName.
static std::vector<NameId> allocatorsAbove(const Profile &Of, std::optional<ColumnId> Shown) {
  std::set<NameId> Allocators;
  const KnownOfColumns Is(Of.columns());
  for (RowId Row = 0; Row != Of.rowCount(); ++Row)
    if (!Shown || hasAny(Of, Is, Row, *Shown))
      Allocators.insert(Of.row(Row).Allocator);
  BareNames Bare(Of.Names);
  Layers Between({Allocators.begin(), Allocators.end()}, Of.Names, Bare);
  // Many rows share a chain.
  std::map<std::pair<NameId, ChainId>, NameId> Known;
  std::vector<NameId> Above(Of.rowCount());
  for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
    const RowKey &Key = Of.row(Row);
    auto [At, IsNew] = Known.try_emplace({Key.Allocator, Key.Chain}, NoName);
    if (IsNew) {
      const std::vector<NameId> Chain = functionsOf(Of, Key.Chain);
      At->second = Between.above(Key.Allocator, Chain.data(), Chain.size());
    }
    Above[Row] = At->second;
  }
  return Above;
}

std::vector<bool> allocsite::rowsBelow(const Profile &Of, std::optional<ColumnId> Shown) {
  std::vector<bool> Is;
  for (NameId Above : allocatorsAbove(Of, Shown))
    Is.push_back(Above != NoName);
  return Is;
}

/// \p Of without the rows of \p Gone.
static void removeRows(Profile &Of, const std::vector<bool> &Gone) {
  Of.rewriteRows([&](RowId Row) {
    return Gone[Row] ? std::nullopt : std::optional<RowKey>(Of.row(Row));
  });
}

/// A chain of which all frames are hidden stays: something has to stand for its memory.
static void hideFrames(Profile &Of, const std::vector<std::string> &Globs, bool MarksCuts) {
  NameFilter Hidden(Of.Names, Globs, true);
  std::vector<ChainId> Left(Of.chainCount());
  for (ChainId Chain = 1; Chain < Left.size(); ++Chain) {
    const ChainLink Link = Of.link(Chain);
    // A chain is interned behind that of its caller.
    Left[Chain] = Hidden.matches(Of.frame(Link.At).Function)
                      ? Left[Link.Caller]
                      : Of.internChain(Link.At, Left[Link.Caller]);
  }
  Of.rewriteRows([&](RowId Row) {
    RowKey Key = Of.row(Row);
    const ChainId Chain = Left[Key.Chain];
    if (Chain == NoChain || Chain == Key.Chain)
      return std::optional(Key);
    // The site is a call in a function that is hidden: that of the function stands for it.
    NameId Callee = NoName;
    for (ChainId At = Key.Chain; innermost(Of, At) != innermost(Of, Chain);
         At = Of.link(At).Caller)
      Callee = innermost(Of, At);
    if (Callee != NoName)
      Key.Site = Of.Places.find(Callee, innermost(Of, Chain));
    Key.Chain = MarksCuts ? shortenedChain(Of, Key.Chain, Chain) : Chain;
    return std::optional(Key);
  });
}

/// By allocator, of the rows that \p Counts.
static std::vector<std::pair<NameId, uint64_t>>
bytesOf(const Profile &Of, const std::function<bool(RowId)> &Counts) {
  std::map<NameId, uint64_t> Most;
  for (ColumnId I = 0; I != Of.columns().size(); ++I)
    for (unsigned Side = 0; Side != Of.sides() && Of.columns()[I].Word == "bytes"; ++Side) {
      std::map<NameId, uint64_t> Sums;
      for (RowId Row = 0; Row != Of.rowCount(); ++Row)
        if (Counts(Row)) {
          uint64_t &To = Sums[Of.row(Row).Allocator];
          To = merged(MeasureMerge::Sum, To, Of.value(Row, I, Side));
        }
      for (auto [Allocator, Sum] : Sums)
        Most[Allocator] = std::max(Most[Allocator], Sum);
    }
  return {Most.begin(), Most.end()};
}

Expected<LeftOut> allocsite::leaveWantedRows(Profile &Of, const ViewSelection &Wanted) {
  LeftOut Result;
  Result.HadRows = Of.rowCount() != 0;
  auto Selected = Wanted.Wanted.select(Of, Result.Misses);
  if (!Selected)
    return Selected.error();
  Selected->flip();
  removeRows(Of, *Selected);
  if (!Wanted.Hidden.empty())
    hideFrames(Of, Wanted.Hidden, Wanted.MarksCuts);
  if (Of.rowCount())
    Result.Misses.clear();
  return Result;
}

Expected<LeftOut> allocsite::leaveShownRows(Profile &Of, const ViewSelection &Wanted) {
  LeftOut Result;
  Result.HadRows = Of.rowCount() != 0;
  auto Selected = Wanted.Wanted.select(Of, Result.Misses);
  if (!Selected)
    return Selected.error();
  std::vector<bool> Failed(Of.rowCount());
  for (RowId Row = 0; Row != Of.rowCount(); ++Row)
    Failed[Row] = Of.row(Row).IsFailed;
  std::vector<bool> Gone(Of.rowCount());
  const std::vector<NameId> Above = allocatorsAbove(Of, Wanted.Shown);
  // What lies below others that are not shown has to be seen.
  bool ShowsOne = false;
  size_t Folded = 0;
  for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
    Gone[Row] = Failed[Row] || !(*Selected)[Row];
    ShowsOne |= !Gone[Row] && Above[Row] == NoName;
    Folded += !Gone[Row] && Above[Row] != NoName;
    if (Above[Row] != NoName)
      Result.Arenas.insert(Above[Row]);
  }
  if (!Wanted.AllLayers && ShowsOne && Folded) {
    Result.Folded = bytesOf(Of, [&](RowId Row) { return !Gone[Row] && Above[Row] != NoName; });
    for (RowId Row = 0; Row != Of.rowCount(); ++Row)
      Gone[Row] = Gone[Row] || Above[Row] != NoName;
  }
  std::optional<ShownThrough> Wrappers;
  if (Wanted.ShowsThrough)
    Wrappers.emplace(Of);
  removeRows(Of, Gone);
  if (Wrappers)
    Result.Wrappers = Wrappers->applyTo(Of, Wanted.MarksCuts);
  if (!Wanted.Hidden.empty())
    hideFrames(Of, Wanted.Hidden, Wanted.MarksCuts);
  if (Of.rowCount())
    Result.Misses.clear();
  return Result;
}
