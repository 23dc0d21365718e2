//===- Companion.h - The one file beside a log ------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   app.csv      the log
//   app.asprof   its companion:  header │ chunk: places │ chunk: arenas │ …
//
// A companion is a profile file whose content is tables: texts, most of them CSV, each with a
// name. Like the log they name functions, and do not refer to modules by number. So a companion
// is small, logs can be merged, and a later version of the pass does not change it.
//
// The file of that name may belong to another program, or to a process that counts into it. A
// companion is recognised by its header; no other file is overwritten or removed. If a profile
// is kept (keep-profile=1) under that very name, readers make the tables from its counters;
// tables that counters cannot give are then missing.
//
// No state, libc alone.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_COMPANION_H
#define ALLOCSITE_PROFILE_COMPANION_H

#include "Text.h"
#include "allocsite/ProfileFormat.h"

namespace allocsite {

inline constexpr char CompanionEnding[] = ".asprof";

/// A table, and the separate file that version 7 wrote beside a log instead.
struct LogTableKind {
  const char *Name;
  bool IsMissed; // if a profile is kept in the companion's place: counters do not give it
  const char *OldEnding; // null: no version wrote such a file
  const char *OldBegin;  // the start of the first line of that file
  const char *OldEnd;    // the end of that line: some tables begin like a log
};

inline constexpr LogTableKind LogTableKinds[] = {
    {"places", false, ".places.csv", "callee,caller,", ",places\n"},
    {"modules", false, ".modules.csv", "function,module\n", ""},
    {"frames", false, nullptr, nullptr, nullptr},
    {"stacks", false, nullptr, nullptr, nullptr},
    {"arenas", false, ".arenas.csv", "pc0,pc1,pc2,pc3,allocator,type,site,", ""},
    {"marks", false, ".marks.csv", "pc0,pc1,pc2,pc3,", ",mark,seconds\n"},
    {"threads", true, ".threads.csv", "pc0,pc1,pc2,pc3,", ",thread,thread id\n"},
    {"timeline", false, ".timeline.csv", "seconds,allocated bytes,", ",live bytes\n"},
    {"timeline-groups", false, ".timeline-groups.csv", "point,seconds,by,of,group,", ""},
    {"changes", false, nullptr, nullptr, nullptr},
    {"frees", true, ".frees.csv", "site,allocator,freed by,", ""},
    {"graph", true, ".graph.csv", "by,from,to,type,site,allocator,", ""},
    {"coverage", false, ".coverage.json", "{\"version\":", ""}, // printed at exit as well
    {"generations", false, nullptr, nullptr, nullptr},
    {"run", false, nullptr, nullptr, nullptr},
};

/// True if First is the header of a companion; only Size bytes of it were read.
bool isCompanionHeader(const AllocSiteProfileHeader &First, size_t Size);

/// True if the file at Path is this table as an older version wrote it. True for an empty file
/// too: its process was killed before it wrote.
bool isOldTable(const char *Path, const LogTableKind &Kind);

/// Writes the path of a file beside Log: Ending in the place of `.csv`. False if it does not
/// fit.
bool besideLog(Text &To, TextRef Log, TextRef Ending);

/// Reads the header of Log's companion. False if there is none.
bool readCompanionHeader(const char *Log, AllocSiteProfileHeader &To);

/// Removes the companion of Log, and the tables that older versions wrote beside it.
void removeBesideLog(const char *Log);

/// Writes a companion, one table after the other. Not thread-safe.
class CompanionWriter {
  int File = -1;
  uint64_t End = 0;

public:
  /// Begins the new file To, which the caller closes. Header is that of the process that has
  /// counted; begin() turns it into a companion's. Returns 0 or an errno value.
  int begin(int To, AllocSiteProfileHeader &Header);

  /// Adds the table that Write writes to the descriptor, unless it is empty. Returns 0, or an
  /// errno value; the file is then as before.
  int add(const char *Name, int (*Write)(void *Closure, int Descriptor), void *Closure);

  bool hasTables() const { return End > ALLOCSITE_PROFILE_HEADER_BYTES; }
};

} // namespace allocsite

#endif
