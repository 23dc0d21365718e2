//===- MarkRows.h - A mark as rows of text ----------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of marks is a CSV whose rows have two columns more, the mark that they lead to and
// its time: rows of the first mark, then those of the next. All rows of one chain add up to
// what the log says of it.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_MARKROWS_H
#define ALLOCSITE_PROFILE_MARKROWS_H

#include "Csv.h"
#include "Mark.h"

namespace allocsite {

/// Writes the rows of one mark, whose sizes are right, behind a header if it HasHeader.
/// Returns 0 or an errno value.
int writeMarkRows(const AllocSiteProfileMark &Of, Expander &Names, CsvShape Shape,
                  bool HasHeader, int Descriptor);

} // namespace allocsite

#endif
