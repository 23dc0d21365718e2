//===- FleetSet.h - A directory of rows, in the layout of Hive ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   OUT/day=2026-11-29/host=web-1/service=shop/build=a1b2c3/
//     part-5f0c…-1764374400000-1764378000000-60.csv.zst    or .parquet
//          process  first snapshot  last          its number
//
// A part has the snapshots of one process and one day. Its name tells which, so that a part is
// replaced by what is written of the same snapshots later, and is kept where their logs are gone.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_WRITE_FLEETSET_H
#define ALLOCSITE_REPORT_WRITE_FLEETSET_H

#include "profile/Expected.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace allocsite {

struct FleetPart {
  std::string Directory;        ///< "day=…/host=…/service=…/build=…", below that of the set
  uint64_t Process = 0;         ///< LogRun::Identity
  uint64_t First = 0, Last = 0; ///< milliseconds after 1970, of its snapshots
  uint64_t Sequence = 0;        ///< of the last one

  /// Below the directory of the set, without an ending.
  std::string path() const;
};

inline constexpr char CsvPart[] = ".csv.zst", ParquetPart[] = ".parquet";
inline constexpr char UnfinishedPart[] = ".tmp";

/// The directories of a part: names that are not plain are escaped as in URLs, as Hive does.
std::string fleetDirectory(uint64_t Milliseconds, const std::string &Host,
                           const std::string &Service, const std::string &Build);

class FleetSet {
public:
  /// Makes the directory if there is none, and reads which parts there are. Others cannot open it
  /// until this is gone.
  static Expected<FleetSet> open(const std::string &Directory);
  FleetSet(FleetSet &&Other) noexcept;
  FleetSet &operator=(FleetSet &&) = delete;
  ~FleetSet();

  /// By process.
  const std::multimap<uint64_t, FleetPart> &parts() const { return Parts; }
  void add(const FleetPart &Of) { Parts.emplace(Of.Process, Of); }
  /// Removes its files, and directories that are then empty.
  void remove(const FleetPart &Of);
  std::string pathOf(const FleetPart &Of, const char *Ending) const {
    return Directory + '/' + Of.path() + Ending;
  }
  const std::string &directory() const { return Directory; }

  /// Paths of parts that are CSV, below the directory, without their ending; sorted.
  std::vector<std::string> csvParts() const;

private:
  FleetSet(std::string Directory, int Lock) : Directory(std::move(Directory)), Lock(Lock) {}

  std::string Directory;
  int Lock; ///< a descriptor of the directory
  std::multimap<uint64_t, FleetPart> Parts;
};

/// Statements of DuckDB that make a Parquet file of each of \p Parts, in \p Directory, "" or one
/// that ends in a slash. The files get \p Ending.
std::string toParquetSql(const std::vector<std::string> &Parts, const std::string &Directory,
                         const std::string &Ending);

/// \p Text as a string of SQL.
std::string sqlString(std::string_view Text);

} // namespace allocsite

#endif
