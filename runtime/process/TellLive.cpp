//===- TellLive.cpp - A line on what is alive -----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TellLive.h"
#include "Message.h"
#include "live/Live.h"
#include "live/Peak.h"

namespace allocsite {

namespace {
struct Totals {
  uint64_t Blocks = 0, Bytes = 0, Peak = 0, Freed = 0, Temporary = 0;

  static bool add(void *Self, const LiveKey &Key, const LiveCounts &Counts) {
    auto &Sum = *static_cast<Totals *>(Self);
    Sum.Blocks += Counts.Live;
    Sum.Bytes += Counts.Live * Key.Size;
    Sum.Peak += Counts.AtPeak * Key.Size;
    Sum.Freed += Counts.Freed;
    Sum.Temporary += Counts.Temporary;
    return true;
  }
};
} // namespace

static void addCount(Message &To, uint64_t Count, const char *What) {
  To.number(Count).add(Count == 1 ? " block" : " blocks").add(What);
}

void tellLive() {
  if (!isLive())
    return;
  Totals Sum;
  visitLive({&Sum, Totals::add});
  LiveTotals Of = liveTotals();
  {
    Message Line(Importance::Normal);
    Line.add("allocsite: live at exit: ");
    addCount(Line, Sum.Blocks, ", ");
    Line.number(Sum.Bytes).add(" bytes; peak ").number(Sum.Peak).add(" bytes");
    if (peakBound())
      Line.add(" (within ")
          .number(peakBound())
          .add(": ")
          .number(Of.Threads)
          .add(" threads)");
    Line.add("; freed ");
    addCount(Line, Sum.Freed, ", ");
    Line.number(Sum.Temporary).add(" of them temporary");
  }
  if (Of.InPlace || Of.Moved) {
    Message Line(Importance::Normal);
    Line.add("allocsite: reallocated: ").number(Of.InPlace).add(" in place, ");
    Line.number(Of.Moved).add(" moved, ").number(Of.Copied).add(" bytes copied");
  }
  if (Of.Unseen) {
    Message Line(Importance::Normal);
    Line.add("allocsite: freed unseen: ");
    addCount(Line, Of.Unseen, ", whose addresses came again");
  }
  if (Of.Untracked) {
    Message Line(Importance::Normal);
    Line.add("allocsite: warning: live=1: no memory: not followed were ").number(Of.Untracked);
    Line.add(" times that a block came or went");
  }
  Message Line(Importance::Detail);
  Line.add("allocsite: freed, but not counted: ");
  addCount(Line, Of.Foreign, "");
}

} // namespace allocsite
