//===- LogTables.h - The tables that belong to a log ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   app.csv         ──▶ app.asprof, its companion (profile/Companion.h) or the profile that it was
//                       made of; else app.arenas.csv, …, as format versions up to 7 left them
//   app.asprof      ──▶ the tables in it, or those that its counters make
//   app.arenas.csv  ──▶ itself
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_LOGTABLES_H
#define ALLOCSITE_REPORT_READ_LOGTABLES_H

#include "CsvReader.h"
#include "RecordedProfile.h"

#include <functional>
#include <vector>

namespace allocsite {

struct LogTable {
  std::string Source; ///< where it was found, as errors name it
  std::string Text;

  /// Hands each record of a CSV to \p Use, the first of which is the header. An error names the
  /// source and the line.
  using RecordUser = std::function<MaybeError(const CsvReader &Record, bool IsHeader)>;
  MaybeError forEachRecord(const RecordUser &Use) const;
};

class LogTables {
public:
  /// Looks for no file yet. Of `-` there are no tables.
  explicit LogTables(std::string File);
  /// Those of a profile that is open already.
  explicit LogTables(std::unique_ptr<RecordedProfile> Of);

  /// The table of that name (LogTableKinds); nothing where there is none. What is found is of one
  /// moment, also of a profile that goes on. An error names the file.
  Expected<std::optional<LogTable>> find(std::string_view Name);
  /// Hands the records of that table to \p Use; false where there is none.
  Expected<bool> forEachRecord(std::string_view Name, const LogTable::RecordUser &Use);

  /// The profile with counters that the file itself is, once find() was called; null for others.
  const RecordedProfile *profile() const;
  /// That of the process that the log is of, once find() was called; null if it is not known.
  const AllocSiteProfileHeader *header() const {
    return Recorded && Recorded->header().Process ? &Recorded->header() : nullptr;
  }

private:
  MaybeError open();
  std::string File, Log; ///< Log: the one that File is, or lies beside
  bool IsOpen = false;
  std::unique_ptr<RecordedProfile> Recorded; ///< or the companion
};

/// Tables that are to be written: a name, and a text.
using NamedTables = std::vector<std::pair<const char *, std::string>>;

/// Writes the companion of \p Log, where that is a regular file, in place of what lies beside
/// it; without a text, it is removed. A file of that name that is no companion stays, with a
/// warning; if it is the profile of the process \p Of (zeros: of none), readers take the
/// tables from it.
MaybeError writeLogTables(const std::string &Log, AllocSiteProfileHeader Of,
                          const NamedTables &Tables);

} // namespace allocsite

#endif
