//===- PprofWriter.cpp - For go tool pprof and all that reads its profiles ===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   gzip( Profile { sample_type…, mapping, sample…, location…, function…, string_table… } )
//
// The message profile.proto of github.com/google/pprof. Strings, functions, locations and the
// mapping are named by numbers. A Location is a frame, with a line for each function that was
// inlined there, the innermost first; the function that holds the allocation comes first. The
// allocator, the arena, the type and the size are labels, so that `-tagfocus=allocator=malloc`
// selects.
//
//===----------------------------------------------------------------------===//

#include "Writer.h"
#include "support/DisplayText.h"

#include <algorithm>
#include <map>
#include <protozero/pbf_writer.hpp>

using namespace allocsite;

namespace {

namespace field {
enum Profile { SampleType = 1, Sample, Mapping, Location, Function, StringTable };
enum { TimeNanos = 9, PeriodType = 11, Period, Comment, DefaultSampleType };
} // namespace field

/// What heap profiles of others call our measures.
constexpr const char *SampleTypes[][2] = {
    {"calls", "alloc_objects"},        {"bytes", "alloc_space"}, {"live", "inuse_objects"},
    {"live-bytes", "inuse_space"},     {"peak", "peak_space"},   {"freed", "freed_objects"},
    {"temporary", "temporary_objects"}};

std::string sampleTypeOf(const Column &Of) {
  for (const auto &[Word, Type] : SampleTypes)
    if (Of.Word == Word)
      return Type;
  std::string Type = Of.Word;
  std::replace(Type.begin(), Type.end(), '-', '_');
  return Type;
}

class PprofFile {
public:
  PprofFile(const Samples &From, ByteSink &To) : From(From), To(To) {}

  void write() {
    types();
    samples();
    mapping();
    locations();
    about();
    strings();
  }

private:
  /// The names of the profile come first, behind the empty string.
  int64_t string(TextId Of) const { return int64_t(Of) + 1; }
  int64_t string(const std::string &Text) {
    auto [At, IsNew] = Numbers.emplace(Text, int64_t(From.Texts.size() + 1 + More.size()));
    if (IsNew)
      More.push_back(Text);
    return At->second;
  }

  void flush() {
    To.write(Bytes);
    Bytes.clear();
  }
  void valueType(uint32_t Tag, const std::string &Type, const std::string &Unit) {
    protozero::pbf_writer Made(Message, Tag);
    Made.add_int64(1, string(Type));
    Made.add_int64(2, string(Unit));
  }
  void types();
  void mapping();
  void samples();
  uint64_t location(std::vector<uint32_t> Lines);
  void label(protozero::pbf_writer &Of, int64_t Key, TextId Text);
  void locations();
  void about();
  void strings();

  const Samples &From;
  ByteSink &To;
  std::map<std::vector<uint32_t>, uint64_t> LocationIds; ///< by Samples::Frames, inlined first
  std::vector<std::vector<uint32_t>> Locations;          ///< by id - 1
  std::map<std::string, int64_t> Numbers;
  std::vector<std::string> More; ///< strings that are no names of the profile
  std::string Bytes;             ///< of the message, not yet written
  protozero::pbf_writer Message{Bytes};
};

void PprofFile::types() {
  for (ColumnId Each : From.measures())
    valueType(field::SampleType, sampleTypeOf(From.column(Each)),
              From.column(Each).Unit == MeasureUnit::Bytes ? "bytes" : "count");
  // Every allocation was counted.
  valueType(field::PeriodType, "space", "bytes");
  Message.add_int64(field::Period, 1);
  Message.add_int64(field::DefaultSampleType,
                    string(sampleTypeOf(From.column(From.mainMeasure()))));
}

/// Readers take a location without one for broken. That it has functions keeps them from
/// looking for the program to ask it.
void PprofFile::mapping() {
  enum { Id = 1, Start, Limit, FileName = 5, HasFunctions = 7, HasFileNames, HasLines };
  protozero::pbf_writer Made(Message, field::Mapping);
  Made.add_uint64(Id, 1);
  Made.add_uint64(Limit, Locations.size() + 1);
  Made.add_int64(FileName, string(From.program()));
  Made.add_bool(HasFunctions, true);
  Made.add_bool(HasFileNames, true);
  Made.add_bool(HasLines, true);
}

void PprofFile::label(protozero::pbf_writer &Of, int64_t Key, TextId Text) {
  if (Text == NoName)
    return;
  protozero::pbf_writer Made(Of, 3);
  Made.add_int64(1, Key);
  Made.add_int64(2, string(Text));
}

uint64_t PprofFile::location(std::vector<uint32_t> Lines) {
  auto [At, IsNew] = LocationIds.try_emplace(std::move(Lines), Locations.size() + 1);
  if (IsNew)
    Locations.push_back(At->first);
  return At->second;
}

void PprofFile::samples() {
  const int64_t AllocatorKey = string("allocator"), TypeKey = string("type");
  const int64_t ArenaKey = string("arena");
  const int64_t SizeKey = string("size"), BytesUnit = string("bytes");
  std::vector<uint64_t> Stack;
  std::vector<uint32_t> Lines;
  std::vector<int64_t> Values;
  for (const Sample &Each : From.All) {
    Stack.clear();
    Lines.clear();
    for (uint32_t Frame : From.frames(Each.Stack)) {
      Lines.push_back(Frame);
      if (From.Frames[Frame].IsInlined)
        continue;
      Stack.push_back(location(std::move(Lines)));
      Lines.clear();
    }
    if (!Lines.empty()) // the caller that holds it was left out
      Stack.push_back(location(std::move(Lines)));
    Values.clear();
    for (ColumnId Measure : From.measures())
      Values.push_back(int64_t(From.value(Each, Measure)));
    {
      protozero::pbf_writer Made(Message, field::Sample);
      Made.add_packed_uint64(1, Stack.begin(), Stack.end());
      Made.add_packed_int64(2, Values.begin(), Values.end());
      label(Made, AllocatorKey, Each.Allocator);
      label(Made, ArenaKey, Each.Arena);
      label(Made, TypeKey, Each.Type);
      protozero::pbf_writer Size(Made, 3);
      Size.add_int64(1, SizeKey);
      Size.add_int64(3, int64_t(From.size(Each)));
      Size.add_int64(4, BytesUnit);
    }
    flush();
    if (To.isClosed())
      return;
  }
}

/// A function is a name in a file. It has no mangled name: with one that is equal to the name,
/// pprof would leave out template arguments.
void PprofFile::locations() {
  struct FunctionKey {
    TextId Name, File;
  };
  KeySet<FunctionKey> Functions;
  for (uint64_t Id = 1; Id <= Locations.size(); ++Id) {
    {
      protozero::pbf_writer Location(Message, field::Location);
      Location.add_uint64(1, Id);
      Location.add_uint64(2, 1);
      Location.add_uint64(3, Id); // an address of its own: some readers tell by it
      for (uint32_t Each : Locations[Id - 1]) {
        const StackFrame &Frame = From.Frames[Each];
        protozero::pbf_writer Line(Location, 4);
        Line.add_uint64(1, Functions.intern({Frame.Function, Frame.File}) + 1);
        Line.add_int64(2, Frame.Line);
        Line.add_int64(3, Frame.Column);
      }
    }
    flush();
  }
  for (uint32_t Id = 0; Id != Functions.size(); ++Id) {
    {
      protozero::pbf_writer Function(Message, field::Function);
      Function.add_uint64(1, Id + 1);
      Function.add_int64(2, string(Functions[Id].Name));
      if (Functions[Id].File != NoName)
        Function.add_int64(4, string(Functions[Id].File));
    }
    flush();
  }
}

void PprofFile::about() {
  uint64_t Began = 0;
  for (const Run &Each : From.runs()) {
    if (Each.Began && (!Began || Each.Began < Began))
      Began = Each.Began;
    for (const std::string &Line : Each.Lacks)
      Message.add_int64(field::Comment, string(displayText(Line)));
  }
  constexpr uint64_t Nanoseconds = 1'000'000'000;
  if (Began && Began < INT64_MAX / Nanoseconds)
    Message.add_int64(field::TimeNanos, int64_t(Began * Nanoseconds));
}

void PprofFile::strings() {
  Message.add_string(field::StringTable, "");
  for (TextId Id = 0; Id != From.Texts.size(); ++Id) {
    const std::string_view Text = From.Texts[Id];
    Message.add_string(field::StringTable, Text.data(), Text.size());
    flush();
  }
  for (const std::string &Each : More)
    Message.add_string(field::StringTable, Each);
  flush();
}

MaybeError write(const Samples &From, ByteSink &To) {
  constexpr int Level = 3; // 6 takes twice the time for a file that is hardly smaller
  GzipSink Packed(To, Level);
  PprofFile(From, Packed).write();
  Packed.finish();
  return {};
}

} // namespace

const Writer allocsite::PprofWriter = {"pprof", "go tool pprof, Pyroscope, speedscope", true,
                                       write};
