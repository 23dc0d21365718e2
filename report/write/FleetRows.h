//===- FleetRows.h - The rows of many processes, for a database -----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   snapshot 1 of a process   site A: calls 10      A, calls 10, calls_delta 10
//   snapshot 2                site A: calls 25  ──▶ A, calls 25, calls_delta 15
//
// One row for each snapshot, site and stack, as a line of CSV: docs/gather.md has the columns. A
// log tells all since the start of its process, so that the logs of one overlap; the differences
// do not, and may be summed.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_WRITE_FLEETROWS_H
#define ALLOCSITE_REPORT_WRITE_FLEETROWS_H

#include "read/LogRun.h"
#include "support/ByteSink.h"
#include "view/StableIds.h"

#include <unordered_map>
#include <vector>

namespace allocsite {

struct FleetColumn {
  std::string Name;
  const char *Type; ///< of SQL: VARCHAR, BIGINT or DOUBLE
};

/// The columns of each row, in order.
std::vector<FleetColumn> fleetColumns();
/// Their names as the first line of a CSV.
std::string fleetHeader();

/// The parts of row keys that FleetRows needs.
constexpr KeptKeys FleetKeys = {true, false};

/// Writes the snapshots of one process, in the order of their times.
class FleetRows {
public:
  /// \p Numbers, of the process's build, must outlive this.
  FleetRows(const LogRun &Process, SiteNumbers &Numbers)
      : Process(Process), Numbers(Numbers) {}

  /// Takes \p Of as the snapshot before the next one, and writes nothing.
  MaybeError passOver(Profile &Of);
  /// It is not known what there was before the next snapshot: its differences will be empty.
  void forget() { IsBaseKnown = false; }
  /// \p Of is as \p Its tells, the snapshot \p Sequence of the process, from 1.
  MaybeError write(Profile &Of, const LogRun &Its, uint64_t Sequence, ByteSink &To);

private:
  struct Key {
    uint64_t Site, Stack;
    bool operator==(const Key &Other) const {
      return Site == Other.Site && Stack == Other.Stack;
    }
  };
  struct KeyHash {
    size_t operator()(const Key &Of) const { return Of.Site ^ Of.Stack * 3; }
  };
  struct Counts {
    uint64_t Calls, Bytes;
  };
  struct Sum;
  struct Sums;

  Expected<Sums> sumsOf(Profile &Of);

  LogRun Process;
  SiteNumbers &Numbers;
  std::unordered_map<Key, Counts, KeyHash> Before;
  bool IsBaseKnown = true;
};

} // namespace allocsite

#endif
