//===- PerfettoWriter.cpp - For ui.perfetto.dev ---------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Trace { packet { process_tree }
//           packet { interned_data { names, mapping, frames, callstacks }
//                    profile_packet { process_dumps { heap_name, samples… }… } }
//           packet { track_descriptor … track_event }…             PerfettoTracks.h
//
// Writes a trace like that of Perfetto's heap profiler: perfetto/protos/perfetto/trace. Each
// allocator of a process is a heap of its own, so that the page shows them one by one. Ids begin
// at 1. A stack begins with the root. Freed memory is included if the profile has it.
// Times are nanoseconds since a process began; heaps are shown at its end.
//
//===----------------------------------------------------------------------===//

#include "PerfettoTracks.h"
#include "Writer.h"

#include "support/DisplayText.h"

#include <algorithm>
#include <map>
#include <protozero/pbf_writer.hpp>

using namespace allocsite;

namespace {

namespace trace {
enum { Packet = 1 };
}
namespace packet {
enum { ProcessTree = 2, Timestamp = 8, Sequence = 10, InternedData = 12, SequenceFlags = 13 };
enum { ProfilePacket = 37, FirstOnSequence = 87 };
} // namespace packet
namespace interned {
enum { FunctionNames = 5, Frames, Callstacks, MappingPaths = 17, SourcePaths, Mappings };
}
namespace dump {
enum { Process = 1, Samples = 2, FromStartup = 3, HeapName = 11, SamplingInterval };
}
namespace heap_sample {
enum { Callstack = 1, Allocated, Freed, AllocCount = 5, FreeCount };
}

using protozero::pbf_writer;

/// Readers may limit the size of a message: dumps are cut into packets.
constexpr size_t MostSamples = 10'000;
constexpr uint32_t SequenceId = 1;

class PerfettoFile {
public:
  PerfettoFile(const Samples &From, ByteSink &To)
      : From(From), To(To), Calls(From.measure(Measure::Calls)),
        Bytes(From.measure(Measure::Bytes)), Live(From.measure(Measure::Live)),
        LiveBytes(From.measure(Measure::LiveBytes)) {
    // One process for all runs, unless the rows tell them apart.
    for (const Sample &Each : From.All)
      IsApart |= Each.Process != NoName;
    const size_t Count = IsApart ? From.runs().size() : 1;
    for (size_t I = 0; I != Count; ++I) {
      const Run *Of = I < From.runs().size() ? &From.runs()[I] : nullptr;
      Processes.push_back(
          {I + 1, From.program(), I < From.Facts.size() ? endOf(From.Facts[I]) : 0});
      if (Of && Of->Process)
        Processes.back().Id = Of->Process;
      if (IsApart)
        Processes.back().Name = displayText(Of->Program.empty() ? Of->File : Of->Program);
      if (IsApart)
        IndexOf.emplace(displayText(processName(*Of)), I);
    }
  }

  void write() {
    processTree();
    internedData();
    std::map<std::pair<size_t, TextId>, std::vector<const Sample *>> Heaps;
    for (const Sample &Each : From.All)
      Heaps[{runOf(Each).value_or(0), Each.Allocator}].push_back(&Each);
    size_t Left = 0;
    for (const auto &[Of, Members] : Heaps)
      Left += (Members.size() + MostSamples - 1) / MostSamples;
    uint64_t Index = 0;
    for (const auto &[Of, Members] : Heaps)
      for (size_t At = 0; At < Members.size() && !To.isClosed(); At += MostSamples)
        heap(Processes[Of.first], Of.second, Members.data() + At,
             std::min(MostSamples, Members.size() - At), Index++, --Left);
    tracks();
  }

private:
  struct ProcessOf {
    uint64_t Id;
    std::string Name;
    uint64_t End; ///< nanoseconds since it began
  };

  /// The first run of the sample's process; nothing if rows do not tell it.
  std::optional<size_t> runOf(const Sample &Of) const {
    const auto Its = IndexOf.find(From.Texts[Of.Process]);
    return Its == IndexOf.end() ? std::nullopt : std::optional(Its->second);
  }

  /// Calls \p Fill with a packet of that time, and writes it.
  template <typename Filler> void packet(uint64_t Time, Filler Fill) {
    std::string Bytes;
    {
      pbf_writer Trace(Bytes);
      pbf_writer Packet(Trace, trace::Packet);
      Packet.add_uint64(packet::Timestamp, std::max<uint64_t>(Time, 1));
      Packet.add_uint32(packet::Sequence, SequenceId);
      Fill(Packet);
    }
    To.write(Bytes);
  }
  void processTree();
  void internedData();
  void heap(const ProcessOf &Process, TextId Allocator, const Sample *const *Members,
            size_t Count, uint64_t Index, bool IsContinued);
  void tracks();

  const Samples &From;
  ByteSink &To;
  const std::optional<ColumnId> Calls, Bytes, Live, LiveBytes;
  std::vector<ProcessOf> Processes; ///< by run; one if rows do not tell them apart
  std::map<std::string, size_t, std::less<>> IndexOf; ///< by Sample::Process
  bool IsApart = false;
};

void PerfettoFile::processTree() {
  packet(1, [&](pbf_writer &Packet) {
    pbf_writer Tree(Packet, packet::ProcessTree);
    for (const ProcessOf &Each : Processes) {
      pbf_writer Of(Tree, 1);
      Of.add_int32(1, int32_t(Each.Id));
      Of.add_string(3, Each.Name);
    }
  });
}

void PerfettoFile::internedData() {
  packet(1, [&](pbf_writer &Packet) {
    Packet.add_bool(packet::FirstOnSequence, true);
    enum { Cleared = 1, NeedsInterned = 2 };
    Packet.add_uint32(packet::SequenceFlags, Cleared | NeedsInterned);
    pbf_writer Data(Packet, packet::InternedData);
    auto string = [&](uint32_t Of, uint64_t Id, std::string_view Text) {
      pbf_writer Made(Data, Of);
      Made.add_uint64(1, Id);
      Made.add_bytes(2, Text.data(), Text.size());
    };
    string(interned::MappingPaths, 1, From.program());
    {
      pbf_writer Mapping(Data, interned::Mappings);
      Mapping.add_uint64(1, 1);
      Mapping.add_uint64(5, From.Frames.size() + 1);
      Mapping.add_uint64(7, 1);
    }
    std::vector<bool> IsFunction(From.Texts.size()), IsFile(From.Texts.size());
    for (uint32_t Id = 0; Id != From.Frames.size(); ++Id) {
      IsFunction[From.Frames[Id].Function] = true;
      IsFile[From.Frames[Id].File] = From.Frames[Id].File != NoName;
    }
    for (TextId Id = 0; Id != From.Texts.size(); ++Id) {
      if (IsFunction[Id])
        string(interned::FunctionNames, Id + 1, From.Texts[Id]);
      if (IsFile[Id])
        string(interned::SourcePaths, Id + 1, From.Texts[Id]);
    }
    for (uint32_t Id = 0; Id != From.Frames.size(); ++Id) {
      const StackFrame &Frame = From.Frames[Id];
      pbf_writer Made(Data, interned::Frames);
      Made.add_uint64(1, Id + 1);
      Made.add_uint64(2, Frame.Function + 1);
      Made.add_uint64(3, 1);
      Made.add_uint64(4, Id + 1); // an address of its own: readers tell frames apart by it
      if (Frame.File != NoName) {
        Made.add_uint64(5, Frame.File + 1);
        Made.add_uint32(6, Frame.Line);
      }
    }
    std::vector<bool> IsUsed(From.stackCount());
    for (const Sample &Each : From.All)
      IsUsed[Each.Stack] = true;
    for (StackId Id = 1; Id < From.stackCount(); ++Id) {
      if (!IsUsed[Id])
        continue;
      std::vector<uint64_t> Frames;
      for (uint32_t Frame : From.frames(Id))
        Frames.push_back(Frame + 1);
      std::reverse(Frames.begin(), Frames.end());
      pbf_writer Made(Data, interned::Callstacks);
      Made.add_uint64(1, Id);
      for (uint64_t Frame : Frames)
        Made.add_uint64(2, Frame);
    }
  });
}

void PerfettoFile::tracks() {
  const auto PeakBytes = From.measure(Measure::PeakBytes);
  // Peaks of several processes are of several moments.
  const bool HasPeaks = PeakBytes && (IsApart || From.runs().size() == 1);
  std::vector<uint64_t> Peaks(Processes.size()); // by the first run of the process
  for (const Sample &Each : From.All)
    if (const auto Run = IsApart ? runOf(Each) : 0; HasPeaks && Run)
      Peaks[*Run] = saturatingAdd(Peaks[*Run], From.value(Each, *PeakBytes));
  for (size_t I = 0; I != std::max(Processes.size(), From.Facts.size()) && !To.isClosed();
       ++I) {
    std::optional<uint64_t> Peak;
    if (HasPeaks)
      Peak = Peaks[IsApart ? IndexOf.at(displayText(processName(From.runs()[I]))) : 0];
    writeTracks(From, I, Processes[std::min(I, Processes.size() - 1)].Id, Peak,
                [this](uint64_t Time, const auto &Fill) { packet(Time, Fill); });
  }
}

void PerfettoFile::heap(const ProcessOf &Process, TextId Allocator,
                        const Sample *const *Members, size_t Count, uint64_t Index,
                        bool IsContinued) {
  packet(Process.End, [&](pbf_writer &Packet) {
    pbf_writer Profile(Packet, packet::ProfilePacket);
    {
      pbf_writer Dump(Profile, 5);
      Dump.add_uint64(dump::Process, Process.Id);
      Dump.add_bool(dump::FromStartup, true);
      if (Allocator != NoName) {
        const std::string_view Name = From.Texts[Allocator];
        Dump.add_string(dump::HeapName, Name.data(), Name.size());
      }
      Dump.add_uint64(dump::SamplingInterval, 1);
      for (size_t I = 0; I != Count; ++I) {
        const Sample &Each = *Members[I];
        pbf_writer Made(Dump, dump::Samples);
        Made.add_uint64(heap_sample::Callstack, Each.Stack);
        Made.add_uint64(heap_sample::Allocated, From.value(Each, Bytes));
        Made.add_uint64(heap_sample::AllocCount, From.value(Each, Calls));
        auto difference = [](uint64_t A, uint64_t B) { return A > B ? A - B : 0; };
        if (LiveBytes)
          Made.add_uint64(heap_sample::Freed,
                          difference(From.value(Each, Bytes), From.value(Each, LiveBytes)));
        if (Live)
          Made.add_uint64(heap_sample::FreeCount,
                          difference(From.value(Each, Calls), From.value(Each, Live)));
      }
    }
    Profile.add_bool(6, IsContinued);
    Profile.add_uint64(7, Index);
  });
}

MaybeError write(const Samples &From, ByteSink &To) {
  PerfettoFile(From, To).write();
  return {};
}

} // namespace

const Writer allocsite::PerfettoWriter = {
    "perfetto", "ui.perfetto.dev, trace_processor", true, write, false, true, false, true};
