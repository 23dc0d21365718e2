//===- TellLive.cpp - A line on what is alive -----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Message.h"
#include "State.h"
#include "Tell.h"
#include "live/Live.h"
#include "live/LiveMappings.h"
#include "live/Peak.h"
#include "profile/Sampling.h"

namespace allocsite {

namespace {
struct Totals {
  uint64_t Bytes = 0, Peak = 0;
  Tally All; ///< Of blocks.
  Tally Mappings;

  static bool add(void *Self, const LiveKey &Key, const Tally &Counts) {
    auto &Sum = *static_cast<Totals *>(Self);
    if (Key.InArena || Key.IsOfHeap || Key.IsInner)
      return true;
    Sum.Bytes += Counts.Live * Key.Size;
    Sum.Peak += Counts.AtPeak * Key.Size;
    (Key.IsMapping ? Sum.Mappings : Sum.All).merge(Counts);
    return true;
  }
};
} // namespace

static void addCount(Message &To, uint64_t Count, const char *What) {
  To.number(Count).add(Count == 1 ? " block" : " blocks").add(What);
}

/// The same, and how many mappings, where these are followed.
static void addCounts(Message &To, uint64_t Blocks, uint64_t Mappings, const char *What) {
  if (!areMappingsFollowed())
    return addCount(To, Blocks, What);
  addCount(To, Blocks, " and ");
  To.number(Mappings).add(Mappings == 1 ? " mapping" : " mappings").add(What);
}

static void sayUntracked(const LiveTotals &Of) {
  if (!Of.Untracked)
    return;
  Message Line(Importance::Normal);
  Line.add("allocsite: warning: live=1: no memory: not followed were ").number(Of.Untracked);
  Line.add(" times that a block came or went");
}

void tellArenas(const ArenaTally &All) {
  Message Line(Importance::Normal);
  Line.add("allocsite: arenas: ").number(All.Created).add(" created, ");
  Line.number(All.Alive).add(" alive; ").number(All.LiveObjects).add(" objects, ");
  Line.number(All.LiveBytes).add(" bytes in them; ").number(All.Resets).add(" resets");
  if (!isHeapFollowed())
    sayUntracked(liveTotals());
}

/// Where nothing is known, 0 blocks would be a claim.
static void sayNotKnown(const CsvTable::Sums &Counted) {
  Message Line(Importance::Normal);
  Line.add("allocsite: live at exit: not known: ");
  if (!Counted.Calls)
    Line.add("nothing was counted");
  else
    Line.number(Counted.NotFollowed)
        .add(" of ")
        .number(Counted.Calls)
        .add(" calls not followed");
}

void tellLive(const CsvTable::Sums &Counted) {
  if (!isHeapFollowed())
    return;
  Totals Sum;
  visitLive({&Sum, Totals::add});
  const Sampling Its = samplingOf(TheState.Sampling);
  Tally &All = Sum.All;
  uint64_t *const Estimates[] = {&Sum.Bytes,     &Sum.Peak,    &All.Live,  &All.Freed,
                                 &All.Temporary, &All.InPlace, &All.Moved, &All.Copied};
  for (uint64_t *Each : Estimates)
    *Each = Its.whole(*Each);
  LiveTotals Of = liveTotals();
  if (!Sum.All.Live && !Sum.All.Freed && !Sum.Mappings.Live &&
      (!Counted.Calls || Counted.NotFollowed)) {
    sayNotKnown(Counted);
  } else {
    Message Line(Importance::Normal);
    Line.add("allocsite: live at exit: ");
    if (Sum.All.Sampled)
      Line.add("estimated from ").number(Sum.All.Sampled).add(" sampled blocks: ");
    addCounts(Line, Sum.All.Live, Sum.Mappings.Live, ", ");
    Line.number(Sum.Bytes).add(" bytes; peak ").number(Sum.Peak).add(" bytes");
    if (peakBound())
      Line.add(" (within ").number(peakBound()).add(": ").number(Of.Threads).add(" threads)");
    Line.add("; freed ");
    addCounts(Line, Sum.All.Freed, Sum.Mappings.Freed, ", ");
    Line.number(Sum.All.Temporary).add(" of them temporary");
    if (Counted.NotFollowed && !Sum.All.Sampled)
      Line.add("; not followed: ")
          .number(Counted.NotFollowed)
          .add(" of ")
          .number(Counted.Calls)
          .add(" calls");
  }
  if (Sum.All.InPlace || Sum.All.Moved) {
    Message Line(Importance::Normal);
    Line.add("allocsite: reallocated: ").number(Sum.All.InPlace).add(" in place, ");
    Line.number(Sum.All.Moved).add(" moved, ").number(Sum.All.Copied).add(" bytes copied");
  }
  if (Of.Unseen) {
    Message Line(Importance::Normal);
    Line.add("allocsite: freed unseen: ");
    addCount(Line, Of.Unseen, ", whose addresses came again");
  }
  if (Of.HandedOn) {
    Message Line(Importance::Normal);
    Line.add("allocsite: handed on: ");
    addCount(Line, Of.HandedOn, ", alive under the allocator that handed them out last");
  }
  sayUntracked(Of);
  Message Line(Importance::Detail);
  Line.add("allocsite: freed, but not counted: ");
  addCount(Line, Of.Foreign, "");
}

} // namespace allocsite
