//===- Series.cpp - Whether a series of numbers grows ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Series.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>

using namespace allocsite;

const char *allocsite::stateWord(SeriesState State) {
  static constexpr const char *Words[] = {"grows",   "settled", "varies",
                                          "shrinks", "same",    "unknown"};
  static_assert(std::size(Words) == unsigned(SeriesState::Unknown) + 1);
  return Words[unsigned(State)];
}

namespace {
/// The steps of one process.
struct Steps {
  size_t Count = 0, Rises = 0, Falls = 0;
  size_t LastRise = 0; ///< the position of the value after it
  double Last = 0;
};
} // namespace

static std::map<size_t, Steps> stepsOf(const ValuesByRun &Of) {
  std::map<size_t, Steps> Runs;
  for (size_t I = 0; I != Of.Values.size(); ++I) {
    Steps &Its = Runs[Of.Runs[I]];
    if (Its.Count && Of.Values[I] > Its.Last) {
      ++Its.Rises;
      Its.LastRise = Its.Count;
    }
    Its.Falls += Its.Count && Of.Values[I] < Its.Last;
    Its.Last = Of.Values[I];
    ++Its.Count;
  }
  return Runs;
}

size_t allocsite::fallsIn(const ValuesByRun &Of) {
  size_t Falls = 0;
  for (const auto &[Run, Its] : stepsOf(Of))
    Falls += Its.Falls;
  return Falls;
}

/// At most MostPoints of \p All, at equal distances, with the first and the last: pairs of
/// points are many.
template <typename T> static std::vector<T> thinned(const std::vector<T> &All) {
  constexpr size_t MostPoints = 128;
  if (All.size() <= MostPoints)
    return All;
  std::vector<T> Some;
  for (size_t I = 0; I != MostPoints; ++I)
    Some.push_back(All[I * (All.size() - 1) / (MostPoints - 1)]);
  return Some;
}

static double median(std::vector<double> Of) {
  if (Of.empty())
    return 0;
  const auto Middle = Of.begin() + std::ptrdiff_t(Of.size() / 2);
  std::nth_element(Of.begin(), Middle, Of.end());
  if (Of.size() % 2)
    return *Middle;
  return (*Middle + *std::max_element(Of.begin(), Middle)) / 2;
}

double allocsite::medianSlope(const std::vector<double> &AllX, const ValuesByRun &AllY) {
  const std::vector<double> X = thinned(AllX), Y = thinned(AllY.Values);
  const std::vector<size_t> Runs = thinned(AllY.Runs);
  std::vector<double> Slopes;
  for (size_t I = 0; I != X.size(); ++I)
    for (size_t J = I + 1; J != X.size(); ++J)
      if (X[J] != X[I] && Runs[I] == Runs[J])
        Slopes.push_back((Y[J] - Y[I]) / (X[J] - X[I]));
  return median(std::move(Slopes));
}

/// The values of each process.
static std::map<size_t, std::vector<double>> byRun(const ValuesByRun &Of,
                                                   const std::vector<double> &Values) {
  std::map<size_t, std::vector<double>> Parts;
  for (size_t I = 0; I != Values.size(); ++I)
    Parts[Of.Runs[I]].push_back(Values[I]);
  return Parts;
}

/// Kendall's sum, in standard deviations; positive if later values are mostly larger.
static double kendall(const ValuesByRun &Of) {
  double Sum = 0, Variance = 0;
  for (const auto &[Run, Values] : byRun(Of, Of.Values)) {
    const double N = double(Values.size());
    for (size_t I = 0; I != Values.size(); ++I)
      for (size_t J = I + 1; J != Values.size(); ++J)
        Sum += (Values[J] > Values[I]) - (Values[J] < Values[I]);
    Variance += N * (N - 1) * (2 * N + 5);
    std::map<double, double> Equal;
    for (double Each : Values)
      ++Equal[Each];
    for (auto [Value, T] : Equal)
      Variance -= T * (T - 1) * (2 * T + 5);
  }
  if (Variance <= 0 || Sum == 0)
    return 0;
  // A sum takes steps of two: without the correction by one it seems more certain than it is.
  return (Sum > 0 ? Sum - 1 : Sum + 1) / std::sqrt(Variance / 18);
}

/// True if the change along the slope is large beside the distances from it.
static bool exceedsScatter(const ValuesByRun &Of) {
  std::vector<double> X(Of.Values.size()), Rests;
  std::iota(X.begin(), X.end(), 0.0);
  const double Slope = medianSlope(X, Of);
  for (size_t I = 0; I != X.size(); ++I)
    Rests.push_back(Of.Values[I] - Slope * X[I]);
  std::vector<double> Distances;
  for (const auto &[Run, Values] : byRun(Of, Rests)) {
    const double Middle = median(Values);
    for (double Each : Values)
      Distances.push_back(std::abs(Each - Middle));
  }
  double Longest = 0;
  for (const auto &[Run, Places] : byRun(Of, X))
    Longest = std::max(Longest, Places.back() - Places.front());
  constexpr double Deviations = 2, OfMedian = 1.4826; // for a normal distribution
  return std::abs(Slope) * Longest > Deviations * OfMedian * median(std::move(Distances));
}

SeriesState allocsite::stateOf(const ValuesByRun &All, size_t Tested) {
  Steps Longest;
  size_t Rises = 0, Falls = 0;
  for (const auto &[Run, Its] : stepsOf(All)) {
    Rises += Its.Rises;
    Falls += Its.Falls;
    if (Its.Count >= Longest.Count)
      Longest = Its;
  }
  if (!Falls && !Rises)
    return SeriesState::Same;
  if (!Falls) {
    const bool StillRises = Longest.Rises && 2 * Longest.LastRise >= Longest.Count;
    if (!StillRises)
      return SeriesState::Settled;
    // A single step, such as a table that is filled once, is no growth, and may go on.
    return Longest.Rises > 1 || All.Values.size() == 2 ? SeriesState::Grows
                                                       : SeriesState::Varies;
  }
  if (!Rises)
    return SeriesState::Shrinks;
  constexpr double MostFalse = 0.05; // series of noise that are called growing, of all tested
  const ValuesByRun Values = {thinned(All.Values), thinned(All.Runs)};
  const double Deviations = kendall(Values);
  const double Chance = std::erfc(std::abs(Deviations) / std::sqrt(2.0)) / 2;
  if (Chance * double(std::max<size_t>(Tested, 1)) >= MostFalse || !exceedsScatter(Values))
    return SeriesState::Varies;
  return Deviations > 0 ? SeriesState::Grows : SeriesState::Shrinks;
}

double allocsite::neverFallByChance(size_t Count, size_t Length) {
  return double(Count) / std::tgamma(double(Length) + 1);
}
