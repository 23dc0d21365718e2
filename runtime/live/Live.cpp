//===- Live.cpp - Blocks that come and go: the process --------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Live.h"
#include "AllocatedBlocks.h"
#include "Arenas.h"
#include "BlockEvents.h"
#include "BlockGenerations.h"
#include "FreeSites.h"
#include "FreedBlocks.h"
#include "Message.h"
#include "Platform.h"
#include "SitePeaks.h"
#include "State.h"
#include "SystemHeap.h"
#include "count/Called.h"
#include "count/Hooks.h"

namespace allocsite {

bool isLive() { return FollowsHeap || areArenasFollowed(); }
static BlockListener TheListener = {countAndFollowThrough, freed, take, resized, putBack,
                                    /*WantsCallers=*/false};

static void sayNoRoom() {
  Message(Importance::Normal)
      .add("allocsite: warning: live=1: no room for its tables, some 150 MiB of addresses; "
           "what is alive is not counted");
}

static void followHeap(bool IsStaticProgram) {
  const unsigned Granule =
      log2Granule(/*IsExact=*/options().Graph || options().Resident || PassesBlocks);
  if (!Heap.start(Granule) || (options().Lifetimes && !startLifetimes(Granule)) ||
      (options().OwnPeaks && !startSitePeaks()) ||
      (options().FreeSites && !startFreeSites())) {
    sayNoRoom();
    return;
  }
  lookForListeners();
  TheListener.WantsCallers = HasFreeSites;
  if (PassesBlocks) {
    TheListener.Freed = freedPassed;
    TheListener.Take = takePassed;
    TheListener.PutBack = putBackPassed;
  }
  const NewOf Whose = whoseNew();
  if (Whose != NewOf::System)
    setNewIsReplaced(Whose == NewOf::Other);
  if (Whose == NewOf::Unseen)
    Message(Importance::Normal)
        .add(
            "allocsite: warning: live=1: the allocator has an operator delete of its own, "
            "which "
            "is not seen: blocks of operator new are not followed; compile the file with main "
            "with ALLOCSITE_PASS_OPTIONS=live=1");
  if (!listenToFrees(TheListener)) {
    Message(PassesBlocks ? Importance::Warning : Importance::Normal)
        .add(PassesBlocks
                 ? "ALLOCSITE_OPTIONS: probes=otel: what is freed is not seen, so no "
                   "block is passed; "
                 : "allocsite: warning: live=1: what is freed is not seen, so what is "
                   "alive is not counted; ")
        .add(IsStaticProgram ? "this program is static: link it dynamically"
                             : whyFreesAreUnseen());
    return;
  }
  followBlocks(reinterpret_cast<AllocSiteCountBehindFn>(countBehind));
  followFreesOfHeaps();
  setBlocksInherited(false);
  FollowsHeap = true;
}

void markLive(TextRef Name, uint64_t Nanoseconds) {
  if (beginBlockGeneration(Name, Nanoseconds,
                           /*IsFull=*/liveRecords().count() > Records::Most / 2))
    forgetRecords();
}

void startLive(bool IsStaticProgram) {
  if (!liveRecords().start()) {
    sayNoRoom();
    return;
  }
  startPeak(0);
  if (options().Generations)
    startBlockGenerations();
  if (options().Timeline && !startGroups())
    sayNoRoom();
  else if (options().Timeline)
    startTimeline(0);
  if (options().Live != LiveArenas)
    followHeap(IsStaticProgram);
  if (options().Live != LiveHeap)
    followArenas(/*MakePeak=*/!FollowsHeap);
}

} // namespace allocsite
