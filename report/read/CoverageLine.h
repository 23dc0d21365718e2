//===- CoverageLine.h - What a log says that it lacks ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If a program made allocations that its log does not show, the runtime says so in
// LOG.coverage.json beside LOG.csv (docs/coverage.md), as a CSV has no place for comments.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_COVERAGELINE_H
#define ALLOCSITE_REPORT_READ_COVERAGELINE_H

#include <string>

namespace allocsite {

/// The sentence in the coverage file beside \p Log; empty if there is no such file, or if its
/// version is not the one read here.
std::string coverageLine(const std::string &Log);

} // namespace allocsite

#endif
