//===- State.h - What this process has decided ------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Start-up (process/Start.cpp) decides once whether and for whom to count; all else only
// asks. A forked child changes who owns the counters, and nothing more.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_STATE_H
#define ALLOCSITE_RUNTIME_STATE_H

#include "Options.h"
#include "Owner.h"
#include "allocsite/ProfileFormat.h"

namespace allocsite {

struct RunState {
  bool Counting;
  bool Forked;    // made by fork() since start-up
  int Owner = -1; // process that the counters belong to
  Options Settings;
  AllocSiteProfileSampling Sampling; // option sample=
  const AllocSiteOwner *Other;       // the owner of the process where that is another runtime
};

/// Written by start-up and in forked children, under RuntimeLock, by process/ alone.
extern RunState TheState;

/// Reads the environment and decides, once; who comes first does it. False
/// while that is under way on this same thread. Any thread. The one call up: its body is
/// in process/Start.cpp.
bool ensureStarted();

/// Valid once ensureStarted() returned true, and constant from then on.
inline bool isCounting() { return TheState.Counting; }
inline const Options &options() { return TheState.Settings; }

/// Starts the runtime where that is due. True for good where nothing is to be counted.
inline bool isOff() { return ensureStarted() && !isCounting(); }

/// The owner of the process where that is another runtime, else null. Valid as
/// above.
inline const AllocSiteOwner *otherOwner() { return TheState.Other; }

/// Process that the counters belong to: -1 before a start that counts.
inline int ownerProcess() { return TheState.Owner; }
/// Was this process made by fork() since start-up?
inline bool isForkedChild() { return TheState.Forked; }
/// sample=: some blocks are followed, and stand for the others.
inline bool isSampling() { return TheState.Sampling.Mean != 0; }

} // namespace allocsite

#endif
