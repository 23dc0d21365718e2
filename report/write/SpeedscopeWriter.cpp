//===- SpeedscopeWriter.cpp - For www.speedscope.app, and its copies ------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   {shared: {frames: [{name, file, line}…]},
//    profiles: [{type: "sampled", name: "bytes", samples: [[root, …, leaf]…], weights: […]}…]}
//
// One profile for each measure, that of --measure first; if two sides are compared, one for
// each measure and side. A frame is a function, with a line if all its calls are of that one:
// several lines would split a function up in the graph.
//
//===----------------------------------------------------------------------===//

#include "Samples.h"
#include "Writer.h"
#include "support/JsonSink.h"

using namespace allocsite;

namespace {

class SpeedscopeFile {
public:
  SpeedscopeFile(const Samples &From, ByteSink &To) : From(From), Stacks(From), Json(To) {}

  void write() {
    Json.StartObject();
    Json.field("$schema", "https://www.speedscope.app/file-format-schema.json");
    Json.field("exporter", "allocsite");
    Json.field("name", From.program());
    frames();
    Json.Key("profiles");
    Json.StartArray();
    const size_t Sides = From.isCompared() ? 2 : 1;
    for (size_t I = 0; I != From.measures().size(); ++I) {
      if (From.isCompared())
        profile(I, " before", &NamedStacks::Sum::Before, From.totalBefore(From.measures()[I]));
      profile(I, From.isCompared() ? " after" : "", &NamedStacks::Sum::Values,
              From.total(From.measures()[I]));
    }
    Json.EndArray();
    for (size_t I = 0; I != From.measures().size(); ++I)
      if (From.measures()[I] == From.mainMeasure())
        Json.field("activeProfileIndex", I * Sides + Sides - 1);
    Json.EndObject();
    Json.finish();
  }

private:
  void frames() {
    Json.Key("shared");
    Json.StartObject();
    Json.Key("frames");
    Json.StartArray();
    for (uint32_t Id = 0; Id != Stacks.Names.size(); ++Id) {
      Json.StartObject();
      Json.field("name", From.Texts[Stacks.Names[Id].Function]);
      if (Stacks.Names[Id].File != NoName)
        Json.field("file", From.Texts[Stacks.Names[Id].File]);
      if (Stacks.line(Id))
        Json.field("line", uint64_t(Stacks.line(Id)));
      Json.EndObject();
    }
    Json.EndArray();
    Json.EndObject();
  }

  void profile(size_t I, const char *Side, std::vector<uint64_t> NamedStacks::Sum::*Values,
               uint64_t Total) {
    const Column &Measure = From.column(From.measures()[I]);
    Json.StartObject();
    Json.field("type", "sampled");
    Json.field("name", Measure.Word + Side);
    Json.field("unit", Measure.Unit == MeasureUnit::Bytes ? "bytes" : "none");
    Json.field("startValue", uint64_t(0));
    Json.field("endValue", Total);
    Json.Key("samples");
    Json.StartArray();
    for (const NamedStacks::Sum &Each : Stacks.Sums) {
      if (!(Each.*Values)[I])
        continue;
      Json.StartArray();
      for (uint32_t Name : Stacks.names(Each.Stack))
        Json.Uint(Name);
      Json.EndArray();
    }
    Json.EndArray();
    Json.Key("weights");
    Json.StartArray();
    for (const NamedStacks::Sum &Each : Stacks.Sums)
      if (const uint64_t Value = (Each.*Values)[I])
        Json.Uint64(Value);
    Json.EndArray();
    Json.EndObject();
  }

  const Samples &From;
  const NamedStacks Stacks;
  JsonSink Json;
};

MaybeError write(const Samples &From, ByteSink &To) {
  SpeedscopeFile(From, To).write();
  return {};
}

} // namespace

const Writer allocsite::SpeedscopeWriter = {"speedscope", "www.speedscope.app, npx speedscope",
                                            false, write, true};
