//===- Samples.cpp - What all export formats have in common ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"

#include "support/DisplayText.h"
#include "view/Layers.h"
#include "view/Sites.h"

#include <algorithm>
#include <utility>

using namespace allocsite;

/// Fills a Samples.
class Samples::Builder {
public:
  Builder(Samples &To, const std::set<NameId> &Arenas)
      : To(To), From(To.From), Bare(From.Names), Arenas(Arenas), Above(From, Arenas, Bare),
        TextOf(From.Names.size(), NotAsked), FileOf(From.Names.size(), NoName),
        PlaceOf(From.Names.size()), StackOf(From.chainCount(), NoStack) {}

  void build();

private:
  static constexpr TextId NotAsked = UINT32_MAX, Several = UINT32_MAX;

  TextId text(std::string_view Text) {
    // Only hostile profiles fill the table: treat further names as not known.
    return To.Texts.intern(displayText(Text)).value_or(NoName);
  }
  TextId text(NameId Name) {
    if (TextOf[Name] == NotAsked)
      TextOf[Name] = Name == NoName ? NoName : text(From.Names[Name]);
    return TextOf[Name];
  }
  struct Place {
    TextId File = NotAsked; ///< NoName: no place
    uint32_t Line = 0, Column = 0;
  };
  const Place &place(NameId Site) {
    Place &Known = PlaceOf[Site];
    if (Known.File == NotAsked) {
      const SitePlace Read = placeOf(From.Names[Site]);
      Known = {Read.File.empty() ? NoName : text(Read.File), Read.Line, Read.Column};
    }
    return Known;
  }
  void noteFile(NameId Function, TextId File) {
    TextId &Known = FileOf[Function];
    if (File != NoName && Known != File)
      Known = Known == NoName ? File : Several;
  }
  void noteFiles();
  std::vector<bool> callers() const;
  StackId stack(const Frame &Of, const Place &Its, StackId Caller);
  NameId arenaOf(const RowKey &Of);

  Samples &To;
  const Profile &From;
  BareNames Bare;
  const std::set<NameId> &Arenas;
  Layers Above;
  std::vector<TextId> TextOf;   ///< by NameId
  std::vector<TextId> FileOf;   ///< by NameId, of a function
  std::vector<Place> PlaceOf;   ///< by NameId, of a site
  std::vector<StackId> StackOf; ///< by ChainId, of callers
};

/// For each chain, whether it is the caller's chain of some row.
std::vector<bool> Samples::Builder::callers() const {
  std::vector<bool> Is(From.chainCount());
  for (RowId Row = 0; Row != From.rowCount(); ++Row)
    if (ChainId Chain = From.row(Row).Chain)
      Is[From.link(Chain).Caller] = true;
  // A caller's chain was interned before those that it calls.
  for (ChainId Chain = ChainId(From.chainCount()); --Chain > NoChain;)
    if (Is[Chain])
      Is[From.link(Chain).Caller] = true;
  return Is;
}

void Samples::Builder::noteFiles() {
  for (FrameId Id = 0; Id != From.frameCount(); ++Id)
    noteFile(From.frame(Id).Function, text(From.frame(Id).File));
  for (RowId Row = 0; Row != From.rowCount(); ++Row) {
    const RowKey &Key = From.row(Row);
    if (Key.Chain != NoChain)
      noteFile(From.frame(From.link(Key.Chain).At).Function, place(Key.Site).File);
  }
}

StackId Samples::Builder::stack(const Frame &Of, const Place &Its, StackId Caller) {
  StackFrame Frame;
  Frame.Function = text(Of.Function);
  Frame.IsInlined = Of.IsInlined;
  Frame.Module = text(From.moduleOf(Of));
  if (Frame.Function == NoName)
    Frame.Function = text("(unknown)");
  if (Its.File != NoName) {
    Frame.File = Its.File;
    Frame.Line = Its.Line;
    Frame.Column = Its.Column;
  } else if (Of.File != NoName) {
    Frame.File = text(Of.File);
    Frame.Line = Of.Line;
  } else if (FileOf[Of.Function] != Several) {
    Frame.File = FileOf[Of.Function];
  }
  return To.Stacks.intern({To.Frames.intern(Frame), Caller});
}

NameId Samples::Builder::arenaOf(const RowKey &Of) {
  if (Arenas.empty())
    return NoName;
  const NameId Its = Above.above(Of.Allocator, Of.Chain);
  return Its != NoName || !Arenas.count(Of.Allocator) ? Its : Of.Allocator;
}

void Samples::Builder::build() {
  noteFiles();
  const std::vector<bool> IsCaller = callers();
  const Place Nowhere = {NoName};
  for (ChainId Chain = 1; Chain < From.chainCount(); ++Chain)
    if (IsCaller[Chain])
      StackOf[Chain] =
          stack(From.frame(From.link(Chain).At), Nowhere, StackOf[From.link(Chain).Caller]);
  for (RowId Row = 0; Row != From.rowCount(); ++Row) {
    const RowKey &Key = From.row(Row);
    const Place &Its = place(Key.Site);
    Sample Made;
    if (Key.Chain == NoChain)
      Made.Stack = stack({NoName}, Its, NoStack);
    else
      Made.Stack = stack(From.frame(From.link(Key.Chain).At), Its,
                         StackOf[From.link(Key.Chain).Caller]);
    Made.Allocator = text(Key.Allocator);
    Made.Type = text(Key.Type);
    Made.Through = text(Key.Through);
    Made.Process = text(Key.Process);
    Made.Thread = text(Key.Thread);
    Made.Arena = text(arenaOf(Key));
    Made.Row = Row;
    To.All.push_back(Made);
  }
}

Samples::Samples(const Profile &From, ColumnId Main, const std::set<NameId> &Arenas)
    : From(From), Numbers(From.columns()), Main(Main) {
  Stacks.intern({UINT32_MAX, NoStack}); // no frame has this id
  for (ColumnId Id = 0; Id != From.columns().size(); ++Id)
    if (column(Id).Merge == MeasureMerge::Sum)
      Measures.push_back(Id);
  std::sort(Measures.begin(), Measures.end(),
            [&](ColumnId A, ColumnId B) { return column(A).Is < column(B).Is; });
  Builder(*this, Arenas).build();
}

std::vector<uint32_t> Samples::frames(StackId Of) const {
  std::vector<uint32_t> Ids;
  for (; Of != NoStack; Of = link(Of).Caller)
    Ids.push_back(link(Of).Frame);
  return Ids;
}

std::optional<ColumnId> Samples::measure(Measure Of) const {
  const auto Column = From.column(Of);
  return Column && column(*Column).Merge == MeasureMerge::Sum ? Column : std::nullopt;
}

std::string Samples::site(const Sample &Of) const {
  return displayText(From.Names[From.row(Of.Row).Site]);
}

std::string Samples::program() const {
  for (const Run &Each : runs())
    if (!Each.Program.empty())
      return displayText(Each.Program);
  return runs().empty() ? "-" : displayText(runs().front().File);
}

bool Samples::hasModules() const {
  for (uint32_t Id = 0; Id != Frames.size(); ++Id)
    if (Frames[Id].Module != NoName)
      return true;
  return false;
}

std::string Samples::buildId(TextId Module) const {
  std::set<std::string> Found;
  for (const Run &Each : runs())
    for (const RunModule &Its : Each.Modules) {
      const bool IsIt = Module == NoName ? &Its == &Each.Modules.front()
                                         : displayText(Its.Path) == Texts[Module];
      if (IsIt)
        Found.insert(Its.BuildId);
    }
  return Found.size() == 1 ? *Found.begin() : std::string();
}

uint32_t NamedStacks::nameOf(TextId Function, TextId File, uint32_t Line) {
  const uint32_t Id = Names.intern({Function, File});
  if (Id == Lines.size())
    Lines.push_back(Line);
  else if (Lines[Id] != Line)
    Lines[Id] = Several;
  return Id;
}

NamedStacks::NamedStacks(const Samples &From) {
  Stacks.intern({UINT32_MAX, 0});                   // no name has this id
  std::vector<uint32_t> StackOf(From.stackCount()); // without the allocator
  for (StackId Id = 1; Id < From.stackCount(); ++Id) {
    const StackFrame &Frame = From.Frames[From.link(Id).Frame];
    StackOf[Id] = Stacks.intern(
        {nameOf(Frame.Function, Frame.File, Frame.Line), StackOf[From.link(Id).Caller]});
  }
  std::vector<uint32_t> SumOf; // by stack; 0: none yet
  for (const Sample &Each : From.All) {
    uint32_t Stack = StackOf[Each.Stack];
    if (Each.Allocator != NoName)
      Stack = Stacks.intern({nameOf(Each.Allocator, NoName, 0), Stack});
    if (SumOf.size() < Stacks.size())
      SumOf.resize(Stacks.size());
    if (!SumOf[Stack]) {
      const size_t Count = From.measures().size();
      Sums.push_back({Stack, std::vector<uint64_t>(Count),
                      std::vector<uint64_t>(From.isCompared() ? Count : 0)});
      SumOf[Stack] = uint32_t(Sums.size());
    }
    Sum &To = Sums[SumOf[Stack] - 1];
    for (size_t I = 0; I != To.Values.size(); ++I) {
      const ColumnId Measure = From.measures()[I];
      To.Values[I] = merged(MeasureMerge::Sum, To.Values[I], From.value(Each, Measure));
      if (From.isCompared())
        To.Before[I] =
            merged(MeasureMerge::Sum, To.Before[I], From.valueBefore(Each, Measure));
    }
  }
}

std::vector<uint32_t> NamedStacks::names(uint32_t Stack) const {
  std::vector<uint32_t> Ids;
  for (; Stack; Stack = Stacks[Stack].Caller)
    Ids.push_back(Stacks[Stack].Name);
  std::reverse(Ids.begin(), Ids.end());
  return Ids;
}
