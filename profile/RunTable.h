//===- RunTable.h - The facts of a run as JSON ------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   {"version":1,
//    "program":"/home/me/app",
//    "command":["./app","--all"],
//    …
//    "exit":{"how":"exit","status":0}}
//
// The table `run` of a log, written by the runtime and by `recover`. docs/csv.md has its members;
// what is not known has none. No state, libc alone; any thread.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_RUNTABLE_H
#define ALLOCSITE_PROFILE_RUNTABLE_H

#include "Text.h"
#include "allocsite/ProfileFormat.h"

namespace allocsite {

/// A program or library with modules.
struct RunObject {
  TextRef Path;
  TextRef BuildId; // bytes; empty: none, or not known
};

/// What the table is made of. The texts may hold any bytes.
struct RunFacts {
  AllocSiteProfileRun Its;
  TextRef Program, Directory, Options; // empty: not known
  TextRef Command;                     // arguments, each ended by a zero
  TextRef Host, Service;
  TextRef BuildId; // of the program, in hexadecimal
  uint64_t Process;
  uint64_t PeakAt;          // as AllocSiteLiveRecords::PeakAt; 0: not known
  const RunObject *Modules; // no two are equal
  size_t ModuleCount;

  /// The texts that follow Of.Its in `Size` bytes: false if they are longer.
  bool setTexts(const char *Texts, size_t Size);
  /// Whether that is the path of the program, as it was started.
  bool isProgram(TextRef Path) const;
};

/// What `exit` says of one whose process has written no log.
enum class Unfinished { Killed, Running };

/// Writes the object and a line feed. Returns 0 or an errno value.
int writeRun(const RunFacts &Of, Unfinished Else, int Descriptor);

} // namespace allocsite

#endif
