//===- CoverageLine.h - What a log says that it lacks ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A CSV has no place for comments. Where a program allocated what its log does not show,
// the runtime says so in LOG.coverage.json beside LOG.csv (docs/coverage.md).
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_COVERAGELINE_H
#define ALLOCSITE_REPORT_READ_COVERAGELINE_H

#include <string>

namespace allocsite {

/// The line that was written beside \p Log; empty where there is none, or no log of that
/// version of the file.
std::string coverageLine(const std::string &Log);

} // namespace allocsite

#endif
