//===- PerfettoTracks.h - What happened when, on tracks of Perfetto -------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   process app    live bytes            a counter each
//                  live bytes of malloc
//                  allocation rate
//                  arena resets
//                  events                instants: the peak, and the marks of the program
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_WRITE_PERFETTOTRACKS_H
#define ALLOCSITE_REPORT_WRITE_PERFETTOTRACKS_H

#include "Samples.h"

#include <functional>
#include <protozero/pbf_writer.hpp>

namespace allocsite {

/// Calls \p Fill with a packet of that time, in nanoseconds since the program began, and writes
/// it.
using PacketWriter = std::function<void(
    uint64_t Time, const std::function<void(protozero::pbf_writer &Packet)> &Fill)>;

/// Writes the tracks of run \p Index, whose process is \p Process. \p Peak: bytes at the peak;
/// nothing if that is not known, or is of several runs together.
void writeTracks(const Samples &From, size_t Index, uint64_t Process,
                 std::optional<uint64_t> Peak, const PacketWriter &Write);

/// When a run has ended, in nanoseconds since it began; 0 if not known.
uint64_t endOf(const RunOverTime &Of);

} // namespace allocsite

#endif
