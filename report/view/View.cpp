//===- View.cpp - What a view shows of a profile --------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "View.h"

#include "Layers.h"
#include "NameFilter.h"
#include "Sites.h"
#include "read/AllocationLog.h"

#include <algorithm>
#include <fmt/format.h>
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

/// The allocators that have a row for which \p Counts is true.
static std::set<NameId> allocatorsOf(const Profile &Of,
                                     const std::function<bool(RowId)> &Counts) {
  std::vector<bool> Is(Of.Names.size());
  for (RowId Row = 0; Row != Of.rowCount(); ++Row)
    if (const NameId Its = Of.row(Row).Allocator; !Is[Its] && Counts(Row))
      Is[Its] = true;
  std::set<NameId> All;
  for (NameId Name = 0; Name != Is.size(); ++Name)
    if (Is[Name])
      All.insert(Name);
  return All;
}

namespace {

/// Shortens chains; caches the result for each pair of whole and remaining chain.
class Cuts {
public:
  Cuts(Profile &Of, bool MarksCuts) : Of(Of), MarksCuts(MarksCuts) {}

  ChainId of(ChainId Whole, ChainId Left) {
    if (!MarksCuts || Whole == Left)
      return Left;
    const uint32_t At = Known.intern({Whole, Left});
    if (At == Shorter.size())
      Shorter.push_back(shortenedChain(Of, Whole, Left));
    return Shorter[At];
  }

private:
  struct Pair {
    ChainId Whole, Left;
  };
  Profile &Of;
  bool MarksCuts;
  KeySet<Pair> Known;
  std::vector<ChainId> Shorter;
};

} // namespace

/// The place where \p Caller calls \p Callee; the caller's function if no source tells it.
static NameId placeOfCall(Profile &Of, NameId Callee, ChainId Caller) {
  const Frame At = Of.frame(Of.link(Caller).At);
  if (NameId Place = Of.Places.find(Callee, At.Function); Place != NoName)
    return Place;
  if (At.File == NoName || !At.Line)
    return At.Function;
  auto Place = Of.Names.intern(fmt::format("{}:{}", Of.Names[At.File], At.Line));
  return Place ? *Place : At.Function;
}

/// Fills a View, stage by stage.
class View::Maker {
public:
  Maker(Profile &Of, const ViewSelection &Wanted, View &To)
      : Of(Of), Wanted(Wanted), To(To), Bare(Of.Names), Shorter(Of, Wanted.MarksCuts) {}

  MaybeError select();
  void foldLayers();
  void skipWrappers();
  void hideFrames();
  void cutChains();
  void leaveRepeated();

private:
  void fold(const std::vector<NameId> &Above);
  void shorten(RowId Row, ChainId Left, NameId Callee);

  Profile &Of;
  const ViewSelection &Wanted;
  View &To;
  BareNames Bare;
  Cuts Shorter;
};

MaybeError View::Maker::select() {
  To.Left.HadRows = Of.rowCount() != 0;
  auto Selected = Wanted.Wanted.select(Of, To.Left.Misses);
  if (!Selected)
    return Selected.error();
  To.Asked = std::move(*Selected);
  To.IsFailedAsked.resize(Of.rowCount());
  To.IsFolded.resize(Of.rowCount());
  To.Chains.reserve(Of.rowCount());
  To.Sites.reserve(Of.rowCount());
  for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
    const RowKey &Key = Of.row(Row);
    To.Chains.push_back(Key.Chain);
    To.Sites.push_back(Key.Site);
    To.IsFailedAsked[Row] = Key.IsFailed && To.Asked[Row];
    To.Asked[Row] = To.Asked[Row] && (Wanted.TakesFailed || !Key.IsFailed) &&
                    (!Wanted.Only || Wanted.Only(Row));
  }
  if (std::find(To.Asked.begin(), To.Asked.end(), true) != To.Asked.end())
    To.Left.Misses.clear();
  return {};
}

/// Folds a row only below allocators that are themselves selected and have something to show:
/// otherwise its memory would not be seen at all.
void View::Maker::foldLayers() {
  const KnownOfColumns Is(Of.columns());
  const std::set<NameId> Shown = allocatorsOf(Of, [&](RowId Row) {
    return To.Asked[Row] && (!Wanted.Shown || hasAny(Of, Is, Row, *Wanted.Shown));
  });
  const Layers Between(Of, Shown, Bare);
  std::vector<NameId> Above(Of.rowCount(), NoName);
  bool ShowsOne = false, FoldsOne = false;
  for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
    if (!To.Asked[Row])
      continue;
    Above[Row] = Between.above(Of.row(Row).Allocator, Of.row(Row).Chain);
    (Above[Row] == NoName ? ShowsOne : FoldsOne) = true;
    if (Above[Row] != NoName)
      To.Left.Arenas.insert(Above[Row]);
  }
  if (Wanted.AllLayers || !ShowsOne || !FoldsOne)
    return;
  To.Above = std::move(Above);
  for (RowId Row = 0; Row != Of.rowCount(); ++Row)
    To.IsFolded[Row] = To.Above[Row] != NoName;
  std::map<NameId, uint64_t> Most;
  for (unsigned Side = 0; Side != Of.sides(); ++Side) {
    std::map<NameId, uint64_t> Sums;
    for (RowId Row = 0; Row != Of.rowCount(); ++Row)
      if (To.IsFolded[Row]) {
        uint64_t &Sum = Sums[Of.row(Row).Allocator];
        Sum = saturatingAdd(Sum, Of.value(Row, Wanted.Folded, Side));
      }
    for (auto [Allocator, Sum] : Sums)
      Most[Allocator] = std::max(Most[Allocator], Sum);
  }
  To.Left.Folded.assign(Most.begin(), Most.end());
}

/// Skips rows below another allocator, shown or not: their callers are that allocator's.
void View::Maker::skipWrappers() {
  const auto Calls = Of.column(Measure::Calls), OwnPeak = Of.column(Measure::OwnPeak);
  if (!Wanted.ShowsThrough || !Calls)
    return;
  const std::set<NameId> Allocators = allocatorsOf(Of, [](RowId) { return true; });
  std::set<BareId> Taken;
  for (NameId Allocator : Allocators)
    if (Allocator != NoName)
      Taken.insert(Bare.of(Allocator));
  const Layers Between(Of, Allocators, Bare);

  struct PathKey {
    NameId Allocator, Site;
    ChainId Chain;
  };
  constexpr uint32_t None = UINT32_MAX;
  KeySet<PathKey> Keys;
  std::vector<uint32_t> PathAt; ///< by key and side
  std::vector<AllocationPath> Paths;
  LargeVector<uint32_t> KeyOf(Of.rowCount(), None);
  for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
    const RowKey &Key = Of.row(Row);
    if (Key.IsFailed || Key.Allocator == NoName ||
        Between.above(Key.Allocator, Key.Chain) != NoName)
      continue;
    KeyOf[Row] = Keys.intern({Key.Allocator, Key.Site, Key.Chain});
    PathAt.resize(Keys.size() * Of.sides(), None);
    for (unsigned Side = 0; Side != Of.sides(); ++Side) {
      const uint64_t Count = Of.value(Row, *Calls, Side);
      if (!Count && Of.sides() != 1)
        continue;
      uint32_t &At = PathAt[KeyOf[Row] * Of.sides() + Side];
      if (At == None) {
        At = uint32_t(Paths.size());
        AllocationPath &Made = Paths.emplace_back();
        Made.Allocator = Key.Allocator;
        Made.Site = Key.Site;
        Made.Chain = Made.Left = Key.Chain;
        Made.Side = Side;
      }
      Paths[At].Calls = saturatingAdd(Paths[At].Calls, Count);
      Paths[At].Sizes.add(Of.sizes(Row));
      Paths[At].HasType |= Of.hasType(Row);
    }
  }
  const std::vector<Wrapper> Found = allocsite::skipWrappers(Paths, Of, Bare, Taken);
  if (Found.empty())
    return;
  std::set<BareId> Gone;
  for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
    if (KeyOf[Row] == None)
      continue;
    const ChainId Whole = Of.row(Row).Chain;
    ChainId Left = Whole;
    for (unsigned Side = 0; Side != Of.sides(); ++Side)
      if (const uint32_t At = PathAt[KeyOf[Row] * Of.sides() + Side]; At != None)
        Left = Paths[At].Left != Whole ? Paths[At].Left : Left;
    if (Left == Whole)
      continue;
    NameId Callee = NoName;
    for (ChainId At = Whole; At != Left; At = Of.link(At).Caller) {
      Callee = innermost(Of, At);
      if (To.isShown(Row))
        Gone.insert(Bare.of(Callee));
    }
    if (OwnPeak && Wanted.ClearsOwnPeaks)
      Of.clear(Row, *OwnPeak);
    if (To.Sites[Row] != NoName)
      To.Sites[Row] = placeOfCall(Of, Callee, Left);
    To.Chains[Row] = Shorter.of(Whole, Left);
  }
  for (const Wrapper &Each : Found)
    if (Gone.count(Bare.of(Each.Function)))
      To.Left.Wrappers.push_back(Each);
}

/// Keeps a chain whose frames would all be hidden: something has to stand for its memory.
void View::Maker::hideFrames() {
  if (Wanted.Hidden.empty())
    return;
  NameFilter Hidden(Of.Names, Wanted.Hidden, true);
  std::vector<ChainId> Left(Of.chainCount());
  std::vector<bool> HasKnown(Of.chainCount()); ///< a known function remains
  for (ChainId Chain = 1; Chain < Left.size(); ++Chain) {
    const ChainLink Link = Of.link(Chain);
    const NameId Function = Of.frame(Link.At).Function;
    const bool IsKnown = isKnownFrame(Function, Of.Names);
    const bool IsHidden = IsKnown && Hidden.matches(Function);
    Left[Chain] = IsHidden ? Left[Link.Caller] : Of.internChain(Link.At, Left[Link.Caller]);
    HasKnown[Chain] = HasKnown[Link.Caller] || (IsKnown && !IsHidden);
  }
  for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
    const ChainId Whole = To.Chains[Row], Its = Left[Whole];
    if (Its == Whole || !HasKnown[Whole])
      continue;
    // The site is a call in a hidden function: show the place where that function is called.
    NameId Callee = NoName;
    for (ChainId At = Whole; innermost(Of, At) != innermost(Of, Its); At = Of.link(At).Caller)
      Callee = innermost(Of, At);
    if (Callee != NoName && To.Sites[Row] != NoName)
      To.Sites[Row] = placeOfCall(Of, Callee, Its);
    To.Chains[Row] = Shorter.of(Whole, Its);
  }
  std::set<std::string> Functions;
  for (NameId Function : Hidden.matched())
    Functions.insert(bareFunctionName(Of.Names[Function]));
  To.Left.Hidden.assign(Functions.begin(), Functions.end());
}

/// Leaves the innermost frames, of what is left of a chain.
void View::Maker::cutChains() {
  if (!Wanted.MostFrames)
    return;
  std::map<ChainId, ChainId> Known;
  for (ChainId &Its : To.Chains) {
    auto [At, IsNew] = Known.try_emplace(Its, Its);
    if (IsNew) {
      std::vector<FrameId> Frames;
      ChainId Rest = Its;
      for (; Rest != NoChain && Frames.size() != Wanted.MostFrames;
           Rest = Of.link(Rest).Caller)
        Frames.push_back(Of.link(Rest).At);
      if (Rest != NoChain) {
        At->second = NoChain;
        for (size_t I = Frames.size(); I--;)
          At->second = Of.internChain(Frames[I], At->second);
      }
    }
    Its = At->second;
  }
}

void View::Maker::leaveRepeated() {
  const auto Live = Of.column(Measure::Live);
  if (!Wanted.Repeated || !Live)
    return;
  struct Key {
    NameId Allocator, Type, Site;
    uint32_t Chain;
  };
  const NamedChains Names(Of);
  KeySet<Key> Keys;
  std::vector<std::pair<uint64_t, uint64_t>> Sums; ///< before and after, by key
  std::vector<uint32_t> KeyOf(Of.rowCount());
  bool HadAny = false, HasAny = false;
  for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
    if (!To.isShown(Row))
      continue;
    const RowKey &Its = Of.row(Row);
    KeyOf[Row] =
        Keys.intern({Its.Allocator, Its.Type, To.Sites[Row], Names.of(To.Chains[Row])});
    Sums.resize(Keys.size());
    auto &[Before, After] = Sums[KeyOf[Row]];
    if (Of.sides() > 1)
      Before = saturatingAdd(Before, Of.value(Row, *Live, 0));
    After = saturatingAdd(After, Of.value(Row, *Live, Of.sides() - 1));
  }
  for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
    if (!To.isShown(Row))
      continue;
    const auto [Before, After] = Sums[KeyOf[Row]];
    HadAny = true;
    To.Asked[Row] = After > Before && (After - Before) % Wanted.Repeated == 0;
    HasAny = HasAny || To.Asked[Row];
  }
  if (HadAny && !HasAny)
    To.Left.Misses.push_back(fmt::format(
        Of.sides() > 1 ? "No row has grown by a multiple of {} live blocks."
                       : "No row has a number of live blocks that is a multiple of {}.",
        Wanted.Repeated));
}

Expected<View> View::of(Profile &Of, const ViewSelection &Wanted) {
  View Made;
  Maker Stages(Of, Wanted, Made);
  if (auto Failure = Stages.select())
    return *Failure;
  if (!Wanted.AllLayers || Wanted.FindsArenas)
    Stages.foldLayers();
  if (Wanted.LeavesOut)
    for (RowId Row = 0; Row != Of.rowCount(); ++Row)
      Made.Asked[Row] = Made.Asked[Row] && !(Made.isShown(Row) && Wanted.LeavesOut(Row));
  Stages.skipWrappers();
  Stages.hideFrames();
  Stages.cutChains();
  Stages.leaveRepeated();
  return Made;
}

void View::applyTo(Profile &Of) const {
  Of.rewriteRows([&](RowId Row) {
    if (!isShown(Row))
      return std::optional<RowKey>();
    RowKey Key = Of.row(Row);
    Key.Chain = Chains[Row];
    Key.Site = Sites[Row];
    return std::optional(Key);
  });
}

std::vector<bool> allocsite::rowsBelow(const Profile &Of, std::optional<ColumnId> Shown) {
  const KnownOfColumns Is(Of.columns());
  BareNames Bare(Of.Names);
  const Layers Between(
      Of, allocatorsOf(Of, [&](RowId Row) { return !Shown || hasAny(Of, Is, Row, *Shown); }),
      Bare);
  std::vector<bool> IsBelow(Of.rowCount());
  for (RowId Row = 0; Row != Of.rowCount(); ++Row)
    IsBelow[Row] = Between.above(Of.row(Row).Allocator, Of.row(Row).Chain) != NoName;
  return IsBelow;
}

Expected<LeftOut> allocsite::leaveWantedRows(Profile &Of, const ViewSelection &Wanted) {
  ViewSelection Rows = Wanted;
  Rows.TakesFailed = true;
  Rows.AllLayers = true;
  Rows.ShowsThrough = false;
  return leaveShownRows(Of, Rows);
}

Expected<LeftOut> allocsite::leaveShownRows(Profile &Of, const ViewSelection &Wanted) {
  auto Made = View::of(Of, Wanted);
  if (!Made)
    return Made.error();
  Made->applyTo(Of);
  return std::move(Made->Left);
}
