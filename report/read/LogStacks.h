//===- LogStacks.h - The whole stacks of a log's rows -----------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row of a log has four frames. The tables `frames` and `stacks` beside the log
// (CsvTable::writeStacks()) tell which whole stacks each row is of, and what each of them has:
//
//   the log   row 3: grow,parse,load,main  7 calls      stacks   3, frame 12, 5 calls
//                                                                3, frame 20, 2 calls
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_LOGSTACKS_H
#define ALLOCSITE_REPORT_READ_LOGSTACKS_H

#include "AllocationLog.h"
#include "LogTables.h"
#include "model/Profile.h"

namespace allocsite {

class LogStacks {
public:
  /// What one stack has of a row.
  struct Part {
    ChainId Chain;
    uint64_t Frame; ///< number of Chain in the table `frames`
    std::optional<std::array<uint64_t, MeasureCount>>
        Values; ///< nothing: all that the row has
  };

  /// Reads the tables of a log into \p To. There are no stacks where there are no tables, or they
  /// are damaged, which a warning says. \p HasParts: of the log; else of a table of it, whose rows
  /// tell their frames.
  static LogStacks read(LogTables &Of, Profile &To, bool HasParts = true);

  bool isEmpty() const { return Chains.size() < 2; }

  /// The stack with that number in the table `frames`; NoChain for 0 and unknown ones.
  ChainId chainOf(uint64_t Frame) const {
    return Frame < Chains.size() ? Chains[Frame] : NoChain;
  }

  /// The parts of a row, whose number is from 1. Rows must be asked for in ascending order.
  /// Empty if its stacks are not known.
  const std::vector<Part> &partsOf(uint64_t Row);

private:
  MaybeError readFrames(const LogTable &Of, Profile &To);
  MaybeError readParts(const LogTable &Of);

  std::vector<ChainId> Chains; ///< by number of a frame
  struct RowPart {
    uint64_t Row;
    Part Its;
  };
  std::vector<RowPart> Parts; ///< ascending by row
  size_t Next = 0;
  std::vector<Part> Found;
};

} // namespace allocsite

#endif
