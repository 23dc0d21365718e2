//===- Column.h - A number that rows have ---------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_REPORT_MODEL_COLUMN_H
#define ALLOCSITE_REPORT_MODEL_COLUMN_H

#include "profile/Measures.h"

#include <bitset>
#include <string>
#include <vector>

namespace allocsite {

using ColumnId = uint32_t;

/// The measures that a log has columns for.
using MeasureSet = std::bitset<MeasureCount>;

inline bool hasMeasure(const MeasureSet &Set, Measure Of) { return Set[unsigned(Of)]; }

/// The column of a measure (Measures.inc) that some source has.
struct Column {
  std::string Word; ///< as in options and headings: `bytes`
  MeasureUnit Unit = MeasureUnit::Count;
  MeasureMerge Merge = MeasureMerge::Sum; ///< Sum or Max
  bool OfBlocks = false; ///< unknown for calls whose blocks are not followed (Known.h)
  Measure Is = Measure::Calls;
  std::vector<bool> LackedBy =
      {}; ///< by side: no log of it has the column; empty: none lacks it

  bool isLackedBy(unsigned Side) const { return Side < LackedBy.size() && LackedBy[Side]; }
};

/// The column of a measure.
inline Column modelColumn(Measure Of) {
  const MeasureColumn &Its = columnOf(Of);
  return {Its.Word, Its.Unit, Its.Merge, Its.isOfBlocks(), Of};
}

/// Counts saturate here: the true number may be larger.
constexpr uint64_t LargestCount = INT64_MAX;

/// Merges the numbers of two rows. Sums saturate at LargestCount, as in a CSV.
inline uint64_t merged(MeasureMerge By, uint64_t A, uint64_t B) {
  if (By == MeasureMerge::Max)
    return A > B ? A : B;
  return A > LargestCount || B > LargestCount - A ? LargestCount : A + B;
}
inline uint64_t saturatingMultiply(uint64_t A, uint64_t B) {
  uint64_t Product;
  return __builtin_mul_overflow(A, B, &Product) || Product > LargestCount ? LargestCount
                                                                          : Product;
}
inline uint64_t saturatingAdd(uint64_t A, uint64_t B) {
  return merged(MeasureMerge::Sum, A, B);
}

} // namespace allocsite

#endif
