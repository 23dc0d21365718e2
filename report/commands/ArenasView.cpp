//===- ArenasView.cpp - report --arenas -----------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiveViews.h"

#include "read/ArenaLog.h"
#include "support/DisplayText.h"
#include "support/Message.h"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>

using namespace allocsite;

/// Whether a table shows the measure: only the most useful ones. Other formats have all.
static bool isInTable(ArenaMeasure Which, bool KnowsChunks) {
  switch (Which) {
  case ArenaMeasure::MostReserved:
  case ArenaMeasure::Wasted:
    return KnowsChunks;
  case ArenaMeasure::Created:
  case ArenaMeasure::Alive:
  case ArenaMeasure::Resets:
  case ArenaMeasure::Objects:
  case ArenaMeasure::LiveBytes:
  case ArenaMeasure::Peak:
  case ArenaMeasure::MostCycle:
    return true;
  default:
    return false;
  }
}

static std::vector<std::pair<ArenaNames, ArenaTally>> sorted(const ArenaRows &Of) {
  std::vector<std::pair<ArenaNames, ArenaTally>> Rows(Of.begin(), Of.end());
  std::sort(Rows.begin(), Rows.end(), [](const auto &A, const auto &B) {
    return std::tie(B.second.Peak, A.first) < std::tie(A.second.Peak, B.first);
  });
  return Rows;
}

static Sheet arenasSheet(const std::vector<std::pair<ArenaNames, ArenaTally>> &Rows,
                         size_t Top) {
  const bool KnowsChunks = std::any_of(
      Rows.begin(), Rows.end(), [](const auto &Each) { return Each.second.Chunks != 0; });
  Sheet Result;
  Result.Kind = "allocsite-arenas";
  Result.Facts = {{{"row_count", "", CellKind::Count}, int64_t(Rows.size())}};
  Result.HasFrames = true;
  for (unsigned I = 0; I < ArenaMeasureCount; ++I)
    Result.Columns.push_back(
        {keyOf(ArenaColumns[I].Title),
         isInTable(ArenaMeasure(I), KnowsChunks) ? ArenaColumns[I].Word : "",
         ArenaColumns[I].Unit == MeasureUnit::Bytes ? CellKind::Bytes : CellKind::Count});
  Result.Columns.push_back({"allocator", "made by", CellKind::Name});
  Result.Columns.push_back({"site", "site", CellKind::Path});
  Result.Left.Amount = int64_t(0);
  for (const auto &[Names, Counted] : Rows) {
    if (Top && Result.Rows.size() == Top) {
      Result.Left.leave(Counted.Bytes);
      continue;
    }
    SheetRow Row;
    for (unsigned I = 0; I < ArenaMeasureCount; ++I)
      Row.Cells.push_back(int64_t(std::min(Counted.value(I), uint64_t(INT64_MAX))));
    Row.Cells.push_back(Names[ALLOCSITE_FRAMES]);
    Row.Cells.push_back(Names[ALLOCSITE_FRAMES + 2]);
    for (unsigned I = 0; I < ALLOCSITE_FRAMES && Names[I] != "-"; ++I)
      Row.Frames.push_back(Names[I]);
    Result.Rows.push_back(std::move(Row));
  }
  return Result;
}

static std::string summary(const ArenaTally &All, bool RawBytes) {
  auto number = [&](uint64_t Value, CellKind Kind) {
    return quantityText(int64_t(Value), Kind, RawBytes);
  };
  return fmt::format(
      "{} arena{} created, {} alive; {} allocated in {} object{}, {} of it live.",
      number(All.Created, CellKind::Count), All.Created == 1 ? "" : "s",
      number(All.Alive, CellKind::Count), number(All.Bytes, CellKind::Bytes),
      number(All.Objects, CellKind::Count), All.Objects == 1 ? "" : "s",
      number(All.LiveBytes, CellKind::Bytes));
}

ExitCode allocsite::reportArenas(const std::vector<std::string> &Files,
                                 const SheetOptions &Format, size_t Top) {
  ArenaRows Read;
  for (const std::string &File : Files)
    if (auto Failure = readArenas(File, Read))
      return fail(*Failure);
  const auto Rows = sorted(Read);
  const Sheet Shown = arenasSheet(Rows, Top);
  std::string Text = Rows.empty() && Format.isTable() ? "" : Format.text(Shown);
  if (Format.isTable()) {
    ArenaTally All;
    for (const auto &Each : Rows)
      All.merge(Each.second);
    if (Top && Rows.size() > Top)
      Text += fmt::format("{} of {} makers shown; --top 0 shows all\n", Top, Rows.size());
    Text +=
        wrapText(Rows.empty() ? "No arena was made or used." : summary(All, Format.RawBytes),
                 std::min<size_t>(Format.Width.columns(), 96));
  }
  return finish(writeAnswer(Text));
}
