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
#include "profile/Companion.h"
#include "support/DisplayText.h"

#include <memory>
#include <string>

namespace allocsite {

/// "app.asprof" beside "app.csv" or "app.csv.gz", for the ending ".asprof".
inline std::string besideLog(std::string Log, std::string_view Ending) {
  for (std::string_view Its : {".csv", ".csv.gz"})
    if (Log.size() > Its.size() &&
        std::string_view(Log).substr(Log.size() - Its.size()) == Its) {
      Log.resize(Log.size() - Its.size());
      break;
    }
  return Log.append(Ending);
}

/// "app.csv" for the companion "app.asprof".
inline std::string logOfCompanion(std::string_view Companion) {
  return std::string(Companion.substr(0, Companion.rfind('.'))) + ".csv";
}

inline bool endsIn(std::string_view Name, std::string_view Ending) {
  return Name.size() >= Ending.size() && Name.substr(Name.size() - Ending.size()) == Ending;
}

/// Is it the name of a table that an older version left, which ends as a log does? Null: no.
inline const LogTableKind *oldTableNamed(std::string_view Name) {
  for (const LogTableKind &Each : LogTableKinds)
    if (Each.OldEnding && endsIn(Name, Each.OldEnding))
      return &Each;
  return nullptr;
}

/// The program named in the header, made printable.
std::string programOf(const AllocSiteProfileHeader &Header);

enum class ProfileContent { None, Counters, Tables };

/// What the profile at \p File holds. None for other files, and for those that cannot be read
/// twice. Follows links.
ProfileContent contentOfProfile(const std::string &File);

class RecordedProfile {
public:
  /// \p Path is named in errors.
  static Expected<std::unique_ptr<RecordedProfile>> open(const std::string &Path);

  const std::string &path() const { return Path; }
  const AllocSiteProfileHeader &header() const { return Reader->header(); }
  /// It has tables alone, which are those of a log.
  bool isCompanion() const { return header().Content != ALLOCSITE_CONTENT_COUNTERS; }
  /// Its process runs: what is read is of this moment.
  bool isLive() const { return Live; }

  /// The rows and columns that the process was configured to write.
  CsvShape shape() const;

  /// Reads all, once, and sorts it. The table lives as long as this.
  Expected<const CsvTable *> table(const CsvShape &Shape);
  /// The table of that name (profile/Companion.h) as the process would have left it beside its
  /// log, which is table(), or a log of shape(); empty where it would have left none.
  Expected<std::string> tableText(std::string_view Name);

private:
  explicit RecordedProfile(std::string Path)
      : Path(std::move(Path)), Shown(displayText(this->Path)) {}

  std::string Path, Shown; ///< Shown is fit to be seen
  std::unique_ptr<ProfileFile> File;
  std::optional<ProfileReader> Reader;
  bool Live = false;
  Expander Names;
  CsvShape TableShape = {};
  std::optional<CsvTable> Table;
  std::optional<RecordedTimeline> Timeline; ///< once it was read
  std::optional<std::string> MarkRows;      ///< the table `marks`, once it was made

  MaybeError loadNames();
  Expected<std::string> allocatorOf(const RecordedGroup &Of);
  Expected<std::string> namesText(std::string_view Name);
  Expected<std::string> timelineText();
  Expected<std::string> groupsText();
  Expected<std::string> changesText();
  Expected<std::string> marksText();
  Expected<std::string> arenasText();
  Expected<std::string> runText();
  Expected<std::string> generationsText();
};

} // namespace allocsite

#endif
