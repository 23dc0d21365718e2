//===- Sparkline.h - Numbers as a line of bars ----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   1 2 3 9   ▁▂▃█   or   _.-#
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SUPPORT_SPARKLINE_H
#define ALLOCSITE_REPORT_SUPPORT_SPARKLINE_H

#include <string>
#include <vector>

namespace allocsite {

/// A character for each number, or for the largest of several if there are more than \p Width.
/// The lowest bar is the smallest number, the highest the largest; NaN is a space.
std::string sparkline(const std::vector<double> &Of, size_t Width, bool Ascii);

/// A chart of \p Height lines, the highest first, in which the lowest end of a bar is 0.
/// Columns as for sparkline(); those that no number fills are at the left.
std::vector<std::string> barChart(const std::vector<double> &Of, size_t Width, size_t Height,
                                  bool Ascii);

} // namespace allocsite

#endif
