//===- CoverageLine.h - What a log says that it lacks ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A CSV has no place for comments. Where a program allocated what its log does not show,
// the runtime says so in the table `coverage` of LOG.csv (docs/coverage.md).
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_COVERAGELINE_H
#define ALLOCSITE_REPORT_READ_COVERAGELINE_H

#include "LogTables.h"

namespace allocsite {

/// The line that belongs to a log; empty where there is none, or it is of another version.
std::string coverageLine(LogTables &Of);

} // namespace allocsite

#endif
