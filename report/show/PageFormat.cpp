//===- PageFormat.cpp - A page that shows a profile in a browser ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PageFormat.h"

#include "PageArrays.h"
#include "findings/Followed.h"
#include "support/ByteSink.h"
#include "support/DisplayText.h"
#include "view/Layers.h"
#include "view/Sites.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cxxabi.h>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <numeric>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>
#include <set>
#include <tuple>

using namespace allocsite;

extern "C" const char AllocSitePage[], AllocSitePageEnd[];

namespace {

/// RFC 4648, padded, in one line.
std::string base64(std::string_view Bytes) {
  static constexpr char Digits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string Text;
  Text.reserve((Bytes.size() + 2) / 3 * 4);
  for (; !Bytes.empty(); Bytes.remove_prefix(std::min<size_t>(3, Bytes.size()))) {
    uint32_t Word = 0;
    for (size_t I = 0; I != 3; ++I)
      Word = Word << 8 | (I < Bytes.size() ? uint8_t(Bytes[I]) : 0);
    for (size_t I = 0; I != 4; ++I)
      Text += I <= Bytes.size() ? Digits[Word >> (18 - 6 * I) & 63] : '=';
  }
  return Text;
}

enum RowFlag : unsigned {
  IsFailed = 1,
  IsBelow = 2,
  IsBelowLive = 4,
  IsOverLive = 8,
  IsOfSharedRow = 16
};

/// A C++ name as people read it; others as they are.
std::string demangled(const std::string &Symbol) {
  int Status = 0;
  std::unique_ptr<char, decltype(&std::free)> Name(
      abi::__cxa_demangle(Symbol.c_str(), nullptr, nullptr, &Status), &std::free);
  return Symbol.compare(0, 2, "_Z") == 0 && Name ? Name.get() : Symbol;
}

/// True for not-followed: it is no column of the page but tells which numbers are known.
bool isState(const Column &Of) { return Of.Is == Measure::NotFollowed; }

bool isFollowed(const Profile &Of, RowId Row) {
  for (unsigned Side = 0; Side != Of.sides(); ++Side)
    if (Of.value(Row, Measure::Live, Side) || Of.value(Row, Measure::Freed, Side))
      return true;
  return false;
}

/// Marks the parts that threads have of a row where another row has what is live of all of them.
void markShared(const Profile &Of, std::vector<unsigned> &Flags) {
  const auto withoutThread = [](RowKey Of) {
    Of.Thread = NoName;
    return Of;
  };
  KeySet<RowKey> Shared;
  for (RowId Row = 0; Of.kept().Thread && Row != Of.rowCount(); ++Row)
    if (Of.row(Row).Thread == NoName)
      Shared.intern(Of.row(Row));
  for (RowId Row = 0; Shared.size() && Row != Of.rowCount(); ++Row)
    if (const RowKey &Key = Of.row(Row);
        Key.Thread != NoName && Shared.find(withoutThread(Key)))
      Flags[Row] |= IsOfSharedRow;
}

/// The flags of each row (PageFormat.h). Layers are computed twice: for all allocators, and
/// for those alone whose blocks or objects were followed.
std::vector<unsigned> flagsOf(const Profile &Of) {
  std::set<NameId> Allocators, Followed;
  for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
    if (!Of.row(Row).IsFailed)
      Allocators.insert(Of.row(Row).Allocator);
    if (isFollowed(Of, Row))
      Followed.insert(Of.row(Row).Allocator);
  }
  BareNames Bare(Of.Names);
  const Layers Between(Of, Allocators, Bare);
  const Layers BetweenFollowed(Of, Followed, Bare);
  const std::set<NameId> Over =
      overFollowed(Of, std::vector<bool>(Of.rowCount(), true), Of.sides() - 1);
  std::vector<unsigned> Flags(Of.rowCount());
  for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
    const RowKey &Key = Of.row(Row);
    if (Key.IsFailed)
      Flags[Row] |= IsFailed;
    if (Between.above(Key.Allocator, Key.Chain) != NoName)
      Flags[Row] |= IsBelow;
    if (BetweenFollowed.above(Key.Allocator, Key.Chain) != NoName)
      Flags[Row] |= IsBelowLive;
    if (Over.count(Key.Allocator))
      Flags[Row] |= IsOverLive;
  }
  markShared(Of, Flags);
  return Flags;
}

/// The chains that rows have, numbered so that a chain comes right behind its caller where it can.
class ChainOrder {
public:
  explicit ChainOrder(const PageInput &From) {
    const Profile &Of = From.Of;
    std::vector<bool> IsUsed(Of.chainCount());
    auto use = [&](ChainId Chain) {
      for (; Chain != NoChain && !IsUsed[Chain]; Chain = Of.link(Chain).Caller)
        IsUsed[Chain] = true;
    };
    for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
      use(Of.row(Row).Chain);
      use(From.Shown.chain(Row));
    }
    // First callees and their siblings, so that the walk needs no recursion.
    std::vector<ChainId> First(Of.chainCount()), Next(Of.chainCount());
    for (ChainId Chain = ChainId(Of.chainCount()); --Chain;)
      if (IsUsed[Chain]) {
        ChainId &Head = First[Of.link(Chain).Caller];
        Next[Chain] = Head;
        Head = Chain;
      }
    NumberOf.resize(Of.chainCount());
    Chains.push_back(NoChain);
    for (ChainId At = NoChain;;) {
      if (First[At])
        At = First[At];
      else {
        while (At != NoChain && !Next[At])
          At = Of.link(At).Caller;
        if (At == NoChain)
          break;
        At = Next[At];
      }
      NumberOf[At] = uint32_t(Chains.size());
      Chains.push_back(At);
    }
  }

  size_t size() const { return Chains.size(); }
  ChainId at(size_t Number) const { return Chains[Number]; }
  uint32_t numberOf(ChainId Chain) const { return NumberOf[Chain]; }

private:
  std::vector<ChainId> Chains;
  std::vector<uint32_t> NumberOf; ///< by chain; 0 also for those that no row has
};

class DataWriter {
public:
  explicit DataWriter(const PageInput &From)
      : From(From), Of(From.Of), Chains(From), Used{NoName}, NumberOfName(Of.Names.size()) {}

  std::string text();

private:
  void text(const char *Key, std::string_view Text) {
    Json.Key(Key);
    name(Text);
  }
  void name(std::string_view Text) {
    const std::string Shown = displayText(Text);
    Json.String(Shown.data(), rapidjson::SizeType(Shown.size()));
  }
  void number(const char *Key, uint64_t Number) {
    Json.Key(Key);
    Json.Uint64(Number);
  }
  /// An array of one object, or one value, for each of \p All.
  template <typename Range, typename Function>
  void list(const char *Key, const Range &All, Function Write) {
    Json.Key(Key);
    Json.StartArray();
    for (const auto &Each : All)
      Write(Each);
    Json.EndArray();
  }
  template <typename Range, typename Function>
  void objects(const char *Key, const Range &All, Function Write) {
    list(Key, All, [&](const auto &Each) {
      Json.StartObject();
      Write(Each);
      Json.EndObject();
    });
  }

  void names();
  void columns();
  void wrappers();
  void runs();
  void timelines();
  void marks();
  void processes();
  void generations();
  void arenas();
  void frees();
  void advice();
  void sources();
  void arrays();

  uint32_t numberOf(NameId Name);
  void sortRows();
  void addFrames();
  void addRows();
  void addValues();
  void addRowTables();
  static std::optional<SitePlace> asPlace(std::string_view Name);
  void addPlaces();

  const PageInput &From;
  const Profile &Of;
  ChainOrder Chains;
  std::vector<RowId> Order; ///< the rows, callees behind their callers
  std::vector<NameId> Used; ///< the names in the order of their first use
  std::vector<uint32_t> NumberOfName;
  std::vector<bool> IsPlace;      ///< by name in Used
  std::vector<std::string> Files; ///< of names that are places
  PageArrays Arrays;
  rapidjson::StringBuffer Text;
  rapidjson::Writer<rapidjson::StringBuffer> Json{Text};
};

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// In the order of first use, so that most are the next one, and none is there that nobody uses.
uint32_t DataWriter::numberOf(NameId Name) {
  uint32_t &Its = NumberOfName[Name];
  if (!Its && Name != NoName) {
    Its = uint32_t(Used.size());
    Used.push_back(Name);
  }
  return Its;
}

/// Neighbours have much in common then, and pack well.
void DataWriter::sortRows() {
  Order.resize(Of.rowCount());
  std::iota(Order.begin(), Order.end(), 0);
  auto key = [&](RowId Row) {
    const RowKey &Its = Of.row(Row);
    return std::tuple(Chains.numberOf(Its.Chain), Its.Allocator, Its.Through, Its.Site,
                      Its.Type, Its.Process, Its.Thread, Its.size(), Its.IsFailed);
  };
  std::sort(Order.begin(), Order.end(), [&](RowId A, RowId B) { return key(A) < key(B); });
}

/// Frames, like names, are in the order of their first use.
void DataWriter::addFrames() {
  std::vector<FrameId> Used;
  std::vector<uint32_t> NumberOf(Of.frameCount(), UINT32_MAX);
  std::vector<uint32_t> FrameOf; // by chain, from 1: chain 0 has none
  for (size_t I = 1; I != Chains.size(); ++I) {
    const FrameId Its = Of.link(Chains.at(I)).At;
    if (NumberOf[Its] == UINT32_MAX) {
      NumberOf[Its] = uint32_t(Used.size());
      Used.push_back(Its);
    }
    FrameOf.push_back(NumberOf[Its]);
  }
  auto frame = [&](size_t I) -> const Frame & { return Of.frame(Used[I]); };
  const size_t Count = Used.size();
  Arrays.delta("frames.function", Count,
               [&](size_t I) { return numberOf(frame(I).Function); });
  Arrays.delta("frames.file", Count, [&](size_t I) { return numberOf(frame(I).File); });
  Arrays.plain("frames.line", Count, [&](size_t I) { return frame(I).Line; });
  Arrays.delta("frames.module", Count,
               [&](size_t I) { return numberOf(Of.moduleOf(frame(I))); });
  Arrays.first("chains.frame", FrameOf.size(), [&](size_t I) { return FrameOf[I]; });
  Arrays.plain("chains.caller", Chains.size(), [&](size_t I) {
    return I ? I - 1 - Chains.numberOf(Of.link(Chains.at(I)).Caller) : 0;
  });
}

void DataWriter::addRows() {
  const std::vector<unsigned> Flags = flagsOf(Of);
  auto key = [&](size_t I) -> const RowKey & { return Of.row(Order[I]); };
  auto delta = [&](const char *Key, auto NumberAt) {
    Arrays.delta(Key, Order.size(), NumberAt);
  };
  auto plain = [&](const char *Key, auto NumberAt) {
    Arrays.plain(Key, Order.size(), NumberAt);
  };
  delta("rows.chain", [&](size_t I) { return Chains.numberOf(key(I).Chain); });
  delta("rows.allocator", [&](size_t I) { return numberOf(key(I).Allocator); });
  delta("rows.type", [&](size_t I) { return numberOf(key(I).Type); });
  delta("rows.site", [&](size_t I) { return numberOf(key(I).Site); });
  delta("rows.through", [&](size_t I) { return numberOf(key(I).Through); });
  delta("rows.process", [&](size_t I) { return numberOf(key(I).Process); });
  delta("rows.thread", [&](size_t I) { return numberOf(key(I).Thread); });
  delta("rows.size", [&](size_t I) { return key(I).size(); });
  plain("rows.flags", [&](size_t I) { return Flags[Order[I]]; });
  // Nearly all are the same, and a 0.
  auto shown = [](uint64_t Whole, uint64_t Shown) { return Whole == Shown ? 0 : Shown + 1; };
  plain("rows.shownChain", [&](size_t I) {
    return shown(Chains.numberOf(key(I).Chain), Chains.numberOf(From.Shown.chain(Order[I])));
  });
  plain("rows.shownSite", [&](size_t I) {
    return shown(numberOf(key(I).Site), numberOf(From.Shown.site(Order[I])));
  });
}

void DataWriter::addValues() {
  auto size = [&](size_t I) { return Of.row(Order[I]).size(); };
  unsigned Shown = 0; // columns of the page
  auto key = [](const char *Before, unsigned Column, unsigned Side) {
    return fmt::format("{}{}.{}", Before, Column, Side);
  };
  std::array<unsigned, MeasureCount> PlaceOf{};
  for (ColumnId Column = 0; Column != Of.columns().size(); ++Column)
    if (!isState(Of.columns()[Column]))
      PlaceOf[unsigned(Of.columns()[Column].Is)] = Shown++;
  // What comes first is what others are told by.
  auto factorOf = [&](Measure Which) -> std::optional<Measure> {
    const auto Its = Which == Measure::Bytes       ? std::optional(Measure::Calls)
                     : Which == Measure::LiveBytes ? std::optional(Measure::Live)
                                                   : std::nullopt;
    return Its && Of.column(*Its) ? Its : std::nullopt;
  };
  for (bool IsTold : {false, true})
    for (const Column &Each : Of.columns()) {
      if (isState(Each) || factorOf(Each.Is).has_value() != IsTold)
        continue;
      for (unsigned Side = 0; Side != Of.sides(); ++Side) {
        auto value = [&](size_t I) { return Of.value(Order[I], Each.Is, Side); };
        const std::string Key = key("values.", PlaceOf[unsigned(Each.Is)], Side);
        if (const auto Factor = factorOf(Each.Is))
          Arrays.times(Key, Order.size(), value, size,
                       key("values.", PlaceOf[unsigned(*Factor)], Side),
                       [&](size_t I) { return Of.value(Order[I], *Factor, Side); });
        else if (Each.Unit == MeasureUnit::Bytes && Each.Merge == MeasureMerge::Sum)
          Arrays.units(Key, Order.size(), value, size);
        else
          Arrays.plain(Key, Order.size(), value);
      }
    }
  if (Of.column(Measure::NotFollowed))
    for (unsigned Side = 0; Side != Of.sides(); ++Side)
      Arrays.plain(fmt::format("notFollowed.{}", Side), Order.size(),
                   [&](size_t I) { return Of.value(Order[I], Measure::NotFollowed, Side); });
}

/// What the log tells of its rows beside the columns.
void DataWriter::addRowTables() {
  if (From.Runs.size() != 1)
    return;
  std::vector<uint32_t> PlaceOf(Order.size());
  for (size_t I = 0; I != Order.size(); ++I)
    PlaceOf[Order[I]] = uint32_t(I);
  auto sorted = [&](auto All, auto Second) {
    std::sort(All.begin(), All.end(), [&](const auto &A, const auto &B) {
      return std::pair(PlaceOf[A.Row], A.*Second) < std::pair(PlaceOf[B.Row], B.*Second);
    });
    return All;
  };
  if (const auto All = sorted(From.Runs[0].Changes, &RowChange::Point); !All.empty()) {
    Arrays.delta("changes.row", All.size(), [&](size_t I) { return PlaceOf[All[I].Row]; });
    Arrays.delta("changes.point", All.size(), [&](size_t I) { return All[I].Point; });
    Arrays.plain("changes.allocated", All.size(), [&](size_t I) { return All[I].Allocated; });
    Arrays.plain("changes.freed", All.size(), [&](size_t I) { return All[I].Freed; });
  }
  if (const auto All = sorted(From.Runs[0].Born.Rows, &RowGeneration::Generation);
      !All.empty()) {
    Arrays.delta("generations.row", All.size(), [&](size_t I) { return PlaceOf[All[I].Row]; });
    Arrays.delta("generations.generation", All.size(),
                 [&](size_t I) { return All[I].Generation; });
    Arrays.plain("generations.live", All.size(), [&](size_t I) { return All[I].Live; });
  }
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

/// A name that is a place in a file is a 0, and in the arrays: most of a large profile's names are.
void DataWriter::names() {
  size_t At = 0;
  list("names", Used, [&](NameId Name) {
    if (IsPlace[At++])
      Json.Uint(0);
    else
      name(Of.Names[Name]);
  });
  list("files", Files, [&](const std::string &File) { name(File); });
}

std::optional<SitePlace> DataWriter::asPlace(std::string_view Name) {
  const SitePlace Its = placeOf(Name);
  if (Its.File.empty() || Name != fmt::format("{}:{}:{}", Its.File, Its.Line, Its.Column))
    return {};
  return Its;
}

void DataWriter::addPlaces() {
  std::map<std::string_view, uint32_t> Known;
  std::vector<std::array<uint32_t, 3>> All;
  for (NameId Name : Used) {
    const auto Its = asPlace(Of.Names[Name]);
    IsPlace.push_back(Its.has_value());
    if (Its) {
      auto [At, IsNew] = Known.try_emplace(Its->File, uint32_t(Files.size()));
      if (IsNew)
        Files.emplace_back(Its->File);
      All.push_back({At->second, Its->Line, Its->Column});
    }
  }
  constexpr const char *Keys[] = {"names.file", "names.line", "names.column"};
  for (unsigned Part = 0; Part != 3; ++Part)
    Arrays.plain(Keys[Part], All.size(), [&](size_t I) { return All[I][Part]; });
}

void DataWriter::columns() {
  Json.Key("columns");
  Json.StartArray();
  for (const Column &Each : Of.columns()) {
    if (isState(Each))
      continue;
    Json.StartObject();
    text("word", Each.Word);
    text("unit", Each.Unit == MeasureUnit::Bytes ? "bytes" : "count");
    text("merge", Each.Merge == MeasureMerge::Sum ? "sum" : "max");
    if (Each.OfBlocks) {
      Json.Key("blocks");
      Json.Bool(true);
    }
    if (std::count(Each.LackedBy.begin(), Each.LackedBy.end(), true)) {
      Json.Key("lackedBy");
      Json.StartArray();
      for (unsigned Side = 0; Side != Of.sides(); ++Side)
        if (Each.isLackedBy(Side))
          Json.Uint(Side);
      Json.EndArray();
    }
    Json.EndObject();
  }
  Json.EndArray();
}

void DataWriter::wrappers() {
  objects("wrappers", From.Shown.Left.Wrappers, [&](const Wrapper &Each) {
    text("function", Each.Function);
    text("allocator", Of.Names[Each.Allocator]);
    number("calls", Each.Calls);
  });
}

void DataWriter::runs() {
  objects("runs", Of.Runs, [&](const Run &Each) {
    number("side", Each.Side);
    text("file", Each.File);
    text("program", Each.Program);
    number("process", Each.Process);
    number("began", Each.Began);
    list("lacks", Each.Lacks, [&](const std::string &Line) { name(Line); });
  });
}

void DataWriter::timelines() {
  Json.Key("timeline");
  Json.StartArray();
  for (const PageRun &Each : From.Runs) {
    const std::vector<TimelinePoint> &Points = Each.Facts.Timeline;
    if (Points.empty())
      continue;
    auto counts = [&](const char *Key, uint64_t TimelinePoint::*Which) {
      list(Key, Points, [&](const TimelinePoint &At) { Json.Uint64(At.*Which); });
    };
    Json.StartObject();
    number("side", Each.Side);
    list("seconds", Points, [&](const TimelinePoint &At) { Json.Double(At.Seconds); });
    counts("allocated", &TimelinePoint::Allocated);
    counts("live", &TimelinePoint::Live);
    if (Points.back().Resets)
      counts("resets", &TimelinePoint::Resets);
    if (!Each.Facts.Groups.empty())
      objects("groups", Each.Facts.Groups, [&](const TimelineGroup &Group) {
        text("by", Group.IsOfSize ? "size" : "allocator");
        text("of", Group.IsOfObjects ? "objects" : "blocks");
        text("name", Group.Name);
        Json.Key("live");
        Json.StartArray();
        for (size_t I = 0; I != Points.size(); ++I)
          Json.Uint64(Group.at(I).Bytes);
        Json.EndArray();
      });
    Json.EndObject();
  }
  Json.EndArray();
}

void DataWriter::marks() {
  Json.Key("marks");
  Json.StartArray();
  for (const PageRun &Each : From.Runs)
    for (const MarkTime &Mark : Each.Facts.Marks) {
      Json.StartObject();
      number("side", Each.Side);
      text("name", Mark.Name);
      Json.Key("seconds");
      Json.Double(Mark.Seconds);
      Json.EndObject();
    }
  Json.EndArray();
}

void DataWriter::processes() {
  Json.Key("processes");
  Json.StartArray();
  for (const PageRun &Each : From.Runs)
    if (!Each.Process.empty()) {
      Json.StartObject();
      number("side", Each.Side);
      text("facts", Each.Process);
      Json.EndObject();
    }
  Json.EndArray();
}

void DataWriter::generations() {
  if (From.Runs.size() == 1)
    objects("generations", From.Runs[0].Born.Marks,
            [&](const std::string &Mark) { text("mark", Mark); });
}

void DataWriter::arenas() {
  objects("arenas", From.Arenas, [&](const auto &Each) {
    const auto &[Names, Counted] = Each;
    Json.Key("frames");
    Json.StartArray();
    for (unsigned I = 0; I != ALLOCSITE_FRAMES && Names[I] != "-"; ++I)
      name(Names[I]);
    Json.EndArray();
    text("allocator", Names[ALLOCSITE_FRAMES]);
    text("type", Names[ALLOCSITE_FRAMES + 1]);
    text("site", Names[ALLOCSITE_FRAMES + 2]);
    for (unsigned I = 0; I != ArenaMeasureCount; ++I)
      number(ArenaColumns[I].Word, Counted.value(I));
  });
}

void DataWriter::frees() {
  objects("frees", From.Frees, [&](const FreedBy &Each) {
    text("site", Each.Site);
    text("allocator", Each.Allocator);
    text("by", demangled(Each.Function));
    number("count", Each.Count);
  });
}

void DataWriter::advice() {
  objects("advice", From.Advised, [&](const PageAdvice &Each) {
    text("do", Each.Of.Do);
    text("evidence", Each.Of.Evidence);
    number("calls", Each.Of.Calls);
    number("bytes", Each.Of.Bytes);
    text("function", Each.Function);
    text("site", Each.Site);
  });
}

void DataWriter::sources() {
  Json.Key("sources");
  Json.StartObject();
  for (const auto &[File, Lines] : From.Sources)
    list(displayText(File).c_str(), Lines, [&](const std::string &Line) { name(Line); });
  Json.EndObject();
}

void DataWriter::arrays() {
  Json.Key("arrays");
  Json.StartArray();
  for (const PageArrays::Entry &Each : Arrays.entries()) {
    Json.StartArray();
    name(Each.Key);
    Json.Uint64(Each.Count);
    name(Each.Coding);
    if (!Each.Factor.empty())
      name(Each.Factor);
    Json.EndArray();
  }
  Json.EndArray();
}

std::string DataWriter::text() {
  sortRows();
  addFrames();
  addRows();
  addValues();
  addRowTables();
  addPlaces();
  Json.StartObject();
  number("format", 2);
  text("made", From.Made);
  number("sides", Of.sides());
  columns();
  wrappers();
  runs();
  timelines();
  marks();
  processes();
  generations();
  arenas();
  frees();
  advice();
  sources();
  arrays();
  names();
  Json.EndObject();
  std::string All(Text.GetString(), Text.GetSize());
  All += '\n';
  return All += Arrays.bytes();
}

} // namespace

std::vector<PageAdvice> allocsite::pageAdvice(const std::vector<Advice> &All,
                                              const Profile &In) {
  std::vector<PageAdvice> Its;
  for (const Advice &Each : All) {
    const RowKey &Key = In.row(Each.Row);
    Its.push_back(
        {Each, std::string(Key.Chain == NoChain ? "-" : In.Names[innermost(In, Key.Chain)]),
         std::string(In.Names[Key.Site])});
  }
  return Its;
}

std::string allocsite::pageData(const PageInput &Of) { return DataWriter(Of).text(); }

std::string allocsite::page(const PageInput &Of) {
  const std::string_view Whole(AllocSitePage, size_t(AllocSitePageEnd - AllocSitePage));
  constexpr std::string_view Place = "@PROFILE@";
  const size_t At = Whole.find(Place);
  std::string Page(Whole.substr(0, At));
  StringSink Data;
  GzipSink Packed(Data, 6, 9);
  Packed.write(pageData(Of));
  Packed.finish();
  Page += base64(Data.Text);
  Page += Whole.substr(At + Place.size());
  return Page;
}
