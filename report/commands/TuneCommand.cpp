//===- TuneCommand.cpp - allocsite tune: size classes from profiles -------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProfileOptions.h"
#include "SharedOptions.h"
#include "findings/HeapSizes.h"
#include "support/JsonSink.h"
#include "support/Message.h"
#include "support/NewFile.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

using namespace allocsite;

namespace {

// Constants of IsoAlloc's sources (iso_alloc_internal.h, conf.h).
constexpr uint64_t ZoneBytes = 4 << 20;
constexpr uint64_t LeastChunk = 32;      // a bitmap's size has 16 bits
constexpr uint64_t MostZoneChunk = 8192; // for zones made at start-up
constexpr uint64_t MostSmall = 131072, UsualSmall = 65536;
constexpr size_t MostZones = 64;
/// Sizes with a smaller share of all calls and of the peak's bytes get no zone at start-up.
constexpr double LeastShare = 0.01;

uint64_t chunkOf(uint64_t Class) { return std::max(Class, LeastChunk); }

/// The number of chunks in a zone, without its canaries.
uint64_t chunksOf(uint64_t Chunk) {
  const uint64_t All = ZoneBytes / Chunk;
  return std::max<uint64_t>(All - All / 100, 1);
}

struct Zone {
  SizeUse Use;
  size_t Count = 0;
};

std::map<uint64_t, Zone> zonesFor(const HeapSizes &Of) {
  std::map<uint64_t, Zone> Chunks;
  uint64_t Calls = 0, Peak = 0;
  for (const auto &[Class, Use] : sizeClassesOf(Of)) {
    Zone &To = Chunks[chunkOf(Class)];
    To.Use.Calls += Use.Calls;
    To.Use.Bytes += Use.Bytes;
    To.Use.PeakCount += Use.PeakCount;
    Calls += Use.Calls;
    Peak += Use.PeakCount * chunkOf(Class);
  }
  size_t Zones = 0;
  for (auto &[Chunk, Its] : Chunks) {
    const bool IsUsed =
        double(Its.Use.Calls) >= LeastShare * double(Calls) ||
        (Peak && double(Its.Use.PeakCount * Chunk) >= LeastShare * double(Peak));
    if (Chunk > MostZoneChunk || !IsUsed || Zones == MostZones)
      continue;
    const uint64_t Needed = (Its.Use.PeakCount + chunksOf(Chunk) - 1) / chunksOf(Chunk);
    Its.Count = std::min<uint64_t>(std::max<uint64_t>(Needed, 1), MostZones - Zones);
    Zones += Its.Count;
  }
  return Chunks;
}

/// iso_alloc_target_config.h, to be included at the end of IsoAlloc's include/conf.h: the
/// zones made at start-up, the smallest chunk, and the size from which a block has its own
/// zone.
std::string isoAllocHeader(const HeapSizes &Of) {
  const std::map<uint64_t, Zone> Chunks = zonesFor(Of);
  std::string Table, Array;
  uint64_t Smallest = 0, Calls = 0, LargeCalls = 0;
  size_t Zones = 0;
  for (const auto &[Chunk, Its] : Chunks) {
    Calls += Its.Use.Calls;
    if (Chunk > UsualSmall && Chunk <= MostSmall)
      LargeCalls += Its.Use.Calls;
    const std::string Made = Its.Count ? fmt::format("{}", Its.Count) : "-";
    Table += Of.HasPeak ? fmt::format(" * {:>11} {:>14} {:>14} {:>8}\n", Chunk, Its.Use.Calls,
                                      Its.Use.PeakCount, Made)
                        : fmt::format(" * {:>11} {:>14} {:>14} {:>8}\n", Chunk, Its.Use.Calls,
                                      "not known", Made);
    for (size_t I = 0; I != Its.Count; ++I)
      Array += fmt::format("{}{}",
                           Array.empty() ? ""
                           : Zones % 12  ? ", "
                                         : ",\n    ",
                           Chunk),
          ++Zones;
    if (Its.Count && !Smallest)
      Smallest = Chunk;
  }
  const bool RaisesSmall =
      double(LargeCalls) >= LeastShare * double(std::max<uint64_t>(Calls, 1));
  std::string Text = fmt::format(
      "/* iso_alloc_target_config.h: zones for a program, made by `allocsite tune` of {} "
      "profile{}.\n"
      " *\n"
      " *       chunk          calls        at peak    zones\n"
      "{}"
      " *\n"
      " * At peak: chunks that were live at once. Larger sizes, and those without zones here, "
      "get\n"
      " * theirs when they come. Put at the end of IsoAlloc's include/conf.h:\n"
      " *\n"
      " *   #include \"iso_alloc_target_config.h\"\n"
      " */\n"
      "#pragma once\n\n",
      Of.Profiles, Of.Profiles == 1 ? "" : "s", Table);
  Text += fmt::format("#undef SMALLEST_CHUNK_SZ\n#define SMALLEST_CHUNK_SZ {}\n\n", Smallest);
  if (RaisesSmall)
    Text += fmt::format("#undef SMALL_SIZE_MAX\n#define SMALL_SIZE_MAX {}\n\n", MostSmall);
  Text += fmt::format("/* {} MiB of user chunks */\n"
                      "static const uint64_t iso_alloc_target_zones[] = {{\n    {}}};\n"
                      "#define default_zones iso_alloc_target_zones\n",
                      Zones * (ZoneBytes >> 20), Array);
  return Text;
}

/// For other allocators: each size, and each size class.
std::string sizesJson(const HeapSizes &Of) {
  StringSink To;
  JsonSink Json(To);
  auto add = [&](const char *Key, uint64_t Size, const SizeUse &Its) {
    Json.line();
    Json.StartObject();
    Json.field(Key, Size);
    Json.field("calls", Its.Calls);
    Json.field("bytes", Its.Bytes);
    if (Of.HasPeak)
      Json.field("peak_count", Its.PeakCount);
    else
      Json.null("peak_count");
    Json.EndObject();
  };
  Json.StartObject();
  Json.field("kind", "allocsite-sizes");
  Json.field("version", uint64_t(1));
  Json.line();
  Json.field("profiles", Of.Profiles);
  Json.line();
  Json.startArray("sizes");
  for (const auto &[Size, Use] : Of.Sizes)
    add("size", Size, Use);
  Json.line();
  Json.EndArray();
  Json.line();
  Json.startArray("classes");
  for (const auto &[Class, Use] : sizeClassesOf(Of))
    add("to", Class, Use);
  Json.line();
  Json.EndArray();
  Json.EndObject();
  Json.finish();
  return To.Text;
}

struct TuneOptions {
  std::vector<std::string> Files, Allocators;
  std::string Format = "isoalloc", Output;
};

ExitCode runTune(const TuneOptions &Options) {
  auto Files = chosenFiles(Options.Files);
  if (!Files)
    return fail(Files.error());
  HeapSizes All;
  for (const std::string &File : *Files) {
    // Read each file by itself: the peaks of several runs do not add up.
    Profile One;
    if (auto Failure = readProfiles({File}, One, 0))
      return fail(*Failure);
    auto Sizes = heapSizesOf(One, Options.Allocators);
    if (!Sizes)
      return fail(Sizes.error());
    All.merge(*Sizes);
  }
  if (All.Sizes.empty())
    return fail({Options.Allocators.empty() ? "no call of malloc, operator new or their kin "
                                              "(name others with --allocator)"
                                            : "no allocator matches --allocator"});
  if (!All.HasPeak)
    printNote("what was alive at the peak is not known, so each size gets one zone "
              "(ALLOCSITE_OPTIONS=live=1 tells)");
  const std::string Text = Options.Format == "json" ? sizesJson(All) : isoAllocHeader(All);
  const bool IsAnswer = Options.Output.empty() || Options.Output == "-";
  return finish(IsAnswer ? writeAnswer(Text) : writeNewFile(Options.Output, Text));
}

} // namespace

Command allocsite::addTuneCommand(CLI::App &To) {
  auto Options = std::make_shared<TuneOptions>();
  CLI::App &App = *To.add_subcommand(
      "tune", "Write size classes for an allocator, from what was allocated");
  App.add_option("FILE", Options->Files,
                 "Logs or profiles of runs; - is standard input. None: as for report")
      ->type_name(" ");
  addChoice(App, "--format", Options->Format, "isoalloc|json",
            "isoalloc: iso_alloc_target_config.h, a header for IsoAlloc; json:\n"
            "sizes and classes for another allocator (isoalloc)");
  addList(App, "--allocator", Options->Allocators, "GLOB",
          "Only allocators that match (malloc, operator new and their kin)");
  App.add_option("-o,--output", Options->Output, "The file to write (standard output)")
      ->type_name("FILE");
  App.footer("Examples:\n"
             "  allocsite tune run1.csv run2.csv -o iso_alloc_target_config.h\n"
             "  allocsite tune --format json --allocator 'Pool::*' app.csv\n\n"
             "Calls of several runs are summed; of their peaks the largest counts.");
  return {&App, [Options] { return runTune(*Options); }};
}
