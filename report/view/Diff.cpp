//===- Diff.cpp - Two sides of a profile, row by row ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diff.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>

using namespace allocsite;

const char *allocsite::stateWord(DiffState State) {
  static constexpr const char *Words[] = {"new", "gone", "grown", "shrunk", "same", "unknown"};
  static_assert(std::size(Words) == unsigned(DiffState::Unknown) + 1);
  return Words[unsigned(State)];
}

static DiffState stateOf(const SidedRow &Row, const KnownOfColumns &Is, ColumnId Measure) {
  const Quantity Before = Row.quantity(Is, Measure, 0), After = Row.quantity(Is, Measure, 1);
  return !Row.IsOn[0]                            ? DiffState::New
         : !Row.IsOn[1]                          ? DiffState::Gone
         : !Before.isWhole() || !After.isWhole() ? DiffState::Unknown
         : After.Value > Before.Value            ? DiffState::Grown
         : After.Value < Before.Value            ? DiffState::Shrunk
                                                 : DiffState::Same;
}

static double matchedShare(const std::vector<DiffRow> &Rows, ColumnId Shared) {
  double Both = 0, Sum = 0;
  for (const DiffRow &Each : Rows) {
    const double Its = double(Each.value(Shared, 0)) + double(Each.value(Shared, 1));
    Sum += Its;
    if (Each.IsOn[0] && Each.IsOn[1])
      Both += Its;
  }
  return Sum ? Both / Sum : 1;
}

Diff allocsite::diffOf(const Profile &Of, RowBy By, ColumnId Measure) {
  const KnownOfColumns Is(Of.columns());
  Diff Result;
  for (SidedRow &Each : rowsBySide(Of, By, Measure)) {
    const DiffState State = stateOf(Each, Is, Measure);
    Result.MatchedCount += Each.IsOn[0] && Each.IsOn[1];
    Result.Rows.emplace_back(std::move(Each), State);
  }
  Result.MatchedShare =
      matchedShare(Result.Rows, Of.column(allocsite::Measure::Bytes).value_or(Measure));
  std::sort(Result.Rows.begin(), Result.Rows.end(), [&](const DiffRow &A, const DiffRow &B) {
    const int64_t SizeA = std::abs(A.change(Measure)), SizeB = std::abs(B.change(Measure));
    return SizeA != SizeB ? SizeA > SizeB : isBeforeByName(A, B, Of.Names);
  });
  return Result;
}
