//===- DhatWriter.cpp - For the viewer of valgrind's DHAT -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   {dhatFileVersion: 2, …, pps: [{tb, tbk, fs: [leaf, …, root]}…], ftbl: ["[root]", …]}
//
// The leaf is the allocator, as in DHAT's own files. The clock counts bytes allocated, so
// rates in the viewer are shares of all bytes. The format has live memory only together with
// lifetimes (`bklt`). A block live at the end counts as live all the time, as neither the time
// of its allocation nor that of the peak is known.
//
//===----------------------------------------------------------------------===//

#include "Writer.h"
#include "support/DisplayText.h"
#include "support/JsonSink.h"
#include "support/Message.h"

#include <algorithm>
#include <fmt/format.h>

using namespace allocsite;

namespace {

class DhatFile {
public:
  DhatFile(const Samples &From, ByteSink &To)
      : From(From), Json(To), Calls(From.measure(Measure::Calls)),
        Bytes(From.measure(Measure::Bytes)), Live(From.measure(Measure::Live)),
        LiveBytes(From.measure(Measure::LiveBytes)), Peak(From.measure(Measure::PeakBytes)),
        Lifetime(From.measure(Measure::Lifetime)), Clock(Bytes ? From.total(*Bytes) : 0) {}

  void write() {
    if (Live && !Lifetime)
      printNote(
          "what is live is left out: dhat has it only with lifetimes, which this profile "
          "lacks (ALLOCSITE_OPTIONS=live=1:lifetimes=1)");
    Json.StartObject();
    about();
    Json.Key("pps");
    Json.StartArray();
    for (const Sample &Each : From.All)
      add(Each);
    for (uint32_t Id = 0; Id != Points.size(); ++Id)
      point(Points[Id], Sums[Id]);
    Json.EndArray();
    frames();
    Json.EndObject();
    Json.finish();
  }

private:
  bool hasLive() const { return Live && LiveBytes && Peak && Lifetime; }

  void about() {
    Json.field("dhatFileVersion", uint64_t(2));
    Json.field("mode", "heap");
    Json.field("verb", "Allocated");
    Json.Key("bklt");
    Json.Bool(hasLive());
    Json.Key("bkacc");
    Json.Bool(false);
    Json.field("tu", "bytes");
    Json.field("Mtu", "MB");
    Json.field("tuth", uint64_t(0));
    Json.field("cmd", From.program());
    Json.field("pid", From.runs().empty() ? uint64_t(0) : From.runs().front().Process);
    Json.field("te", Clock);
    Json.field("tg", Clock);
  }

  /// A program point, as the viewer calls it. It accepts each stack once, so samples that
  /// differ only in types, sizes, or sites of one line are one point.
  struct Point {
    StackId Stack;
    TextId Allocator;
  };
  struct Sum {
    uint64_t Bytes, Blocks, BytesAtPeak, BlocksAtPeak, BytesAtEnd, BlocksAtEnd, Lifetimes;
  };

  void add(const Sample &Of) {
    Sums.resize(std::max<size_t>(Sums.size(), Points.intern({Of.Stack, Of.Allocator}) + 1));
    Sum &To = Sums[Points.intern({Of.Stack, Of.Allocator})];
    auto add = [](uint64_t &To, uint64_t Value) { To = merged(MeasureMerge::Sum, To, Value); };
    add(To.Bytes, From.value(Of, Bytes));
    add(To.Blocks, From.value(Of, Calls));
    add(To.BytesAtPeak, From.value(Of, Peak));
    if (const uint64_t Size = From.size(Of))
      add(To.BlocksAtPeak, From.value(Of, Peak) / Size);
    add(To.BytesAtEnd, From.value(Of, LiveBytes));
    add(To.BlocksAtEnd, From.value(Of, Live));
    add(To.Lifetimes, From.value(Of, Lifetime));
    if (const uint64_t Blocks = From.value(Of, Live))
      add(To.Lifetimes, Clock > UINT64_MAX / Blocks ? UINT64_MAX : Clock * Blocks);
  }

  void point(const Point &Of, const Sum &Its) {
    Json.StartObject();
    Json.field("tb", Its.Bytes);
    Json.field("tbk", Its.Blocks);
    if (hasLive()) {
      Json.field("tl", Its.Lifetimes);
      // A lower bound: the point's own maximum is not known.
      Json.field("mb", std::max(Its.BytesAtPeak, Its.BytesAtEnd));
      Json.field("mbk", std::max(Its.BlocksAtPeak, Its.BlocksAtEnd));
      Json.field("gb", Its.BytesAtPeak);
      Json.field("gbk", Its.BlocksAtPeak);
      Json.field("eb", Its.BytesAtEnd);
      Json.field("ebk", Its.BlocksAtEnd);
    }
    Json.Key("fs");
    Json.StartArray();
    if (Of.Allocator != NoName)
      Json.Uint(uint32_t(1 + From.Frames.size() + Allocators.intern({Of.Allocator})));
    for (uint32_t Frame : From.frames(Of.Stack))
      Json.Uint(1 + Frame);
    Json.EndArray();
    Json.EndObject();
  }

  /// Writes the frame table. Readers parse frames by spaces, parentheses and colons. Addresses
  /// are not known: frame numbers stand in place of them.
  void frames() {
    Json.Key("ftbl");
    Json.StartArray();
    Json.text("[root]");
    for (uint32_t Id = 0; Id != From.Frames.size(); ++Id) {
      const StackFrame &Frame = From.Frames[Id];
      std::string Place = "in " + From.program();
      if (Frame.File != NoName)
        Place = From.Texts[Frame.File];
      if (Frame.Line)
        Place += fmt::format(":{}", Frame.Line);
      if (Frame.Column)
        Place += fmt::format(":{}", Frame.Column);
      Json.text(fmt::format("{:#x}: {} ({})", Id + 1, From.Texts[Frame.Function], Place));
    }
    for (uint32_t Id = 0; Id != Allocators.size(); ++Id)
      Json.text(fmt::format("{:#x}: {} (in {})", From.Frames.size() + Id + 1,
                            From.Texts[Allocators[Id].Name], From.program()));
    Json.EndArray();
  }

  struct Allocator {
    TextId Name;
  };

  const Samples &From;
  JsonSink Json;
  const std::optional<ColumnId> Calls, Bytes, Live, LiveBytes, Peak, Lifetime;
  const uint64_t Clock;
  KeySet<Allocator> Allocators;
  KeySet<Point> Points;
  std::vector<Sum> Sums; ///< by point
};

MaybeError write(const Samples &From, ByteSink &To) {
  DhatFile(From, To).write();
  return {};
}

} // namespace

const Writer allocsite::DhatWriter = {"dhat", "dh_view.html of valgrind, Firefox Profiler",
                                      false, write};
