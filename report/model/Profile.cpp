//===- Profile.cpp - What every command works on --------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile.h"

#include <algorithm>
#include <fmt/format.h>

using namespace allocsite;

uint64_t allocsite::merged(MeasureMerge By, uint64_t A, uint64_t B) {
  if (By == MeasureMerge::Max)
    return std::max(A, B);
  constexpr uint64_t Limit = INT64_MAX;
  return A > Limit || B > Limit - A ? Limit : A + B;
}

Profile::Profile(unsigned Sides) : Sides(Sides) {
  Chains.intern({UINT32_MAX, NoChain}); // no frame has this id
}

KnownOfColumns::KnownOfColumns(const std::vector<Column> &Columns) : Columns(Columns) {
  for (ColumnId I = 0; I != Columns.size(); ++I)
    for (auto [Which, To] : {std::pair(Measure::Calls, &Calls),
                             {Measure::Bytes, &Bytes},
                             {Measure::NotFollowed, &NotFollowed},
                             {Measure::Live, &Live},
                             {Measure::Freed, &Freed},
                             {Measure::OwnPeak, &OwnPeak},
                             {Measure::Sampled, &Sampled}})
      if (Columns[I].Word == columnOf(Which).Word)
        *To = I;
}

std::optional<ColumnId> Profile::findColumn(std::string_view Word) const {
  auto At = std::find_if(Columns.begin(), Columns.end(),
                         [&](const Column &Each) { return Each.Word == Word; });
  return At == Columns.end() ? std::nullopt : std::optional(ColumnId(At - Columns.begin()));
}

ColumnId Profile::internNotFollowed() {
  const MeasureColumn &Its = columnOf(Measure::NotFollowed);
  if (auto Known = findColumn(Its.Word))
    return *Known;
  const ColumnId Made = internColumn(columnOf(Its));
  const auto Calls = findColumn(columnOf(Measure::Calls).Word);
  for (unsigned Side = 0; Side != Sides && Calls; ++Side)
    for (RowId Row = 0; Row != rowCount(); ++Row)
      if (!Rows[Row].IsFailed)
        add(Row, Made, Side, value(Row, *Calls, Side));
  return Made;
}

ColumnId Profile::internColumn(const Column &Wanted) {
  if (auto Known = findColumn(Wanted.Word))
    return *Known;
  Columns.push_back(Wanted);
  Values.resize(Values.size() + Sides, std::vector<uint64_t>(Rows.size()));
  return ColumnId(Columns.size() - 1);
}

Expected<RowId> Profile::internRow(const RowKey &Of) {
  const size_t Before = Rows.size();
  const RowId Id = Rows.intern(Of);
  if (Rows.size() > MaxRows)
    return Error{fmt::format("more than {} distinct rows", MaxRows)};
  if (Rows.size() != Before)
    for (std::vector<uint64_t> &Each : Values)
      Each.push_back(0);
  return Id;
}

void Profile::add(RowId Row, ColumnId Of, unsigned Side, uint64_t Value) {
  uint64_t &To = Values[Of * Sides + Side][Row];
  To = merged(Columns[Of].Merge, To, Value);
}

void Profile::clear(RowId Row, ColumnId Of) {
  for (unsigned Side = 0; Side != Sides; ++Side)
    Values[Of * Sides + Side][Row] = 0;
}

void Profile::rewriteRows(const std::function<std::optional<RowKey>(RowId)> &KeyOf) {
  KeySet<RowKey> NewRows;
  std::vector<std::vector<uint64_t>> NewValues(Values.size());
  for (RowId Row = 0; Row != Rows.size(); ++Row) {
    const std::optional<RowKey> Key = KeyOf(Row);
    if (!Key)
      continue;
    const size_t Before = NewRows.size();
    const RowId To = NewRows.intern(*Key);
    for (size_t I = 0; I != Values.size(); ++I) {
      if (NewRows.size() != Before)
        NewValues[I].push_back(0);
      NewValues[I][To] = merged(Columns[I / Sides].Merge, NewValues[I][To], Values[I][Row]);
    }
  }
  std::swap(Rows, NewRows);
  std::swap(Values, NewValues);
}

uint64_t Profile::total(ColumnId Of, unsigned Side) const {
  uint64_t All = 0;
  for (uint64_t Each : values(Of, Side))
    All = merged(Columns[Of].Merge, All, Each);
  return All;
}
