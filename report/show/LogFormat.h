//===- LogFormat.h - A profile as a log -----------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The inverse of read/ProfileSource.h: reading the log gives the same profile, except that
// chains are cut to four frames.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_LOGFORMAT_H
#define ALLOCSITE_REPORT_SHOW_LOGFORMAT_H

#include "model/Profile.h"

namespace allocsite {

/// Writes the rows of \p Of sorted by name, so that the same rows give the same file whatever
/// order they were read in. Returns 0 or an errno value.
int writeLog(const Profile &Of, int Descriptor);

/// The text of the file of call places beside that log (read/RunTables.h).
std::string placesText(const Profile &Of);
/// The text of the file of functions' modules beside that log (read/RunTables.h).
std::string modulesText(const Profile &Of);

/// The tables `frames` and `stacks` of a log (CsvTable::writeStacks()).
struct StackTables {
  std::string Frames, Stacks;
};
/// Those of the log that writeLog() writes.
StackTables stackTables(const Profile &Of);

} // namespace allocsite

#endif
