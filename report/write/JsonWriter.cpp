//===- JsonWriter.cpp - For programs --------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes all data of the rows, with names, for jq and scripts: docs/profile.schema.json.
//
//===----------------------------------------------------------------------===//

#include "Writer.h"
#include "support/DisplayText.h"
#include "support/JsonSink.h"

using namespace allocsite;

namespace {

class JsonFile {
public:
  JsonFile(const Samples &From, ByteSink &To) : From(From), Json(To) {}

  void write() {
    Json.StartObject();
    Json.field("format", "allocsite");
    Json.field("version", uint64_t(1));
    runs();
    measures();
    frames();
    rows();
    Json.EndObject();
    Json.finish();
  }

private:
  void runs() {
    Json.Key("runs");
    Json.StartArray();
    for (const Run &Each : From.runs()) {
      Json.StartObject();
      if (From.isCompared())
        Json.field("side", Each.Side ? "after" : "before");
      Json.field("file", displayText(Each.File));
      if (!Each.Program.empty())
        Json.field("program", displayText(Each.Program));
      if (Each.Process)
        Json.field("process", Each.Process);
      if (Each.Began)
        Json.field("began", Each.Began);
      if (!Each.Host.empty())
        Json.field("host", displayText(Each.Host));
      if (!Each.Service.empty())
        Json.field("service", displayText(Each.Service));
      modules(Each);
      Json.Key("lacks");
      Json.StartArray();
      for (const std::string &Line : Each.Lacks)
        Json.text(displayText(Line));
      Json.EndArray();
      Json.EndObject();
    }
    Json.EndArray();
  }

  void modules(const Run &Of) {
    if (Of.Modules.empty())
      return;
    Json.Key("modules");
    Json.StartArray();
    for (const RunModule &Each : Of.Modules) {
      Json.StartObject();
      Json.field("path", displayText(Each.Path));
      if (!Each.BuildId.empty())
        Json.field("build_id", Each.BuildId);
      Json.EndObject();
    }
    Json.EndArray();
  }

  void measures() {
    Json.Key("measures");
    Json.StartArray();
    for (ColumnId Each : From.measures()) {
      Json.StartObject();
      Json.field("word", From.column(Each).Word);
      Json.field("unit", From.column(Each).Unit == MeasureUnit::Bytes ? "bytes" : "count");
      Json.field("total", From.total(Each));
      if (From.isCompared())
        Json.field("total_before", From.totalBefore(Each));
      Json.EndObject();
    }
    Json.EndArray();
  }

  void frames() {
    Json.Key("frames");
    Json.StartArray();
    for (uint32_t Id = 0; Id != From.Frames.size(); ++Id) {
      const StackFrame &Frame = From.Frames[Id];
      Json.StartObject();
      Json.field("function", From.Texts[Frame.Function]);
      if (Frame.File != NoName)
        Json.field("file", From.Texts[Frame.File]);
      if (Frame.Line)
        Json.field("line", uint64_t(Frame.Line));
      if (Frame.Column)
        Json.field("column", uint64_t(Frame.Column));
      Json.EndObject();
    }
    Json.EndArray();
  }

  void rows() {
    Json.Key("rows");
    Json.StartArray();
    for (const Sample &Each : From.All) {
      Json.StartObject();
      auto named = [&](const char *Key, std::string_view Text) {
        if (Text != "-")
          Json.field(Key, Text);
      };
      named("allocator", From.Texts[Each.Allocator]);
      named("type", From.Texts[Each.Type]);
      named("site", From.site(Each));
      named("through", From.Texts[Each.Through]);
      named("process", From.Texts[Each.Process]);
      named("thread", From.Texts[Each.Thread]);
      Json.field("size", From.size(Each));
      for (ColumnId Measure : From.measures()) {
        const std::string &Word = From.column(Measure).Word;
        const unsigned Last = From.isCompared();
        for (unsigned Side = 0; Side <= Last; ++Side)
          if (const Quantity Its = From.quantity(Each, Measure, Side);
              Its.Is != Known::Nothing)
            Json.field((Side == Last ? Word : Word + "_before").c_str(), Its.Value);
      }
      Json.Key("stack");
      Json.StartArray();
      for (uint32_t Frame : From.frames(Each.Stack))
        Json.Uint(Frame);
      Json.EndArray();
      Json.EndObject();
    }
    Json.EndArray();
  }

  const Samples &From;
  JsonSink Json;
};

MaybeError write(const Samples &From, ByteSink &To) {
  JsonFile(From, To).write();
  return {};
}

} // namespace

const Writer allocsite::JsonWriter = {
    "json", "jq, scripts (docs/profile.schema.json)", false, write, true, true, true};
