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
// The first seven columns are always there and in this order: four frames, and those of
// Measures.inc that each log has. The next three are absent in the short form (csv=skip),
// their cells then read as `-`. Measures of a mode are found by their titles. A cell of live
// memory may be empty: it is not known (model/Known.h). Columns that this version does not know
// may follow and are passed over.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_ALLOCATIONLOG_H
#define ALLOCSITE_REPORT_READ_ALLOCATIONLOG_H

#include "ByteSource.h"
#include "model/Column.h"
#include "profile/Expected.h"
#include "support/NameTable.h"

#include <array>
#include <bitset>
#include <functional>
#include <string>
#include <vector>

namespace allocsite {

/// pc0, which holds the allocation, and its callers.
using CallChain = std::array<NameId, 4>;

/// False of `-` and of `…`, which stands for frames that were not recorded.
inline bool isKnownFrame(NameId Frame, const NameTable &Names) {
  return Frame != NoName && Names[Frame] != "…";
}

/// Those that a log has columns for.
using MeasureSet = std::bitset<MeasureCount>;

inline bool hasMeasure(const MeasureSet &Set, Measure Of) { return Set[unsigned(Of)]; }

/// Bytes are 0 of calls that have failed.
struct LogRow {
  std::array<uint64_t, MeasureCount>
      Values{}; ///< at most INT64_MAX; 0 where there is no column
  CallChain Chain;
  NameId Allocator = NoName;
  NameId Type = NoName;
  NameId Site = NoName;
  /// Of a file of marks: the one that the row leads to, and its time.
  NameId Mark = NoName, Seconds = NoName;
  /// Of a file of threads: the name and number of the one that has counted the row.
  NameId Thread = NoName, ThreadId = NoName;
  /// The log has columns of live memory. NotFollowed is all calls where it has none.
  bool FollowsBlocks = false;
  bool IsSampled = false; ///< the row is of a sample

  /// The calls made nothing: Size is what was asked for. Also in the short form.
  bool isFailed() const {
    return !(*this)[Measure::Bytes] && (*this)[Measure::Size] && (*this)[Measure::Calls];
  }
  /// Says of a mark, or of a thread, that nothing was counted.
  bool isNothing() const {
    return (Mark != NoName || ThreadId != NoName) && Chain[0] == NoName &&
           !(*this)[Measure::Calls];
  }
  uint64_t &operator[](Measure Of) { return Values[unsigned(Of)]; }
  uint64_t operator[](Measure Of) const { return Values[unsigned(Of)]; }
};

/// What a log held besides its rows.
struct LogShape {
  MeasureSet Measures;
  bool HasAllocator = false;
  bool HasType = false;
  bool HasSite = false;
  std::vector<std::string> UnknownColumns;
  bool HasInvalidUtf8 = false;
};

/// Takes some rows, one after another; an error ends the reading.
using RowsConsumer = std::function<MaybeError(const LogRow *Rows, size_t Count)>;

/// Reads the log \p Source, called \p FileName in messages, to its end.
Expected<LogShape> readAllocationLog(ByteSource &Source, const std::string &FileName,
                                     NameTable &Names, const RowsConsumer &Consume);

} // namespace allocsite

#endif
