//===- Sites.cpp - Assigns the rows of a profile to sites -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sites.h"

#include "read/AllocationLog.h"

#include <optional>

using namespace allocsite;

NamedChains::NamedChains(const Profile &Of) {
  std::vector<bool> IsKnown(Of.Names.size());
  bool HasTwins = false;
  for (FrameId Id = 0; Id != Of.frameCount() && !HasTwins; ++Id) {
    const NameId Function = Of.frame(Id).Function;
    HasTwins = IsKnown[Function];
    IsKnown[Function] = true;
  }
  if (!HasTwins)
    return;
  struct Link {
    NameId Function;
    uint32_t Caller;
  };
  KeySet<Link> Links;
  Links.intern({NoName, UINT32_MAX}); // no chain
  NumberOf.resize(Of.chainCount());
  // A chain's id is larger than its caller's: callers are interned first.
  FirstOf.push_back(NoChain);
  for (ChainId Chain = 1; Chain < NumberOf.size(); ++Chain) {
    NumberOf[Chain] =
        Links.intern({Of.frame(Of.link(Chain).At).Function, NumberOf[Of.link(Chain).Caller]});
    if (NumberOf[Chain] == FirstOf.size())
      FirstOf.push_back(Chain);
  }
}

NameId allocsite::innermost(const Profile &Of, ChainId Chain) {
  return Chain == NoChain ? NoName : Of.frame(Of.link(Chain).At).Function;
}

std::vector<NameId> allocsite::functionsOf(const Profile &Of, ChainId Chain) {
  std::vector<NameId> Functions;
  for (; Chain != NoChain; Chain = Of.link(Chain).Caller)
    Functions.push_back(Of.frame(Of.link(Chain).At).Function);
  while (!Functions.empty() && Functions.back() == NoName)
    Functions.pop_back();
  return Functions;
}

ChainId allocsite::shortenedChain(Profile &Of, ChainId Whole, ChainId Left) {
  const std::vector<NameId> Functions = functionsOf(Of, Whole);
  if (Left == Whole || Functions.size() != CallChain().size() ||
      !isKnownFrame(Functions.back(), Of.Names) || Of.Names[Functions.back()] == "main")
    return Left;
  auto More = Of.Names.intern("…");
  if (!More)
    return Left;
  std::vector<FrameId> Frames;
  for (ChainId At = Left; At != NoChain; At = Of.link(At).Caller)
    Frames.push_back(Of.link(At).At);
  ChainId Chain = Of.internChain(Of.internFrame({*More}), NoChain);
  for (size_t I = Frames.size(); I--;)
    Chain = Of.internChain(Frames[I], Chain);
  return Chain;
}

std::string_view allocsite::withoutNumber(std::string_view Name) {
  const size_t At = Name.rfind(" [");
  return At == Name.npos || !At || Name.back() != ']' ? Name : Name.substr(0, At);
}

std::string_view allocsite::fileOf(const Profile &Of, RowId Row) {
  const RowKey &Key = Of.row(Row);
  const std::string_view File = placeOf(Of.Names[Key.Site]).File;
  if (!File.empty() || Key.Chain == NoChain)
    return File;
  const NameId Named = Of.frame(Of.link(Key.Chain).At).File;
  return Named == NoName ? std::string_view() : Of.Names[Named];
}

Sites::Sites(const Profile &Of) : Of(Of) {
  SiteOf.reserve(Of.rowCount());
  for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
    const RowKey &Key = Of.row(Row);
    SiteOf.push_back(Keys.intern({Key.Allocator, Key.Type, Key.Site, innermost(Of, Key.Chain),
                                  Key.Site == NoName ? Key.Chain : NoChain}));
  }
}

std::vector<uint64_t> Sites::sums(ColumnId Column, unsigned Side) const {
  std::vector<uint64_t> Sums(Keys.size());
  const MeasureMerge Merge = Of.columns()[Column].Merge;
  for (RowId Row = 0; Row != SiteOf.size(); ++Row) {
    uint64_t &To = Sums[SiteOf[Row]];
    To = merged(Merge, To, Of.value(Row, Column, Side));
  }
  return Sums;
}

/// Removes \p Mark and the digits behind it from the end of \p Text, if present.
static std::optional<uint32_t> takeNumber(std::string_view &Text, char Mark) {
  const size_t At = Text.rfind(Mark);
  if (At == Text.npos || At + 1 == Text.size() || Text.size() - At > 10)
    return {};
  uint32_t Number = 0;
  for (char C : Text.substr(At + 1)) {
    if (C < '0' || C > '9')
      return {};
    Number = Number * 10 + uint32_t(C - '0');
  }
  Text = Text.substr(0, At);
  return Number;
}

SitePlace allocsite::placeOf(std::string_view Site) {
  SitePlace Place;
  if (size_t More = Site.rfind(" +"); More != Site.npos)
    if (std::string_view First = Site; takeNumber(First, '+'))
      Site = Site.substr(0, More);
  if (auto Ordinal = takeNumber(Site, '#'))
    Place.Ordinal = *Ordinal;
  auto Last = takeNumber(Site, ':');
  if (!Last)
    return Place;
  auto Line = takeNumber(Site, ':');
  Place.Line = Line ? *Line : *Last;
  Place.Column = Line ? *Last : 0;
  Place.File = Site;
  return Place;
}
