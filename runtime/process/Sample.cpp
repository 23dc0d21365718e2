//===- Sample.cpp - The option sample= ------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Message.h"
#include "Start.h"
#include "State.h"
#include "live/PassedBlocks.h"

namespace allocsite {

/// "512K" or "10%"; false where it is neither.
static bool read(const char *Value, AllocSiteProfileSampling &To) {
  uint64_t Count = 0;
  for (; *Value >= '0' && *Value <= '9' && Count < 1000000; ++Value)
    Count = Count * 10 + static_cast<uint64_t>(*Value - '0');
  if (!Count)
    return false;
  if (strcmp(Value, "%") == 0 && Count < 100) {
    // So that a call has a point with that probability.
    const double Mean = static_cast<double>(Sampling::CallSize) /
                        -naturalLog(1 - static_cast<double>(Count) / 100);
    To = {static_cast<uint64_t>(Mean), 1};
    return true;
  }
  static constexpr const char *Units[] = {"", "K", "M", "G"};
  for (unsigned I = 0; I < sizeof(Units) / sizeof(*Units); ++I)
    if (strcmp(Value, Units[I]) == 0) {
      To = {Count << (10 * I), 0};
      return true;
    }
  return false;
}

static void warnOf(const char *Value, const char *Why) {
  Message Line(Importance::Warning);
  Line.add("ALLOCSITE_OPTIONS: ");
  if (*Value)
    Line.add("sample=").add(Value);
  else
    Line.add("probes=otel");
  Line.add(": ").add(Why);
}

void startSampling() {
  const char *Value = options().Sample;
  const bool Passes = options().Probes == ProbesOtel;
  if (!*Value && !Passes)
    return;
  AllocSiteProfileSampling Wanted = {512 << 10, 0};
  if (*Value && !read(Value, Wanted)) {
    warnOf(Value, "neither bytes (512K, 1M) nor a share of the calls (1% to 99%)");
    if (!Passes)
      return;
  }
  Options &Given = TheState.Settings;
  if (Passes) {
    PassesBlocks = true;
    PassedSampling = samplingOf(Wanted);
    if (Given.Live == LiveNothing)
      Given.Live = LiveAll;
  }
  if (Given.Live != LiveAll && Given.Live != LiveHeap) {
    if (!Passes) // else of the objects of arenas, which the log has all the same
      warnOf(Value, "samples blocks of live=1; all calls are counted, which costs no more");
    return;
  }
  if (Given.Lifetimes || Given.OwnPeaks || Given.FreeSites || Given.Graph || Given.Resident)
    warnOf(Value, "lifetimes=, own-peaks=, free-sites=, graph= and resident= need each block, "
                  "and are off");
  Given.Lifetimes = Given.OwnPeaks = Given.FreeSites = Given.Graph = Given.Resident = 0;
  TheState.Sampling = Wanted;
}

} // namespace allocsite
