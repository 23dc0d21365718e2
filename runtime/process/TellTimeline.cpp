//===- TellTimeline.cpp - What was alive when, and by what rows -----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Message.h"
#include "State.h"
#include "Tell.h"
#include "live/ArenaSet.h"
#include "live/Live.h"
#include "live/TimelineGroups.h"
#include "profile/Changes.h"
#include "profile/Sampling.h"
#include "profile/Timeline.h"
#include "store/LogTables.h"
#include "store/OutputFile.h"

#include <errno.h>

namespace allocsite {

namespace {
/// The points of one moment, of which all tables are: threads may go on and make more.
struct Points {
  uint64_t Which, Count;
  AllocSiteTimelinePoint Its[ALLOCSITE_TIMELINE_POINTS];

  explicit Points(const AllocSiteTimeline &Of) {
    const uint64_t State = __atomic_load_n(&Of.State, __ATOMIC_ACQUIRE);
    Which = State >> 32 & 1;
    Count = State & UINT32_MAX;
    for (uint64_t I = 0; I < Count; ++I)
      Its[I] = Of.Points[Which][I];
  }
};

struct GroupWriter {
  Expander &Names;
  const Points &Of;
  CsvOutput To;

  GroupWriter(Expander &Names, const Points &Of, int Descriptor)
      : Names(Names), Of(Of), To(Descriptor) {}

  static void add(void *Self, const AllocSiteTimelineGroup &Its) {
    auto &By = *static_cast<GroupWriter *>(Self);
    Expansion E;
    const bool IsKnown = Its.Site && By.Names.expand(Its.Site, 0, E) && !E.Allocator.empty();
    addGroup(By.To, Its, IsKnown ? E.Allocator : TextRef(OtherAllocators), By.Of.Its,
             Its.Points[By.Of.Which], By.Of.Count);
  }
};
} // namespace

static void addGroups(Expander &Names, const Points &Of) {
  addTable("timeline-groups", [&](int Descriptor) {
    GroupWriter By(Names, Of, Descriptor);
    By.To.add(GroupsHeader);
    visitGroups({&By, GroupWriter::add});
    return By.To.flush();
  });
}

static void addPoints(const Points &Of) {
  void *Room = mapPages(MostTimelineBytes);
  if (!Room)
    return;
  Text To(static_cast<char *>(Room), MostTimelineBytes);
  addTimeline(To, Of.Its, Of.Count, areArenasMade());
  addTable("timeline", To.c_str(), To.size());
  unmapPages(Room, MostTimelineBytes);
}

static void addChanges(CsvTable &Rows, const Points &Of, const AllocSiteTimeline &Its) {
  addTable("changes", [&](int Descriptor) {
    InPages<Changes> All;
    if (!All || !All->addPoints(Of.Its, Of.Count, Its.Log2Stride) || !addLiveChanges(*All))
      return ENOMEM;
    if (Its.LacksChanges)
      return 0;
    return Rows.writeChanges(Descriptor, *All, samplingOf(TheState.Sampling));
  });
  if (Its.LacksChanges)
    Message(Importance::Warning)
        .add(outputPath())
        .add(": its table of changes is not written: there was no memory for it");
}

void tellTimeline(Expander &Names, CsvTable &Rows) {
  const AllocSiteTimeline *Its = endLiveTimeline();
  if (!Its)
    return;
  InPages<Points> Of(*Its);
  if (!Of)
    return;
  addGroups(Names, *Of);
  addPoints(*Of);
  addChanges(Rows, *Of, *Its);
}

} // namespace allocsite
