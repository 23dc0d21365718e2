//===- Fork.cpp - What a fork does to the counters ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   parent   holds the locks during the fork, so that nobody else does in the child, where
//            he does not exist; and goes on as before
//   child    starts counting anew, in a profile and a log of its own, which its first count
//            makes: what it has of its parent's tables, blocks, marks and dumps is dropped
//
// A child of _Fork or a raw clone runs none of this. It finds out at a miss that it is another
// process (isOwnProcess() in store/Profile.h), and counts nothing. One of vfork has its
// parent's memory, and counts as the parent.
//
//===----------------------------------------------------------------------===//
#include "ControlThread.h"
#include "Dump.h"
#include "Marks.h"
#include "Platform.h"
#include "Start.h"
#include "State.h"
#include "count/FrameRules.h"
#include "count/Tables.h"
#include "live/ArenaSet.h"
#include "live/Live.h"
#include "store/RunFacts.h"

#include <pthread.h>
#include <unistd.h>

namespace allocsite {

/// Before the fork. Held by RuntimeLock.
static bool HadThreads;

static void beforeFork() {
  prepareArenaFork();
  RuntimeLock.acquire();
  HadThreads = mayHaveThreads();
  prepareLiveFork();
}

static void afterForkInParent() {
  endLiveFork();
  RuntimeLock.release();
  endArenaFork();
}

static void afterForkInChild() {
  if (TheState.Counting) {
    KeepErrno Keep;
    dropTables();
    forkLive();
    dropMarks();
    forgetDump();
    beginRunAnew();
    TheState.Forked = true;
    TheState.Owner = getpid();
    startControlThread();
  }
  if (HadThreads)
    stopAskingLoader();
  RuntimeLock.release();
  endArenaFork();
}

void watchForks() { pthread_atfork(beforeFork, afterForkInParent, afterForkInChild); }

} // namespace allocsite
