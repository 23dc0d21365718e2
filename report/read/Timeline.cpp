//===- Timeline.cpp - How much was alive when -----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Timeline.h"

#include "ByteSource.h"
#include "CsvReader.h"
#include "RecordedProfile.h"
#include "profile/Timeline.h"
#include "support/BesideLog.h"
#include "support/DisplayText.h"

#include <charconv>
#include <fmt/format.h>
#include <unistd.h>

using namespace allocsite;

constexpr size_t MostPoints = 1'000'000;

template <typename Number> static bool isNumber(std::string_view Cell, Number &To) {
  const char *End = Cell.data() + Cell.size();
  const auto Read = std::from_chars(Cell.data(), End, To);
  return Read.ec == std::errc() && Read.ptr == End && To >= 0;
}

static Expected<std::vector<TimelinePoint>> readCsv(const std::string &File) {
  auto Input = InputFile::open(File);
  if (!Input)
    return Input.error();
  CsvReader Csv(*Input);
  std::vector<TimelinePoint> Points;
  for (bool IsHeader = true;; IsHeader = false) {
    auto fault = [&](const std::string &What) {
      return Error{fmt::format("{}:{}: {}", displayText(File), Csv.line(), What)};
    };
    auto More = Csv.next();
    if (!More)
      return fault(More.error().What);
    if (IsHeader) {
      constexpr std::string_view Wanted = TimelineHeader;
      if (!*More || Csv.record() != Wanted.substr(0, Wanted.size() - 1))
        return fault("no header \"seconds,allocated bytes,…\" of a timeline");
      continue;
    }
    if (!*More)
      return Points;
    TimelinePoint Next;
    const auto &Cells = Csv.cells();
    if (Cells.size() != 4 || !isNumber(Cells[0], Next.Seconds) ||
        !isNumber(Cells[1], Next.Allocated) || !isNumber(Cells[2], Next.Freed) ||
        !isNumber(Cells[3], Next.Live) || !(Next.Seconds < 1e12) ||
        Next.Live > uint64_t(INT64_MAX))
      return fault("four numbers are expected");
    if (!Points.empty() && Next.Seconds < Points.back().Seconds)
      return fault("the time before that of the point before");
    if (Points.size() == MostPoints)
      return fault(fmt::format("more than {} points", MostPoints));
    Points.push_back(Next);
  }
}

static Expected<std::vector<TimelinePoint>> readProfile(const std::string &File) {
  auto Recorded = RecordedProfile::open(File);
  if (!Recorded)
    return Recorded.error();
  auto Read = (*Recorded)->timeline();
  if (!Read)
    return Read.error();
  std::vector<TimelinePoint> Points;
  for (const AllocSiteTimelinePoint &Each : Read->Points)
    Points.push_back(
        {double(Each.Microseconds) / 1e6, Each.Allocated, Each.Freed, liveAt(Each)});
  return Points;
}

std::string allocsite::timelineBeside(const std::string &Log) {
  return besideLog(Log, TimelineEnding);
}

Expected<std::vector<TimelinePoint>> allocsite::readTimeline(const std::string &File) {
  if (endsIn(File, TimelineEnding))
    return readCsv(File);
  if (isRecordedProfile(File))
    return readProfile(File);
  const std::string Beside = timelineBeside(File);
  if (::access(Beside.c_str(), F_OK) != 0)
    return std::vector<TimelinePoint>();
  return readCsv(Beside);
}
