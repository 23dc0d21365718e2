//===- RecordedProfile.h - A profile file, and the log that it makes ------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a process has counted, made into the log that it writes when it ends: by the same
// code, so that the two are the same. Whatever the file holds, reading it is bounded in
// time and memory.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_RECORDEDPROFILE_H
#define ALLOCSITE_REPORT_READ_RECORDEDPROFILE_H

#include "ProfileFiles.h"

#include <memory>
#include <string>

namespace allocsite {

/// Of the header, fit to be seen.
std::string programOf(const AllocSiteProfileHeader &Header);

/// True of a file that can be read from its start again, and begins as a profile.
bool isRecordedProfile(const std::string &File);

class RecordedProfile {
public:
  /// \p Path is named in errors.
  static Expected<std::unique_ptr<RecordedProfile>> open(const std::string &Path);

  const AllocSiteProfileHeader &header() const { return Reader->header(); }
  /// Its process runs: what is read is of this moment.
  bool isLive() const { return Live; }

  /// The rows and columns that the process was told to write.
  CsvShape shape() const;

  /// How much was alive when; none where the process did not count that.
  Expected<RecordedTimeline> timeline();
  /// Writes the file of its groups (profile/TimelineGroups.h). Returns 0 or an errno value.
  Expected<int> writeGroups(const RecordedTimeline &Of, int Descriptor);
  /// Of a group by allocator.
  Expected<std::string> allocatorOf(const RecordedGroup &Of);

  /// Reads all, once, and sorts it. The table lives as long as this.
  Expected<const CsvTable *> table(const CsvShape &Shape);
  /// The same of arenas; null where they were not followed.
  Expected<const ArenaTable *> arenas();

  /// Once table() was made: CsvTable::writePlaces().
  bool writePlaces(PageArray<char> &To) { return Table->writePlaces(To); }
  /// The same of CsvTable::writeModules().
  bool writeModules(PageArray<char> &To) { return Table->writeModules(To); }

  /// Those that the program has set, in their order.
  using Marks = std::vector<ProfileReader::MarkWords>;
  Expected<Marks> marks();
  /// Writes the file of marks, behind table(). Returns 0 or an errno value.
  int writeMarks(const Marks &Of, const CsvShape &Shape, int Descriptor);

private:
  explicit RecordedProfile(std::string Shown) : Shown(std::move(Shown)) {}

  std::string Shown; ///< the path, fit to be seen
  std::unique_ptr<ProfileFile> File;
  std::optional<ProfileReader> Reader;
  bool Live = false;
  Expander Names;
  MaybeError loadNames();
  bool HasNames = false;
  std::optional<CsvTable> Table;
  std::optional<ArenaTable> Arenas;
};

} // namespace allocsite

#endif
