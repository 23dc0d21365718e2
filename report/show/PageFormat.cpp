//===- PageFormat.cpp - A page that shows a profile in a browser ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PageFormat.h"

#include "findings/Followed.h"
#include "support/ByteSink.h"
#include "support/DisplayText.h"
#include "view/Layers.h"

#include <algorithm>
#include <numeric>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>
#include <set>

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

enum RowFlag : unsigned { IsFailed = 1, IsBelow = 2, IsBelowLive = 4, IsOverLive = 8 };

class DataWriter {
public:
  explicit DataWriter(const Profile &Of);

  /// Writes the JSON; the result is valid as long as this.
  std::string_view write(const std::string &Made, const std::vector<PageTimeline> &Timelines);

private:
  template <typename Range, typename Function>
  void array(const char *Key, const Range &Of, Function Number) {
    Json.Key(Key);
    Json.StartArray();
    for (const auto &Each : Of)
      Json.Uint64(Number(Each));
    Json.EndArray();
  }
  void text(const char *Key, std::string_view Text) {
    Json.Key(Key);
    name(Text);
  }
  void name(std::string_view Text) {
    const std::string Shown = displayText(Text);
    Json.String(Shown.data(), rapidjson::SizeType(Shown.size()));
  }
  void names();
  void frames();
  void chains();
  void columns();
  void rows();
  void values();
  void runs();
  void groups(const PageTimeline &Of);
  void timelines(const std::vector<PageTimeline> &All);

  const Profile &Of;
  std::vector<RowId> Order;    ///< the rows, the largest first
  std::vector<unsigned> Flags; ///< by row
  rapidjson::StringBuffer Text;
  rapidjson::Writer<rapidjson::StringBuffer> Json{Text};
};

/// True for not-followed: it is no column of the page but tells which numbers are known.
bool isState(const Column &Of) { return Of.Is == Measure::NotFollowed; }

bool isFollowed(const Profile &Of, RowId Row) {
  for (unsigned Side = 0; Side != Of.sides(); ++Side)
    if (Of.value(Row, Measure::Live, Side) || Of.value(Row, Measure::Freed, Side))
      return true;
  return false;
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
  return Flags;
}

DataWriter::DataWriter(const Profile &Of) : Of(Of), Order(Of.rowCount()), Flags(flagsOf(Of)) {
  std::iota(Order.begin(), Order.end(), 0);
  const auto Bytes = Of.column(Measure::Bytes);
  if (!Bytes)
    return;
  std::vector<std::pair<uint64_t, RowId>> BySize;
  for (RowId Row = 0; Row != Of.rowCount(); ++Row)
    BySize.emplace_back(UINT64_MAX - Of.value(Row, *Bytes, Of.sides() - 1), Row);
  std::sort(BySize.begin(), BySize.end());
  for (size_t I = 0; I != BySize.size(); ++I)
    Order[I] = BySize[I].second;
}

void DataWriter::names() {
  Json.Key("names");
  Json.StartArray();
  for (NameId Name = 0; Name != Of.Names.size(); ++Name)
    name(Of.Names[Name]);
  Json.EndArray();
}

void DataWriter::frames() {
  Json.Key("frames");
  Json.StartObject();
  std::vector<FrameId> All(Of.frameCount());
  std::iota(All.begin(), All.end(), 0);
  array("function", All, [&](FrameId Frame) { return Of.frame(Frame).Function; });
  Json.EndObject();
}

void DataWriter::chains() {
  Json.Key("chains");
  Json.StartObject();
  std::vector<ChainId> All(Of.chainCount());
  std::iota(All.begin(), All.end(), 0);
  // Chain 0 has no frame; its entry is not used.
  array("frame", All, [&](ChainId Chain) { return Chain ? Of.link(Chain).At : 0; });
  array("caller", All, [&](ChainId Chain) { return Of.link(Chain).Caller; });
  Json.EndObject();
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
    Json.EndObject();
  }
  Json.EndArray();
}

void DataWriter::rows() {
  Json.Key("rows");
  Json.StartObject();
  array("chain", Order, [&](RowId Row) { return Of.row(Row).Chain; });
  array("allocator", Order, [&](RowId Row) { return Of.row(Row).Allocator; });
  array("type", Order, [&](RowId Row) { return Of.row(Row).Type; });
  array("site", Order, [&](RowId Row) { return Of.row(Row).Site; });
  array("through", Order, [&](RowId Row) { return Of.row(Row).Through; });
  array("size", Order, [&](RowId Row) { return Of.row(Row).size(); });
  array("flags", Order, [&](RowId Row) { return Flags[Row]; });
  Json.EndObject();
}

void DataWriter::values() {
  for (bool IsState : {false, true}) {
    Json.Key(IsState ? "notFollowed" : "values");
    Json.StartArray();
    for (ColumnId Column = 0; Column != Of.columns().size(); ++Column)
      for (unsigned Side = 0; Side != Of.sides() && isState(Of.columns()[Column]) == IsState;
           ++Side) {
        Json.StartArray();
        for (RowId Row : Order)
          Json.Uint64(Of.value(Row, Column, Side));
        Json.EndArray();
      }
    Json.EndArray();
  }
}

void DataWriter::runs() {
  Json.Key("runs");
  Json.StartArray();
  for (const Run &Each : Of.Runs) {
    Json.StartObject();
    Json.Key("side");
    Json.Uint(Each.Side);
    text("file", Each.File);
    text("program", Each.Program);
    Json.Key("process");
    Json.Uint64(Each.Process);
    Json.Key("began");
    Json.Uint64(Each.Began);
    Json.Key("lacks");
    Json.StartArray();
    for (const std::string &Line : Each.Lacks)
      name(Line);
    Json.EndArray();
    Json.EndObject();
  }
  Json.EndArray();
}

void DataWriter::groups(const PageTimeline &Of) {
  Json.Key("groups");
  Json.StartArray();
  for (const TimelineGroup &Each : Of.Groups) {
    Json.StartObject();
    text("by", Each.IsOfSize ? "size" : "allocator");
    text("of", Each.IsOfObjects ? "objects" : "blocks");
    text("name", Each.Name);
    Json.Key("live");
    Json.StartArray();
    for (size_t I = 0; I != Of.Points.size(); ++I)
      Json.Uint64(Each.at(I).Bytes);
    Json.EndArray();
    Json.EndObject();
  }
  Json.EndArray();
}

void DataWriter::timelines(const std::vector<PageTimeline> &All) {
  Json.Key("timeline");
  Json.StartArray();
  for (const PageTimeline &Each : All) {
    Json.StartObject();
    Json.Key("side");
    Json.Uint(Each.Side);
    Json.Key("seconds");
    Json.StartArray();
    for (const TimelinePoint &Point : Each.Points)
      Json.Double(Point.Seconds);
    Json.EndArray();
    array("allocated", Each.Points,
          [](const TimelinePoint &Point) { return Point.Allocated; });
    array("live", Each.Points, [](const TimelinePoint &Point) { return Point.Live; });
    if (!Each.Groups.empty())
      groups(Each);
    Json.EndObject();
  }
  Json.EndArray();
}

std::string_view DataWriter::write(const std::string &Made,
                                   const std::vector<PageTimeline> &Timelines) {
  Json.StartObject();
  Json.Key("format");
  Json.Uint(1);
  text("made", Made);
  Json.Key("sides");
  Json.Uint(Of.sides());
  names();
  frames();
  chains();
  columns();
  rows();
  values();
  runs();
  timelines(Timelines);
  Json.EndObject();
  return {Text.GetString(), Text.GetSize()};
}

} // namespace

std::string allocsite::pageData(const Profile &Of, const std::string &Made,
                                const std::vector<PageTimeline> &Timelines) {
  return std::string(DataWriter(Of).write(Made, Timelines));
}

std::string allocsite::page(const Profile &Of, const std::string &Made,
                            const std::vector<PageTimeline> &Timelines) {
  const std::string_view Whole(AllocSitePage, size_t(AllocSitePageEnd - AllocSitePage));
  constexpr std::string_view Place = "@PROFILE@";
  const size_t At = Whole.find(Place);
  std::string Page(Whole.substr(0, At));
  StringSink Data;
  // Level 6 takes twice the time for a file that is hardly smaller.
  GzipSink Packed(Data, 3, 9);
  Packed.write(DataWriter(Of).write(Made, Timelines));
  Packed.finish();
  Page += base64(Data.Text);
  Page += Whole.substr(At + Place.size());
  return Page;
}
