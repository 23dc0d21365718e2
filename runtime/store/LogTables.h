//===- LogTables.h - The tables of the log -----------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   commitOutput        the log is in its place
//   beginTables         what an earlier run has left beside it is gone
//   addTable, …         a new file has the tables
//   endTables           and becomes the companion of the log (profile/Companion.h)
//
// Nothing is made beside a pipe or a device, and none where no table has anything to say; nor where
// keep-profile=1 keeps the profile under the companion's name: readers make the tables of it.
// Hold RuntimeLock for all of these.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_STORE_LOGTABLES_H
#define ALLOCSITE_RUNTIME_STORE_LOGTABLES_H

#include <stddef.h>

namespace allocsite {

/// IsPassing: the log is one of dump= or signal-dump=, which the companion says.
void beginTables(bool IsPassing = false);

/// Adds what Write writes to the descriptor, if anything; it returns 0 or an errno value. Where that
/// fails, a message says so.
void addTable(const char *Name, int (*Write)(void *Closure, int Descriptor), void *Closure);
void addTable(const char *Name, const char *Begin, size_t Size);
template <typename WriteT> void addTable(const char *Name, WriteT Write) {
  addTable(
      Name,
      [](void *Self, int Descriptor) { return (*static_cast<WriteT *>(Self))(Descriptor); },
      &Write);
}

void endTables();

} // namespace allocsite

#endif
