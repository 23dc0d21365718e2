//===- OtlpWriter.cpp - For collectors of OpenTelemetry -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   ProfilesData { ResourceProfiles of each process { Profile of each measure { Sample… }… }…
//                  ProfilesDictionary { mappings, locations, functions, strings, attributes, stacks } }
//
// The profiles of github.com/open-telemetry/opentelemetry-proto 1.11, package
// opentelemetry.proto.profiles.v1development, which its authors still change. It is also the body of a
// request of the collector (ExportProfilesServiceRequest has the same fields). Tables of the
// dictionary are referred to by index; the first entry of each is the empty one. A Profile has one
// kind of value, so that each measure is one.
//
//===----------------------------------------------------------------------===//

#include "Locations.h"
#include "Writer.h"
#include "support/DisplayText.h"

#include <map>
#include <protozero/pbf_writer.hpp>
#include <tuple>

using namespace allocsite;

namespace {

using Pbf = protozero::pbf_writer;

constexpr uint64_t Nanoseconds = 1'000'000'000;

/// The tables of the message that samples refer to.
class Dictionary {
public:
  explicit Dictionary(const Samples &From) : From(From), Places(From) { string(""); }

  int32_t string(std::string_view Text) {
    auto [At, IsNew] = StringIds.try_emplace(std::string(Text), int32_t(Strings.size()));
    if (IsNew)
      Strings.push_back(At->first);
    return At->second;
  }
  /// The attribute of that key; 0, the empty one, if \p Value is empty.
  int32_t attribute(const char *Key, std::string_view Value) {
    return Value.empty() ? 0 : attribute(Key, 1, std::string(Value), 0);
  }
  int32_t attribute(const char *Key, uint64_t Value, const char *Unit) {
    return attribute(Key, 3, std::to_string(Value), string(Unit));
  }
  int32_t stack(StackId Of) {
    auto [At, IsNew] = StackIds.try_emplace(Of, int32_t(Stacks.size() + 1));
    if (IsNew)
      Stacks.push_back(Places.stack(Of));
    return At->second;
  }

  void writeTo(Pbf &To);

private:
  struct Attribute {
    int32_t Key, Kind; ///< Kind: the field of AnyValue, 1 a string or 3 a number
    std::string Value;
    int32_t Unit;
    bool operator<(const Attribute &Other) const {
      return std::tie(Key, Kind, Value, Unit) <
             std::tie(Other.Key, Other.Kind, Other.Value, Other.Unit);
    }
  };
  int32_t attribute(const char *Key, int32_t Kind, std::string Value, int32_t Unit) {
    auto [At, IsNew] = AttributeIds.try_emplace(
        Attribute{string(Key), Kind, std::move(Value), Unit}, int32_t(Attributes.size() + 1));
    if (IsNew)
      Attributes.push_back(&At->first);
    return At->second;
  }
  void addMapping(Pbf &To, const Locations::Mapping &Of);
  void addLocation(Pbf &To, const Locations::Location &Of);

  const Samples &From;
  const Locations Places;
  std::map<std::string, int32_t> StringIds;
  std::vector<std::string> Strings;
  std::map<Attribute, int32_t> AttributeIds; ///< from 1, as the next
  std::vector<const Attribute *> Attributes;
  std::map<StackId, int32_t> StackIds;
  std::vector<std::vector<uint32_t>> Stacks;
  std::map<std::pair<TextId, TextId>, int32_t> FunctionIds; ///< by name and file, from 1
  std::vector<std::pair<TextId, TextId>> Functions;
};

namespace table {
enum { Mapping = 1, Location, Function, Link, String, Attribute, Stack };
} // namespace table

void Dictionary::addMapping(Pbf &To, const Locations::Mapping &Of) {
  Pbf Made(To, table::Mapping);
  Made.add_uint64(1, Of.Start);
  Made.add_uint64(2, Of.Limit);
  Made.add_int32(4, string(Of.File));
  if (const int32_t Build = attribute("process.executable.build_id.gnu", Of.BuildId))
    Made.add_packed_int32(5, &Build, &Build + 1);
}

void Dictionary::addLocation(Pbf &To, const Locations::Location &Of) {
  Pbf Made(To, table::Location);
  Made.add_int32(1, int32_t(Of.Mapping + 1));
  Made.add_uint64(2, Of.Address);
  for (uint32_t Each : Of.Lines) {
    const StackFrame &Frame = From.Frames[Each];
    auto [At, IsNew] =
        FunctionIds.try_emplace({Frame.Function, Frame.File}, int32_t(Functions.size() + 1));
    if (IsNew)
      Functions.push_back(At->first);
    Pbf Line(Made, 3);
    Line.add_int32(1, At->second);
    Line.add_int64(2, Frame.Line);
    Line.add_int64(3, Frame.Column);
  }
  const int32_t Kind = attribute("profile.frame.type", "native");
  Made.add_packed_int32(4, &Kind, &Kind + 1);
}

/// Call it when all samples have been written.
void Dictionary::writeTo(Pbf &To) {
  for (auto Each :
       {table::Mapping, table::Location, table::Function, table::Attribute, table::Stack})
    To.add_message(Each, std::string());
  {
    Pbf Made(To, table::Link); // of no trace
    Made.add_bytes(1, std::string(16, '\0'));
    Made.add_bytes(2, std::string(8, '\0'));
  }
  for (const Locations::Mapping &Each : Places.mappings())
    addMapping(To, Each);
  for (const Locations::Location &Each : Places.all())
    addLocation(To, Each);
  for (auto [Name, File] : Functions) {
    Pbf Made(To, table::Function);
    Made.add_int32(1, string(From.Texts[Name]));
    if (File != NoName)
      Made.add_int32(3, string(From.Texts[File]));
  }
  for (const std::vector<uint32_t> &Each : Stacks) {
    std::vector<int32_t> Ids;
    for (uint32_t Location : Each)
      Ids.push_back(int32_t(Location + 1));
    Pbf Made(To, table::Stack);
    Made.add_packed_int32(1, Ids.begin(), Ids.end());
  }
  for (const Attribute *Each : Attributes) {
    Pbf Made(To, table::Attribute);
    Made.add_int32(1, Each->Key);
    {
      Pbf Value(Made, 2);
      if (Each->Kind == 1)
        Value.add_string(1, Each->Value);
      else
        Value.add_int64(3, std::stoll(Each->Value));
    }
    Made.add_int32(3, Each->Unit);
  }
  for (const std::string &Each : Strings) // at last: all of them are known now
    To.add_string(table::String, Each);
}

class OtlpFile {
public:
  explicit OtlpFile(const Samples &From) : From(From), Tables(From) {}

  std::string text() {
    std::string Bytes, Dictionary;
    Pbf All(Bytes);
    std::map<TextId, std::vector<const Sample *>> ByProcess;
    for (const Sample &Each : From.All)
      ByProcess[Each.Process].push_back(&Each);
    for (const auto &[Process, Its] : ByProcess)
      addProcess(All, runOf(Process), Its);
    {
      Pbf Made(Dictionary);
      Tables.writeTo(Made);
    }
    All.add_message(2, Dictionary);
    return Bytes;
  }

private:
  const Run *runOf(TextId Process) const {
    for (const Run &Each : From.runs())
      if (Process == NoName || displayText(processName(Each)) == From.Texts[Process])
        return &Each;
    return nullptr;
  }

  /// Key and value of each attribute, which are unique: what the user names comes first.
  std::map<std::string, std::string> resourceOf(const Run *Of) const {
    std::map<std::string, std::string> Its;
    for (const std::string &Each : From.Resource)
      if (const size_t Equals = Each.find('='); Equals != Each.npos)
        Its[displayText(Each.substr(0, Equals))] = Each.substr(Equals + 1);
    if (!Of)
      return Its;
    const RunModule Program = Of->Modules.empty() ? RunModule() : Of->Modules.front();
    for (const auto &[Key, Value] :
         std::initializer_list<std::pair<const char *, std::string>>{
             {"service.name", Of->Service.empty() ? Of->Program : Of->Service},
             {"host.name", Of->Host},
             {"process.pid", Of->Process ? std::to_string(Of->Process) : ""},
             {"process.executable.name", Of->Program},
             {"process.executable.path", Program.Path},
             {"process.executable.build_id.gnu", Program.BuildId}})
      if (!Value.empty())
        Its.try_emplace(Key, Value);
    return Its;
  }

  void addResource(Pbf &To, const Run *Of) const {
    Pbf Made(To, 1);
    for (const auto &[Key, Value] : resourceOf(Of)) {
      Pbf Attribute(Made, 1);
      Attribute.add_string(1, Key);
      Pbf Its(Attribute, 2);
      if (Key == "process.pid")
        Its.add_int64(3, std::strtoll(Value.c_str(), nullptr, 10));
      else
        Its.add_string(1, displayText(Value));
    }
  }

  void addProcess(Pbf &To, const Run *Of, const std::vector<const Sample *> &Its) {
    Pbf Made(To, 1);
    addResource(Made, Of);
    Pbf Scope(Made, 2);
    {
      Pbf Name(Scope, 1);
      Name.add_string(1, "allocsite");
    }
    for (ColumnId Each : From.measures())
      addProfile(Scope, Of, Each, Its);
  }

  void addValueType(Pbf &To, uint32_t Tag, const std::string &Type, const char *Unit) {
    Pbf Made(To, Tag);
    Made.add_int32(1, Tables.string(Type));
    Made.add_int32(2, Tables.string(Unit));
  }

  void addProfile(Pbf &To, const Run *Of, ColumnId Measure,
                  const std::vector<const Sample *> &Its) {
    Pbf Made(To, 2);
    addValueType(Made, 1, sampleTypeOf(From.column(Measure)),
                 sampleUnitOf(From.column(Measure)));
    for (const Sample *Each : Its)
      if (const uint64_t Value = From.value(*Each, Measure))
        addSample(Made, *Each, int64_t(Value));
    if (From.Window.Began || (Of && Of->Began))
      Made.add_fixed64(3, From.Window.Began ? From.Window.Began : Of->Began * Nanoseconds);
    if (From.Window.Length)
      Made.add_uint64(4, From.Window.Length);
    // A period of 1: every allocation was counted.
    addValueType(Made, 5, "space", "bytes");
    Made.add_int64(6, 1);
  }

  void addSample(Pbf &To, const Sample &Of, int64_t Value) {
    auto text = [&](TextId Its) {
      return Its == NoName ? std::string_view() : From.Texts[Its];
    };
    std::vector<int32_t> Attributes;
    for (int32_t Each : {Tables.attribute("allocsite.allocator", text(Of.Allocator)),
                         Tables.attribute("allocsite.arena", text(Of.Arena)),
                         Tables.attribute("allocsite.type", text(Of.Type)),
                         Tables.attribute("allocsite.through", text(Of.Through)),
                         Tables.attribute("thread.name", text(Of.Thread)),
                         Tables.attribute("allocsite.size", From.size(Of), "By")})
      if (Each)
        Attributes.push_back(Each);
    Pbf Made(To, 2);
    Made.add_int32(1, Tables.stack(Of.Stack));
    Made.add_packed_int32(2, Attributes.begin(), Attributes.end());
    Made.add_packed_int64(4, &Value, &Value + 1);
  }

  const Samples &From;
  Dictionary Tables;
};

MaybeError write(const Samples &From, ByteSink &To) {
  To.write(OtlpFile(From).text());
  return {};
}

} // namespace

const Writer allocsite::OtlpWriter = {"otlp", "collectors of OpenTelemetry (experimental)",
                                      true,   write,
                                      false,  true,
                                      true,   false,
                                      true};
