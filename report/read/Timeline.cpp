//===- Timeline.cpp - How much was alive when -----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Timeline.h"

#include "profile/Timeline.h"

#include <charconv>
#include <fmt/format.h>

using namespace allocsite;

constexpr size_t MostPoints = 1'000'000;

template <typename Number> static bool isNumber(std::string_view Cell, Number &To) {
  const char *End = Cell.data() + Cell.size();
  const auto Read = std::from_chars(Cell.data(), End, To);
  return Read.ec == std::errc() && Read.ptr == End && To >= 0;
}

static MaybeError addPoint(const std::vector<std::string_view> &Cells,
                           std::vector<TimelinePoint> &To) {
  TimelinePoint Next;
  if (Cells.size() != 4 || !isNumber(Cells[0], Next.Seconds) ||
      !isNumber(Cells[1], Next.Allocated) || !isNumber(Cells[2], Next.Freed) ||
      !isNumber(Cells[3], Next.Live) || !(Next.Seconds < 1e12) ||
      Next.Live > uint64_t(INT64_MAX))
    return Error{"four numbers are expected"};
  if (!To.empty() && Next.Seconds < To.back().Seconds)
    return Error{"the time before that of the point before"};
  if (To.size() == MostPoints)
    return Error{fmt::format("more than {} points", MostPoints)};
  To.push_back(Next);
  return {};
}

Expected<std::vector<TimelinePoint>> allocsite::readTimeline(LogTables &Of) {
  std::vector<TimelinePoint> Points;
  auto Its = Of.find("timeline");
  if (!Its)
    return Its.error();
  if (!*Its)
    return Points;
  constexpr std::string_view Header(TimelineHeader, sizeof(TimelineHeader) - 2);
  auto Failure = (*Its)->forEachRecord([&](const CsvReader &Record, bool IsHeader) {
    if (!IsHeader)
      return addPoint(Record.cells(), Points);
    return Record.record() == Header
               ? MaybeError()
               : Error{"no header \"seconds,allocated bytes,…\" of a timeline"};
  });
  if (Failure)
    return *Failure;
  return Points;
}
