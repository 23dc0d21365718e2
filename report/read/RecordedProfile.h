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

class RecordedProfile {
public:
  /// \p Path is named in errors.
  static Expected<std::unique_ptr<RecordedProfile>> open(const std::string &Path);

  const AllocSiteProfileHeader &header() const { return Reader->header(); }
  /// Its process runs: what is read is of this moment.
  bool isLive() const { return Live; }

  /// The rows and columns that the process was told to write.
  CsvShape shape() const;

  /// Reads all, once, and sorts it. The table lives as long as this.
  Expected<const CsvTable *> table(const CsvShape &Shape);

private:
  explicit RecordedProfile(std::string Shown) : Shown(std::move(Shown)) {}

  std::string Shown; ///< the path, fit to be seen
  std::unique_ptr<ProfileFile> File;
  std::optional<ProfileReader> Reader;
  bool Live = false;
  Expander Names;
  std::optional<CsvTable> Table;
};

} // namespace allocsite

#endif
