//===- Series.h - Whether a series of numbers grows -----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   100 148 148 196 244   grows     never falls, and still rises in the second half
//   100 900 950 950 950   settled   never falls, but has stopped
//   512   0 896 128 640   varies
//   100 100 100 100 900   varies    has risen once, and not long ago
//   480 512 500 545 560   grows     falls once, but rises far more than its scatter explains
//
// The slope is the median of the slopes between all pairs of points (Theil 1950, Sen 1968). A
// log that was written at a peak moves it little, where one such log would tilt a line of least
// squares. A series that falls at times grows if the test that goes with that slope says so
// (Mann 1945, Kendall 1975): it counts pairs in which the later value is larger. The more rows
// are tested, the stricter it has to be (Bonferroni), so that of a thousand rows of noise none
// is expected to grow.
//
//   10 20 30 | 2 12 22  grows     the process was started again
//
// Values of several processes are compared within each of them alone (Hirsch and Slack 1982): the
// sums and variances of Kendall's test add up. A series that never falls is judged by the process
// with the most values.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_VIEW_SERIES_H
#define ALLOCSITE_REPORT_VIEW_SERIES_H

#include <cstddef>
#include <vector>

namespace allocsite {

enum class SeriesState {
  Grows,
  Settled,
  Varies,
  Shrinks,
  Same,
  Unknown ///< a value is not known
};

const char *stateWord(SeriesState State);

struct ValuesByRun {
  std::vector<double> Values;
  std::vector<size_t> Runs; ///< by value, a number of its process
};

/// How often a value is smaller than the one before it.
size_t fallsIn(const ValuesByRun &Of);

/// The median of the slopes of all pairs of points with different \p X; 0 if there are none.
/// Of more than 128 points, takes some at equal distances.
double medianSlope(const std::vector<double> &X, const ValuesByRun &Y);

/// \p Tested is the number of series that are judged together.
SeriesState stateOf(const ValuesByRun &Of, size_t Tested);

/// How many of \p Count series of \p Length independent, different values never fall.
double neverFallByChance(size_t Count, size_t Length);

} // namespace allocsite

#endif
