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

size_t allocsite::fallsIn(const std::vector<double> &Values) {
  size_t Falls = 0;
  for (size_t I = 1; I < Values.size(); ++I)
    Falls += Values[I] < Values[I - 1];
  return Falls;
}

/// At most MostPoints of \p All, at equal distances, with the first and the last: pairs of
/// points are many.
static std::vector<double> thinned(const std::vector<double> &All) {
  constexpr size_t MostPoints = 128;
  if (All.size() <= MostPoints)
    return All;
  std::vector<double> Some;
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

double allocsite::medianSlope(const std::vector<double> &AllX,
                              const std::vector<double> &AllY) {
  const std::vector<double> X = thinned(AllX), Y = thinned(AllY);
  std::vector<double> Slopes;
  for (size_t I = 0; I != X.size(); ++I)
    for (size_t J = I + 1; J != X.size(); ++J)
      if (X[J] != X[I])
        Slopes.push_back((Y[J] - Y[I]) / (X[J] - X[I]));
  return median(std::move(Slopes));
}

/// Kendall's sum, in standard deviations; positive if later values are mostly larger.
static double kendall(const std::vector<double> &Values) {
  const double N = double(Values.size());
  double Sum = 0;
  for (size_t I = 0; I != Values.size(); ++I)
    for (size_t J = I + 1; J != Values.size(); ++J)
      Sum += (Values[J] > Values[I]) - (Values[J] < Values[I]);
  double Variance = N * (N - 1) * (2 * N + 5);
  std::map<double, double> Equal;
  for (double Each : Values)
    ++Equal[Each];
  for (auto [Value, T] : Equal)
    Variance -= T * (T - 1) * (2 * T + 5);
  if (Variance <= 0 || Sum == 0)
    return 0;
  // A sum takes steps of two: without the correction by one it seems more certain than it is.
  return (Sum > 0 ? Sum - 1 : Sum + 1) / std::sqrt(Variance / 18);
}

/// True if the change along the slope is large beside the distances from it.
static bool exceedsScatter(const std::vector<double> &Values) {
  std::vector<double> X(Values.size());
  std::iota(X.begin(), X.end(), 0.0);
  const double Slope = medianSlope(X, Values);
  std::vector<double> Rests;
  for (size_t I = 0; I != Values.size(); ++I)
    Rests.push_back(Values[I] - Slope * X[I]);
  const double Middle = median(Rests);
  for (double &Each : Rests)
    Each = std::abs(Each - Middle);
  constexpr double Deviations = 2, OfMedian = 1.4826; // for a normal distribution
  return std::abs(Slope) * X.back() > Deviations * OfMedian * median(std::move(Rests));
}

SeriesState allocsite::stateOf(const std::vector<double> &All, size_t Tested) {
  if (All.size() < 2)
    return SeriesState::Same;
  const size_t Falls = fallsIn(All);
  size_t Rises = 0, LastRise = 0;
  for (size_t I = 1; I != All.size(); ++I)
    if (All[I] > All[I - 1]) {
      ++Rises;
      LastRise = I;
    }
  if (!Falls && !Rises)
    return SeriesState::Same;
  if (!Falls) {
    const bool StillRises = 2 * LastRise >= All.size();
    if (!StillRises)
      return SeriesState::Settled;
    // A single step, such as a table that is filled once, is no growth, and may go on.
    return Rises > 1 || All.size() == 2 ? SeriesState::Grows : SeriesState::Varies;
  }
  if (!Rises)
    return SeriesState::Shrinks;
  constexpr double MostFalse = 0.05; // series of noise that are called growing, of all tested
  const std::vector<double> Values = thinned(All);
  const double Deviations = kendall(Values);
  const double Chance = std::erfc(std::abs(Deviations) / std::sqrt(2.0)) / 2;
  if (Chance * double(std::max<size_t>(Tested, 1)) >= MostFalse || !exceedsScatter(Values))
    return SeriesState::Varies;
  return Deviations > 0 ? SeriesState::Grows : SeriesState::Shrinks;
}

double allocsite::neverFallByChance(size_t Count, size_t Length) {
  return double(Count) / std::tgamma(double(Length) + 1);
}
