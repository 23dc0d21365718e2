//===- ByNameFormat.cpp - Self and inclusive numbers as rows --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ByNameFormat.h"

#include <algorithm>

using namespace allocsite;

static Cell share(const Quantity &Part, uint64_t Whole) {
  return Whole && Part.Is != Known::Nothing ? Cell(double(Part.Value) / double(Whole))
                                            : Cell();
}

static bool isAllocated(const Column &Of) {
  return Of.Is == Measure::Bytes || Of.Is == Measure::Calls;
}

static bool isLive(const Column &Of) {
  return Of.Is == Measure::LiveBytes || Of.Is == Measure::Live;
}

/// Whether a table shows the self value of \p Of. A line has room for few numbers: the measure
/// it is sorted by and the matching count or bytes get one. CSV, TSV and JSON have all.
static bool hasSelfForPeople(const Column &Of, const Column &Sort) {
  return Of.Is == Sort.Is || (isAllocated(Of) && isAllocated(Sort)) ||
         (isLive(Of) && isLive(Sort));
}

/// Rows of which each is of one such name alone.
static bool isOfRows(const std::string &Noun) { return Noun == "thread" || Noun == "process"; }

static bool isForPeople(const Column &Of, const Column &Sort, bool HasFolded) {
  return hasSelfForPeople(Of, Sort) || isAllocated(Of) ||
         (!HasFolded && (Of.Is == Measure::LiveBytes || Of.Is == Measure::PeakBytes));
}

Sheet allocsite::byNameSheet(const std::vector<NamedSum> &Sums,
                             const std::vector<Column> &Columns, ColumnId Sort,
                             const Quantity &Total, const std::string &Noun, size_t Top,
                             bool HasFolded) {
  Sheet Result;
  Result.Kind = "allocsite-by-" + Noun;
  Result.Facts = {{{"measure", "", CellKind::Word}, Columns[Sort].Word},
                  {{"total", "", kindOf(Columns[Sort])}, Total},
                  {{"row_count", "", CellKind::Count}, int64_t(Sums.size())}};
  std::vector<ColumnId> Order = {Sort};
  for (ColumnId I = 0; I != Columns.size(); ++I)
    if (I != Sort)
      Order.push_back(I);
  // A profile has its columns in the order in which they were read.
  std::sort(Order.begin() + 1, Order.end(),
            [&](ColumnId A, ColumnId B) { return Columns[A].Is < Columns[B].Is; });
  for (ColumnId I : Order) {
    const std::string Key = keyOf(Columns[I].Word);
    const bool IsShown = isForPeople(Columns[I], Columns[Sort], HasFolded);
    const bool HasSelf = !isOfRows(Noun);
    const bool IsSelfShown = hasSelfForPeople(Columns[I], Columns[Sort]);
    // Leave out measures of live memory, unless the table is sorted by them.
    Result.Columns.push_back(
        {Key, IsShown ? Columns[I].Word : "", kindOf(Columns[I]),
         hasSelfForPeople(Columns[I], Columns[Sort]) ? 0 : unsigned(I) + 1});
    if (I == Sort)
      Result.Columns.push_back({"share", "%", CellKind::Share});
    if (HasSelf)
      Result.Columns.push_back({"self_" + Key, IsSelfShown ? "self" : "", kindOf(Columns[I])});
    if (HasSelf && I == Sort)
      Result.Columns.push_back({"self_share", "%", CellKind::Share});
  }
  Result.Columns.push_back({Noun, Noun, Noun == "function" ? CellKind::Name : CellKind::Path});
  const KnownOfColumns Is(Columns);
  Result.Left.Amount = int64_t(0); // of self numbers: inclusive ones overlap
  for (const NamedSum &Each : Sums) {
    const Quantity Self = Is.quantity(Sort, [&](ColumnId Of) { return Each.Self[Of]; });
    Result.Left.UnknownRows += !Self.isWhole();
    if (Top && Result.Rows.size() == Top) {
      Result.Left.leave(Self.Value, Columns[Sort].Merge);
      continue;
    }
    SheetRow Row;
    for (ColumnId I : Order)
      for (const std::vector<uint64_t> *Sum : {&Each.Inclusive, &Each.Self}) {
        if (isOfRows(Noun) && Sum == &Each.Self)
          continue;
        const Quantity Its = Is.quantity(I, [Sum](ColumnId Of) { return (*Sum)[Of]; });
        Row.Cells.push_back(Its);
        if (I == Sort)
          Row.Cells.push_back(share(Its, Total.Value));
      }
    Row.Cells.push_back(Each.Name);
    Result.Rows.push_back(std::move(Row));
  }
  return Result;
}
