//===- Shown.cpp - The rows that a view shows -----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shown.h"

#include "Sites.h"
#include "merge/Layers.h"
#include "merge/NameFilter.h"

#include <algorithm>
#include <map>
#include <set>

using namespace allocsite;

static std::vector<bool> rowsBelowOthers(const Profile &Of) {
  std::set<NameId> Allocators;
  for (RowId Row = 0; Row != Of.rowCount(); ++Row)
    Allocators.insert(Of.row(Row).Allocator);
  BareNames Bare(Of.Names);
  Layers Between({Allocators.begin(), Allocators.end()}, Of.Names, Bare);
  // Many rows share a chain.
  std::map<std::pair<NameId, ChainId>, bool> Known;
  std::vector<bool> Below(Of.rowCount());
  for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
    const RowKey &Key = Of.row(Row);
    auto [At, IsNew] = Known.try_emplace({Key.Allocator, Key.Chain}, false);
    if (IsNew) {
      const std::vector<NameId> Chain = functionsOf(Of, Key.Chain);
      At->second = Between.above(Key.Allocator, Chain.data(), Chain.size()) != NoName;
    }
    Below[Row] = At->second;
  }
  return Below;
}

/// \p Of without the rows of \p Gone.
static void removeRows(Profile &Of, const std::vector<bool> &Gone) {
  Of.rewriteRows([&](RowId Row) {
    return Gone[Row] ? std::nullopt : std::optional<RowKey>(Of.row(Row));
  });
}

/// A chain of which all frames are hidden stays: something has to stand for its memory.
static void hideFrames(Profile &Of, const std::vector<std::string> &Globs) {
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
    // The place of the call is that of a call in a function that is hidden.
    if (innermost(Of, Chain) != innermost(Of, Key.Chain))
      Key.Site = NoName;
    Key.Chain = Chain;
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
  std::vector<bool> Below = rowsBelowOthers(Of);
  // What lies below others that are not shown has to be seen.
  bool ShowsOne = false;
  size_t Folded = 0;
  for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
    Gone[Row] = Failed[Row] || !(*Selected)[Row];
    ShowsOne |= !Gone[Row] && !Below[Row];
    Folded += !Gone[Row] && Below[Row];
  }
  if (!Wanted.AllLayers && ShowsOne && Folded) {
    Result.Folded = bytesOf(Of, [&](RowId Row) { return !Gone[Row] && Below[Row]; });
    for (RowId Row = 0; Row != Of.rowCount(); ++Row)
      Gone[Row] = Gone[Row] || Below[Row];
  }
  removeRows(Of, Gone);
  if (!Wanted.Hidden.empty())
    hideFrames(Of, Wanted.Hidden);
  if (Of.rowCount())
    Result.Misses.clear();
  return Result;
}
