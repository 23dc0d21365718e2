//===- AllocationLog.h - The rows of a skip-alloc-log CSV -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   pc0,pc1,pc2,pc3,bytes allocated,call count,total bytes,allocator,type,site
//   "leaf()","main","-","-",16,3,48,"ObStack::alloc","-","app.cpp:4:9"
//
// Every log begins with the same seven columns: four frames and three measures. The next three
// are absent in the short form (csv=skip) and then read as `-`. The measures of a mode are
// found by their titles. An empty cell of live memory means that it is not known
// (model/Known.h). Unknown columns may follow and are skipped.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_ALLOCATIONLOG_H
#define ALLOCSITE_REPORT_READ_ALLOCATIONLOG_H

#include "ByteSource.h"
#include "model/Column.h"
#include "profile/Expected.h"
#include "support/NameTable.h"

#include <array>
#include <functional>
#include <string>
#include <vector>

namespace allocsite {

/// The function that allocates (pc0) and its callers.
using CallChain = std::array<NameId, 4>;

/// False for `-` and for `…`, which stands for frames that were not recorded.
inline bool isKnownFrame(NameId Frame, const NameTable &Names) {
  return Frame != NoName && Names[Frame] != "…";
}

/// One row of a log. Failed calls have 0 bytes.
struct LogRow {
  std::array<uint64_t, MeasureCount>
      Values{}; ///< at most INT64_MAX; 0 where there is no column
  CallChain Chain;
  NameId Allocator = NoName;
  NameId Type = NoName;
  NameId Through = NoName;
  NameId Site = NoName;
  /// In a file of marks: the mark that ends the row's interval, and its time.
  NameId Mark = NoName, Seconds = NoName;
  /// In a file of threads: the name and number of the thread that counted the row.
  NameId Thread = NoName, ThreadId = NoName;
  uint32_t Frame = 0; ///< there: its whole stack, in the table `frames`; 0: not known
  /// The log has columns of live memory. If not, NotFollowed counts all calls.
  bool FollowsBlocks = false;
  bool IsSampled = false; ///< the row comes from a sample

  /// The calls returned no memory; Size is what was requested. Works in the short form, too.
  bool isFailed() const {
    return !(*this)[Measure::Bytes] && (*this)[Measure::Size] && (*this)[Measure::Calls];
  }
  /// A placeholder: says only that nothing was counted up to a mark, or by a thread.
  bool isNothing() const {
    return (Mark != NoName || ThreadId != NoName) && Chain[0] == NoName &&
           !(*this)[Measure::Calls];
  }
  uint64_t &operator[](Measure Of) { return Values[unsigned(Of)]; }
  uint64_t operator[](Measure Of) const { return Values[unsigned(Of)]; }
};

/// Describes the columns and other properties of a log.
struct LogShape {
  MeasureSet Measures;
  bool HasAllocator = false;
  bool HasType = false;
  bool HasThrough = false;
  bool HasSite = false;
  std::vector<std::string> UnknownColumns;
  bool HasInvalidUtf8 = false;
};

/// Receives the rows in batches, in the order of the log; an error ends the reading.
using RowsConsumer = std::function<MaybeError(const LogRow *Rows, size_t Count)>;

/// Reads the log \p Source, called \p FileName in messages, to its end. \p Begin gets the columns
/// before the first row comes.
Expected<LogShape> readAllocationLog(ByteSource &Source, const std::string &FileName,
                                     NameTable &Names, const RowsConsumer &Consume,
                                     const std::function<void(const LogShape &)> &Begin = {});

} // namespace allocsite

#endif
