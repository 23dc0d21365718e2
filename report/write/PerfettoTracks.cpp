//===- PerfettoTracks.cpp - What happened when, on tracks of Perfetto -----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PerfettoTracks.h"

#include "support/DisplayText.h"

#include <algorithm>

using namespace allocsite;
using protozero::pbf_writer;

namespace {

namespace packet {
enum { TrackEvent = 11, TrackDescriptor = 60 };
}
namespace descriptor {
enum { Uuid = 1, Name, Process, ParentUuid = 5, Counter = 8 };
}
namespace counter {
enum { Unit = 3, UnitName = 6 };
enum { Count = 2, Bytes = 3 }; // values of Unit
} // namespace counter
namespace event {
enum { DebugAnnotations = 4, Type = 9, TrackUuid = 11, Name = 23, CounterValue = 30 };
enum { Instant = 3, Counter = 4 }; // values of Type
} // namespace event
namespace annotation {
enum { UintValue = 3, Name = 10 };
}

uint64_t nanoseconds(double Seconds) { return uint64_t(std::clamp(Seconds, 0.0, 1e9) * 1e9); }

class Tracks {
public:
  Tracks(const PacketWriter &Write, size_t Run, uint64_t Process)
      : Write(Write), Last((uint64_t(Run) + 1) << 32) {
    Root = add("", [&](pbf_writer &Made) {
      pbf_writer Of(Made, descriptor::Process);
      Of.add_int32(1, int32_t(Process));
    });
  }

  /// Adds a track below that of the process; returns its id.
  uint64_t events(const std::string &Name) {
    return add(Name, [](pbf_writer &) {});
  }

  /// Adds a counter with one value for each point.
  template <typename ValueT>
  void count(const std::string &Name, int Unit, const char *UnitName,
             const std::vector<TimelinePoint> &Points, ValueT ValueOf) {
    const uint64_t Track = add(Name, [&](pbf_writer &Made) {
      pbf_writer Counter(Made, descriptor::Counter);
      if (UnitName)
        Counter.add_string(counter::UnitName, UnitName);
      else
        Counter.add_int32(counter::Unit, Unit);
    });
    for (size_t I = 0; I != Points.size(); ++I)
      Write(nanoseconds(Points[I].Seconds), [&](pbf_writer &Packet) {
        pbf_writer Event(Packet, packet::TrackEvent);
        Event.add_int32(event::Type, event::Counter);
        Event.add_uint64(event::TrackUuid, Track);
        Event.add_int64(event::CounterValue, int64_t(ValueOf(I)));
      });
  }

  void instant(uint64_t Track, double Seconds, const std::string &Name,
               std::optional<uint64_t> Bytes) {
    Write(nanoseconds(Seconds), [&](pbf_writer &Packet) {
      pbf_writer Event(Packet, packet::TrackEvent);
      if (Bytes) {
        pbf_writer Its(Event, event::DebugAnnotations);
        Its.add_uint64(annotation::UintValue, *Bytes);
        Its.add_string(annotation::Name, "bytes");
      }
      Event.add_int32(event::Type, event::Instant);
      Event.add_uint64(event::TrackUuid, Track);
      Event.add_string(event::Name, Name);
    });
  }

private:
  template <typename FillT> uint64_t add(const std::string &Name, FillT Fill) {
    const uint64_t Id = ++Last;
    Write(0, [&](pbf_writer &Packet) {
      pbf_writer Made(Packet, packet::TrackDescriptor);
      Made.add_uint64(descriptor::Uuid, Id);
      if (!Name.empty())
        Made.add_string(descriptor::Name, Name);
      if (Root)
        Made.add_uint64(descriptor::ParentUuid, Root);
      Fill(Made);
    });
    return Id;
  }

  const PacketWriter &Write;
  uint64_t Last, Root = 0;
};

/// Bytes in a second, from point \p I on to the next one.
uint64_t rateAt(const std::vector<TimelinePoint> &Points, size_t I) {
  if (I + 1 == Points.size())
    return 0;
  const double Seconds = Points[I + 1].Seconds - Points[I].Seconds;
  const uint64_t From = Points[I].Allocated, To = Points[I + 1].Allocated;
  return Seconds > 0 && To > From ? uint64_t(std::min(double(To - From) / Seconds, 9e18)) : 0;
}

} // namespace

uint64_t allocsite::endOf(const RunOverTime &Of) {
  const double Last = Of.Timeline.empty() ? 0 : Of.Timeline.back().Seconds;
  return nanoseconds(Of.Marks.empty() ? Last : std::max(Last, Of.Marks.back().Seconds));
}

void allocsite::writeTracks(const Samples &From, size_t Index, uint64_t Process,
                            std::optional<uint64_t> Peak, const PacketWriter &Write) {
  static const RunOverTime None;
  const RunOverTime &Its = Index < From.Facts.size() ? From.Facts[Index] : None;
  const std::vector<TimelinePoint> &Points = Its.Timeline;
  if (Points.empty() && Its.Marks.empty() && !Peak)
    return;
  Tracks To(Write, Index, Process);
  if (!Points.empty()) {
    To.count("live bytes", counter::Bytes, nullptr, Points,
             [&](size_t I) { return Points[I].Live; });
    for (const TimelineGroup &Each : Its.Groups)
      if (!Each.IsOfSize)
        To.count("live bytes of " + displayText(Each.Name) +
                     (Each.IsOfObjects ? " (objects)" : ""),
                 counter::Bytes, nullptr, Points, [&](size_t I) { return Each.at(I).Bytes; });
    To.count("allocation rate", 0, "bytes/s", Points,
             [&](size_t I) { return rateAt(Points, I); });
    if (Points.back().Resets)
      To.count("arena resets", counter::Count, nullptr, Points,
               [&](size_t I) { return Points[I].Resets; });
  }
  const uint64_t Events = To.events("events");
  if (Peak) {
    // The point with most is next to the peak: the timeline is coarser.
    const auto Most = std::max_element(
        Points.begin(), Points.end(),
        [](const TimelinePoint &A, const TimelinePoint &B) { return A.Live < B.Live; });
    To.instant(Events, Most == Points.end() ? 0 : Most->Seconds, "peak", Peak);
  }
  for (const MarkTime &Each : Its.Marks)
    To.instant(Events, Each.Seconds, displayText(Each.Name), {});
}
