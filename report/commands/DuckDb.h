//===- DuckDb.h - Runs SQL by a DuckDB that is found at run time ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// AllocSite has no database of its own and needs none. Where there is DuckDB, as a command or as
// libduckdb.so, it makes Parquet of what `allocsite gather` writes, and answers for its page.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_COMMANDS_DUCKDB_H
#define ALLOCSITE_REPORT_COMMANDS_DUCKDB_H

#include "profile/Expected.h"

#include <optional>
#include <string>

namespace allocsite {

class DuckDb {
public:
  /// The one at \p Path, a command or a library; if that is empty, the command on the PATH.
  /// Nothing if there is none there; an error if \p Path cannot be used.
  static Expected<std::optional<DuckDb>> find(const std::string &Path);

  /// Runs statements in a new database in memory. A command reads them from a file, which is made
  /// in \p Directory and removed.
  MaybeError run(const std::string &Sql, const std::string &Directory) const;

  /// How messages call it.
  const std::string &name() const { return Path; }

private:
  explicit DuckDb(std::string Path) : Path(std::move(Path)) {}

  std::string Path;
  void *Library = nullptr; ///< stays loaded; null: a command
};

} // namespace allocsite

#endif
