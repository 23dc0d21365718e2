//===- RecordedProfile.h - A profile file, and the log that it makes ------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts a profile into the log that its process writes when it ends, with the same code, so
// that both are equal. Whatever the file holds, reading it is bounded in time and memory.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_RECORDEDPROFILE_H
#define ALLOCSITE_REPORT_READ_RECORDEDPROFILE_H

#include "ProfileFiles.h"

#include <memory>
#include <string>

namespace allocsite {

/// The program named in the header, made printable.
std::string programOf(const AllocSiteProfileHeader &Header);

/// True if \p File is seekable and begins like a profile.
bool isRecordedProfile(const std::string &File);

class RecordedProfile {
public:
  /// \p Path is named in errors.
  static Expected<std::unique_ptr<RecordedProfile>> open(const std::string &Path);

  const AllocSiteProfileHeader &header() const { return Reader->header(); }
  /// The process is running: the numbers are those of this moment.
  bool isLive() const { return Live; }

  /// The rows and columns that the process was configured to write.
  CsvShape shape() const;

  /// Live bytes over time; empty if the process did not record it.
  Expected<RecordedTimeline> timeline();
  /// Writes the file of the timeline's groups (profile/TimelineGroups.h) to \p Descriptor.
  /// Returns 0 or an errno value.
  Expected<int> writeGroups(const RecordedTimeline &Of, int Descriptor);
  /// The name of the allocator of a group by allocator.
  Expected<std::string> allocatorOf(const RecordedGroup &Of);

  /// Reads and sorts all rows; later calls return the same table, which lives as long as this.
  Expected<const CsvTable *> table(const CsvShape &Shape);
  /// The same for arenas; null if they were not followed.
  Expected<const ArenaTable *> arenas();

  /// Calls CsvTable::writePlaces(). Call table() first.
  bool writePlaces(PageArray<char> &To) { return Table->writePlaces(To); }
  /// Calls CsvTable::writeModules(). Call table() first.
  bool writeModules(PageArray<char> &To) { return Table->writeModules(To); }

  /// The marks that the program has set, in their order.
  using Marks = std::vector<ProfileReader::MarkWords>;
  Expected<Marks> marks();
  /// Writes the file of marks. Call table() first. Returns 0 or an errno value.
  int writeMarks(const Marks &Of, const CsvShape &Shape, int Descriptor);

private:
  explicit RecordedProfile(std::string Shown) : Shown(std::move(Shown)) {}

  std::string Shown; ///< the path, made printable
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
