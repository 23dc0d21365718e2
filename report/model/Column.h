//===- Column.h - A number that rows have ---------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_REPORT_MODEL_COLUMN_H
#define ALLOCSITE_REPORT_MODEL_COLUMN_H

#include "profile/Measures.h"

#include <string>

namespace allocsite {

using ColumnId = uint32_t;

/// A measure of Measures.inc, or one that another profiler has counted.
struct Column {
  std::string Word; ///< as in options and headings: `bytes`
  MeasureUnit Unit = MeasureUnit::Count;
  MeasureMerge Merge = MeasureMerge::Sum; ///< Sum or Max
  bool OfBlocks = false; ///< not known of calls whose blocks are not followed (Known.h)
};

inline Column columnOf(const MeasureColumn &Of) {
  return {Of.Word, Of.Unit, Of.Merge, Of.isOfBlocks()};
}

/// What two numbers of rows that become one row become. Sums stop at INT64_MAX, as in a CSV.
uint64_t merged(MeasureMerge By, uint64_t A, uint64_t B);

} // namespace allocsite

#endif
