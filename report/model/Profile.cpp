//===- Profile.cpp - The model that every command reads -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile.h"

#include <fmt/format.h>

using namespace allocsite;

std::string allocsite::processName(const Run &Of) {
  return Of.Process ? fmt::format("{} [{}]", Of.Program, Of.Process) : Of.File;
}

Profile::Profile(unsigned Sides, KeptKeys Kept) : Sides(Sides), Kept(Kept), Told(Sides) {
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
      if (Columns[I].Is == Which)
        *To = I;
}

ColumnId Profile::internNotFollowed() {
  if (auto Known = column(Measure::NotFollowed))
    return *Known;
  const ColumnId Made = internColumn(Measure::NotFollowed);
  const auto Calls = column(Measure::Calls);
  for (unsigned Side = 0; Side != Sides && Calls; ++Side)
    for (RowId Row = 0; Row != rowCount(); ++Row)
      if (!Rows[Row].IsFailed)
        add(Row, Made, Side, value(Row, *Calls, Side));
  return Made;
}

ColumnId Profile::internColumn(Measure Of) {
  std::optional<ColumnId> &Its = ColumnOf[unsigned(Of)];
  if (!Its) {
    Its = ColumnId(Columns.size());
    Columns.push_back(modelColumn(Of));
    markLacking(Columns.back());
    Values.resize(Values.size() + Sides, LargeVector<uint64_t>(Rows.size()));
  }
  return *Its;
}

void Profile::markLacking(Column &Of) const {
  Of.LackedBy.clear();
  for (unsigned Side = 0; Side != Told.size(); ++Side)
    Of.LackedBy.push_back(isLacking(Of, Side));
}

bool Profile::isLacking(const Column &Of, unsigned Side) const {
  return Told[Side].any() && Of.OfBlocks && !hasMeasure(Told[Side], Of.Is);
}

void Profile::tellMeasures(unsigned Side, const MeasureSet &Of) {
  Told[Side] |= Of;
  for (Column &Each : Columns)
    Each.LackedBy[Side] = isLacking(Each, Side);
}

void Profile::prefetchValues(const RowKey &Of, unsigned Side) const {
  const auto Row = Rows.prefetchKey(kept(Of));
  if (!Row)
    return;
  for (size_t I = Side; I < Values.size(); I += Sides)
    __builtin_prefetch(&Values[I][*Row], 1);
  if (!Kept.Size)
    __builtin_prefetch(&Sizes[*Row], 1);
}

Expected<RowId> Profile::internRow(const RowKey &Of) {
  const size_t Before = Rows.size();
  const RowId Id = Rows.intern(kept(Of));
  if (Rows.size() > MaxRows)
    return Error{fmt::format("more than {} distinct rows", MaxRows)};
  if (Rows.size() != Before)
    for (LargeVector<uint64_t> &Each : Values)
      Each.push_back(0);
  if (!Kept.Size) {
    Sizes.resize(Rows.size());
    Sizes[Id].add({Of.size(), Of.size()});
  }
  return Id;
}

void Profile::clear(RowId Row, ColumnId Of) {
  for (unsigned Side = 0; Side != Sides; ++Side)
    Values[Of * Sides + Side][Row] = 0;
}

void Profile::rewriteRows(const std::function<std::optional<RowKey>(RowId)> &KeyOf) {
  KeySet<RowKey> NewRows;
  std::vector<LargeVector<uint64_t>> NewValues(Values.size());
  LargeVector<SizeRange> NewSizes;
  constexpr RowId Gone = UINT32_MAX;
  std::vector<RowId> NewOf(Origins.empty() ? 0 : Rows.size(), Gone);
  for (RowId Row = 0; Row != Rows.size(); ++Row) {
    const std::optional<RowKey> Key = KeyOf(Row);
    if (!Key)
      continue;
    const size_t Before = NewRows.size();
    const RowId To = NewRows.intern(*Key);
    if (!NewOf.empty())
      NewOf[Row] = To;
    for (size_t I = 0; I != Values.size(); ++I) {
      if (NewRows.size() != Before)
        NewValues[I].push_back(Values[I][Row]);
      else
        NewValues[I][To] = merged(Columns[I / Sides].Merge, NewValues[I][To], Values[I][Row]);
    }
    if (!Kept.Size) {
      NewSizes.resize(NewRows.size());
      NewSizes[To].add(Sizes[Row]);
    }
  }
  std::swap(Rows, NewRows);
  std::swap(Values, NewValues);
  std::swap(Sizes, NewSizes);
  for (RowOrigin &Each : Origins)
    Each.Row = NewOf[Each.Row];
  Origins.erase(std::remove_if(Origins.begin(), Origins.end(),
                               [](const RowOrigin &Each) { return Each.Row == Gone; }),
                Origins.end());
}

void Profile::dropKeys(const KeptKeys &Left) {
  if ((!Kept.Process || Left.Process) && (!Kept.Thread || Left.Thread))
    return; // no row has a part to drop
  rewriteRows([&](RowId Row) {
    RowKey Key = Rows[Row];
    Key.Process = Left.Process ? Key.Process : NoName;
    Key.Thread = Left.Thread ? Key.Thread : NoName;
    return std::optional(Key);
  });
  Kept.Process &= Left.Process;
  Kept.Thread &= Left.Thread;
}

void Profile::dropCommonKeys() {
  auto differs = [this](NameId RowKey::*Part) {
    std::optional<NameId> First;
    for (RowId Row = 0; Row != Rows.size(); ++Row)
      if (NameId Its = Rows[Row].*Part; Its != NoName && Its != First.value_or(Its))
        return true;
      else if (Its != NoName)
        First = Its;
    return false;
  };
  dropKeys({Kept.Type, Kept.Size, Kept.Process && differs(&RowKey::Process),
            Kept.Thread && differs(&RowKey::Thread)});
}

void Profile::subtractFirstSide(const std::function<bool(const Column &)> &Grows,
                                bool IsSigned) {
  std::vector<LargeVector<uint64_t>> Left;
  for (ColumnId I = 0; I != Columns.size(); ++I) {
    const LargeVector<uint64_t> &Before = Values[I * Sides];
    LargeVector<uint64_t> &Its = Left.emplace_back(std::move(Values[I * Sides + 1]));
    for (RowId Row = 0; Grows(Columns[I]) && Row != Rows.size(); ++Row)
      if (IsSigned || Its[Row] >= Before[Row])
        Its[Row] -= Before[Row];
  }
  Values = std::move(Left);
  Sides = 1;
  Told = {Told[1]};
  for (Column &Each : Columns)
    markLacking(Each);
  Runs.erase(
      std::remove_if(Runs.begin(), Runs.end(), [](const Run &Each) { return Each.Side == 0; }),
      Runs.end());
  for (Run &Each : Runs)
    Each.Side = 0;
  // Sums of negative numbers are none: rows are moved, not merged.
  rewriteRows([&](RowId Row) {
    const bool IsLeft =
        std::any_of(Values.begin(), Values.end(),
                    [Row](const LargeVector<uint64_t> &Each) { return Each[Row] != 0; });
    return IsLeft ? std::optional(Rows[Row]) : std::nullopt;
  });
}

uint64_t Profile::total(ColumnId Of, unsigned Side) const {
  uint64_t All = 0;
  for (uint64_t Each : values(Of, Side))
    All = merged(Columns[Of].Merge, All, Each);
  return All;
}
