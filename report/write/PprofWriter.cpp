//===- PprofWriter.cpp - For go tool pprof and all that reads its profiles ===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   gzip( Profile { sample_type…, sample…, mapping…, location…, function…, string_table… } )
//
// The message profile.proto of github.com/google/pprof. Strings, functions, locations and
// mappings are referred to by number. A mapping is the program or a library, if known, with its
// build id: `-focus=libparse` selects by it. A Location is a frame, with a line for each function that
// was inlined there, the innermost first; a stack begins with the function that allocates.
// Allocator, arena, type, size and, if there are several, thread and process are labels, which
// `-tagfocus=allocator=malloc` selects by.
//
//===----------------------------------------------------------------------===//

#include "Locations.h"
#include "Writer.h"
#include "support/DisplayText.h"

#include <map>
#include <protozero/pbf_writer.hpp>

using namespace allocsite;

namespace {

namespace field {
enum Profile { SampleType = 1, Sample, Mapping, Location, Function, StringTable };
enum { TimeNanos = 9, DurationNanos, PeriodType, Period, Comment, DefaultSampleType };
} // namespace field

class PprofFile {
public:
  PprofFile(const Samples &From, ByteSink &To) : From(From), To(To), Places(From) {}

  void write() {
    types();
    samples();
    mappings();
    locations();
    about();
    strings();
  }

private:
  /// String 0 is empty; the names of the profile follow it.
  int64_t string(TextId Of) const { return int64_t(Of) + 1; }
  int64_t string(const std::string &Text) {
    auto [At, IsNew] = Numbers.emplace(Text, int64_t(From.Texts.size() + 1 + More.size()));
    if (IsNew)
      More.push_back(Text);
    return At->second;
  }

  static constexpr size_t FlushBytes = 1 << 16;
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
  void mappings();
  void mapping(uint64_t Id, const Locations::Mapping &Its);
  void samples();
  void label(protozero::pbf_writer &Of, int64_t Key, TextId Text);
  void locations();
  void about();
  void strings();

  const Samples &From;
  ByteSink &To;
  const Locations Places;
  std::map<std::string, int64_t> Numbers;
  std::vector<std::string> More; ///< strings other than names of the profile
  std::string Bytes;             ///< the part of the message that is not yet written
  protozero::pbf_writer Message{Bytes};
};

void PprofFile::types() {
  for (ColumnId Each : From.measures())
    valueType(field::SampleType, sampleTypeOf(From.column(Each)),
              sampleUnitOf(From.column(Each)));
  // A period of 1: every allocation was counted.
  valueType(field::PeriodType, "space", "bytes");
  Message.add_int64(field::Period, 1);
  Message.add_int64(field::DefaultSampleType,
                    string(sampleTypeOf(From.column(From.mainMeasure()))));
}

/// Writes a mapping. Sets has_functions, so that readers do not look for the program's
/// symbols.
void PprofFile::mapping(uint64_t Id, const Locations::Mapping &Its) {
  enum {
    IdOf = 1,
    StartOf,
    LimitOf,
    FileName = 5,
    BuildIdOf,
    HasFunctions,
    HasFileNames,
    HasLines
  };
  {
    protozero::pbf_writer Made(Message, field::Mapping);
    Made.add_uint64(IdOf, Id);
    if (Its.Start)
      Made.add_uint64(StartOf, Its.Start);
    Made.add_uint64(LimitOf, Its.Limit);
    if (!Its.File.empty())
      Made.add_int64(FileName, string(Its.File));
    if (!Its.BuildId.empty())
      Made.add_int64(BuildIdOf, string(Its.BuildId));
    Made.add_bool(HasFunctions, true);
    Made.add_bool(HasFileNames, true);
    Made.add_bool(HasLines, true);
  }
  flush();
}

void PprofFile::mappings() {
  for (size_t I = 0; I != Places.mappings().size(); ++I)
    mapping(I + 1, Places.mappings()[I]);
}

void PprofFile::label(protozero::pbf_writer &Of, int64_t Key, TextId Text) {
  if (Text == NoName)
    return;
  protozero::pbf_writer Made(Of, 3);
  Made.add_int64(1, Key);
  Made.add_int64(2, string(Text));
}

void PprofFile::samples() {
  const int64_t AllocatorKey = string("allocator"), TypeKey = string("type"),
                ThroughKey = string("through");
  const int64_t ArenaKey = string("arena"), ProcessKey = string("process"),
                ThreadKey = string("thread");
  const int64_t SizeKey = string("size"), BytesUnit = string("bytes");
  std::vector<uint64_t> Stack;
  std::vector<int64_t> Values;
  for (const Sample &Each : From.All) {
    Stack.clear();
    for (uint32_t Location : Places.stack(Each.Stack))
      Stack.push_back(Location + 1);
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
      label(Made, ThroughKey, Each.Through);
      label(Made, ProcessKey, Each.Process);
      label(Made, ThreadKey, Each.Thread);
      protozero::pbf_writer Size(Made, 3);
      Size.add_int64(1, SizeKey);
      Size.add_int64(3, int64_t(From.size(Each)));
      Size.add_int64(4, BytesUnit);
    }
    if (Bytes.size() > FlushBytes)
      flush();
    if (To.isClosed())
      return;
  }
  flush();
}

/// Writes locations and functions. A function is a name and a file. It gets no system_name: if
/// that were equal to the name, pprof would drop template arguments.
void PprofFile::locations() {
  struct FunctionKey {
    TextId Name, File;
  };
  KeySet<FunctionKey> Functions;
  for (size_t I = 0; I != Places.all().size(); ++I) {
    {
      const Locations::Location &Its = Places.all()[I];
      protozero::pbf_writer Location(Message, field::Location);
      Location.add_uint64(1, I + 1);
      Location.add_uint64(2, Its.Mapping + 1);
      Location.add_uint64(3, Its.Address);
      for (uint32_t Each : Its.Lines) {
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
  if (From.Window.Began)
    Message.add_int64(field::TimeNanos, int64_t(From.Window.Began));
  else if (Began && Began < INT64_MAX / Nanoseconds)
    Message.add_int64(field::TimeNanos, int64_t(Began * Nanoseconds));
  if (From.Window.Length)
    Message.add_int64(field::DurationNanos, int64_t(From.Window.Length));
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

const Writer allocsite::PprofWriter = {
    "pprof", "go tool pprof, Pyroscope, speedscope", true, write, false, true, true, false,
    true};
