//===- Tell.h - What a run leaves and says beside its log -------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_PROCESS_TELL_H
#define ALLOCSITE_RUNTIME_PROCESS_TELL_H

#include "profile/ArenaTally.h"
#include "profile/Csv.h"
#include "profile/RunTable.h"

namespace allocsite {

/// Says what is alive now, what the peak was, and what was not seen; nothing where the heap
/// is not followed. `Counted`: of the log. Hold RuntimeLock.
void tellLive(const CsvTable::Sums &Counted);
/// Says what arenas hold.
void tellArenas(const ArenaTally &All);

/// Adds the table `run`. Hold RuntimeLock.
void tellRun(RunFacts Of);

/// Adds the tables `timeline-groups`, `timeline` and `changes` with timeline=1. `Names` knows the
/// modules, and `Rows` are those of the log. Hold RuntimeLock.
void tellTimeline(Expander &Names, CsvTable &Rows);

/// Adds the table `threads` with threads=1: the rows of each thread, one behind the other, with
/// its name, its number and the frame of the stack as three more columns. `Names` knows the
/// modules. Hold RuntimeLock.
void tellThreads(Expander &Names, CsvShape Shape);

/// Adds the table `frees` with free-sites=1: of each site, which functions have freed how many of
/// its blocks, the most first. `Names` knows the modules. Hold RuntimeLock.
void tellFreeSites(Expander &Names);

/// Says what is missing where graph=1 was asked for and blocks are not followed. By start-up,
/// behind startLive().
void startGraph();

/// Adds the table `graph` (docs/live.md has its columns) with graph=1. `Names` knows the modules.
/// Hold RuntimeLock.
void tellGraph(Expander &Names);

} // namespace allocsite

#endif
