//===- RunFacts.h - What is known of the run --------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   start-up ──▶ clock, program, command line, directory, options ──┐
//                                                                   ▼ at the first count
//   the profile:  header │ chunk of the run │ modules …             a kill leaves it there
//                                                                   ▲
//   a log is written ──▶ how the process ends, its time and memory ─┘──▶ table `run`
//
// A forked child has its parent's texts, and a clock and numbers of its own.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_STORE_RUNFACTS_H
#define ALLOCSITE_RUNTIME_STORE_RUNFACTS_H

#include "profile/RunTable.h"

namespace allocsite {

/// Reads what later may be gone: programs write over their arguments, and change their directory.
/// By start-up, behind rememberDirectory() and the options.
void rememberRun();

/// In a forked child: its run begins here. Hold RuntimeLock.
void beginRunAnew();

/// A thread begins to count. Hold RuntimeLock.
void noteThreadOfRun();

/// Writes the chunk of the run behind the header of a new profile, which is all zeros from there up
/// to StartBytes: ALLOCSITE_PROFILE_START_BYTES or more. Hold RuntimeLock.
void placeRun(AllocSiteProfileHeader *Of, size_t StartBytes);

/// The process goes on after all, with a profile that is there again. Hold RuntimeLock.
void resumeRun();

/// Why a log is written.
struct RunEnd {
  AllocSiteRunEnd How;
  bool HasStatus = false;
  int Status = 0;
};

/// The facts as they are now. The profile gets them as well, unless the process goes on
/// (ALLOCSITE_END_DUMP). The texts live as long as the process. Hold RuntimeLock.
RunFacts endRun(const RunEnd &By);

} // namespace allocsite

#endif
