//===- MarkRows.h - A mark as rows of text ----------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of marks is a CSV with two more columns: the mark that ends the interval in which
// the row was counted, and its time. Rows of the first mark come first, then those of the next.
// All rows of one chain add up to its row in the log.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_MARKROWS_H
#define ALLOCSITE_PROFILE_MARKROWS_H

#include "Csv.h"
#include "Mark.h"

namespace allocsite {

/// Writes the rows of one mark, after a header line if HasHeader. The sizes of the mark must
/// have been checked. Returns 0 or an errno value.
int writeMarkRows(const AllocSiteProfileMark &Of, Expander &Names, CsvShape Shape,
                  bool HasHeader, int Descriptor);

} // namespace allocsite

#endif
