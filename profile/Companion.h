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
// name. They hold names of functions, as the log does, and no numbers of modules. So a companion
// is small, logs can be merged, and a later version of the pass does not change it.
//
// Another program may have a file of that name, and so may a process that counts into it. A
// companion is known by its header, and nothing else is written over or removed. Where a profile
// is kept (keep-profile=1) under that very name, the tables are made of its counters when they are
// read; those that counters do not make are missing then.
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

/// A table, and the file of its own that version 7 wrote beside a log in its place.
struct LogTableKind {
  const char *Name;
  bool IsMissed; // where a profile stands in its place, whose counters do not make it
  const char *OldEnding;
  const char *OldBegin; // of the first line of that file
  const char *OldEnd;   // of the same line; a log begins as some tables do
};

inline constexpr LogTableKind LogTableKinds[] = {
    {"places", false, ".places.csv", "callee,caller,", ",places\n"},
    {"modules", false, ".modules.csv", "function,module\n", ""},
    {"arenas", false, ".arenas.csv", "pc0,pc1,pc2,pc3,allocator,type,site,", ""},
    {"marks", false, ".marks.csv", "pc0,pc1,pc2,pc3,", ",mark,seconds\n"},
    {"threads", true, ".threads.csv", "pc0,pc1,pc2,pc3,", ",thread,thread id\n"},
    {"timeline", false, ".timeline.csv", "seconds,allocated bytes,", ",live bytes\n"},
    {"timeline-groups", false, ".timeline-groups.csv", "point,seconds,by,of,group,", ""},
    {"frees", true, ".frees.csv", "site,allocator,freed by,", ""},
    {"graph", true, ".graph.csv", "by,from,to,type,site,allocator,", ""},
    {"coverage", false, ".coverage.json", "{\"version\":", ""}, // printed at exit as well
};

/// True of the header of a companion, of which First has Size bytes.
bool isCompanionHeader(const AllocSiteProfileHeader &First, size_t Size);

/// Is there a file at Path which is that of an older version? An empty one is, too: its process
/// was killed before it wrote.
bool isOldTable(const char *Path, const LogTableKind &Kind);

/// The path of what lies beside Log, whose `.csv` Ending replaces. False where it does not fit.
bool besideLog(Text &To, TextRef Log, TextRef Ending);

/// Removes what a companion at the path of Log is, and the files of older versions.
void removeBesideLog(const char *Log);

/// Writes a companion, one table behind the other. One thread at a time.
class CompanionWriter {
  int File = -1;
  uint64_t End = 0;

public:
  /// Begins the new file To, which others close. Header: of the process that has counted; what
  /// makes it the header of a companion is filled in. Returns 0 or an errno value.
  int begin(int To, AllocSiteProfileHeader &Header);

  /// Adds the table that Write writes to the descriptor, unless that is empty. Returns 0, or an
  /// errno value and leaves the file without it.
  int add(const char *Name, int (*Write)(void *Closure, int Descriptor), void *Closure);

  bool hasTables() const { return End > HeaderBytes; }

private:
  static constexpr uint64_t HeaderBytes = (sizeof(AllocSiteProfileHeader) + 63) & ~63ull;
};

} // namespace allocsite

#endif
