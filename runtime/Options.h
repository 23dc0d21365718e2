//===- Options.h - What the environment asks for ----------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SKIP_HEAP_PROFILE, or ALLOCSITE, decides whether there is a profile, ALLOCSITE_OPTIONS what
// it looks like. Both are read once, at start-up, and copied: some programs
// wipe their environment.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_OPTIONS_H
#define ALLOCSITE_RUNTIME_OPTIONS_H

#include <stdint.h>

namespace allocsite {

enum CsvChoice { CsvFull, CsvSkip };
enum ReportChoice { ReportNone, ReportTable, ReportMarkdown, ReportTsv };
enum NoAllocChoice { NoAllocOff, NoAllocPrint, NoAllocAbort };
enum StartChoice { StartOn, StartOff };
enum AllocatorsChoice { AllocatorsAll, AllocatorsArena };
enum ProbesChoice { ProbesNone, ProbesAll, ProbesOtel };
enum LiveChoice { LiveNothing, LiveAll, LiveHeap, LiveArenas };

struct Options {
#define ALLOCSITE_TEXT_FLAG(Member, Key, Help) const char *Member;
#define ALLOCSITE_CHOICE_FLAG(Member, Key, Default, Values, Help) unsigned Member;
#define ALLOCSITE_NUMBER_FLAG(Member, Key, Default, Help) unsigned Member;
#include "Flags.inc"
  const char *Given;              // ALLOCSITE_OPTIONS; valid while the process starts
  const char *TemporaryDirectory; // $TMPDIR or /tmp
  const char *Home;               // $HOME, or empty
  const char *Service;            // $OTEL_SERVICE_NAME, or empty; valid as Given is
  unsigned Level;                 // SKIP_HEAP_PROFILE
};

/// Reads SKIP_HEAP_PROFILE, or ALLOCSITE where that is not set, a number that is at least
/// Least; 0 where it is not. Warns
/// where it is something else than a number. Hold RuntimeLock.
unsigned wantedLevel(char **Environment, int32_t Least);

/// Prints the table of options where help=1 asks for it. Of a profiler that is off: readOptions() does so
/// where it is on.
void helpIfWanted(char **Environment);

/// Reads ALLOCSITE_OPTIONS, TMPDIR and HOME; Level is the value of SKIP_HEAP_PROFILE. Warns
/// about unknown options, sets where messages go and how many there are, and prints the help
/// if help=1. The strings of the result live as long as the process. Call once, holding
/// RuntimeLock.
Options readOptions(char **Environment, unsigned Level);

/// Takes this runtime out of LD_PRELOAD in Environment, in place, where `allocsite run` has
/// put it: programs that this one starts need not have it, and may not bear it.
void endPreload(char **Environment);

} // namespace allocsite

#endif
