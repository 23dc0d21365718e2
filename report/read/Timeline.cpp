//===- Timeline.cpp - How much was alive when -----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Timeline.h"

#include "profile/Timeline.h"
#include "support/DisplayText.h"

#include <algorithm>
#include <fmt/format.h>

using namespace allocsite;

constexpr size_t MostPoints = 1'000'000;

/// \p Columns: four, or five with the resets of arenas.
static MaybeError addPoint(const std::vector<std::string_view> &Cells, size_t Columns,
                           std::vector<TimelinePoint> &To) {
  TimelinePoint Next;
  if (Cells.size() != Columns || !readNumber(Cells[0], Next.Seconds) ||
      !readNumber(Cells[1], Next.Allocated) || !readNumber(Cells[2], Next.Freed) ||
      !readNumber(Cells[3], Next.Live) || !(Next.Seconds < 1e12) ||
      Next.Live > uint64_t(INT64_MAX) || (Columns == 5 && !readNumber(Cells[4], Next.Resets)))
    return Error{fmt::format("{} numbers are expected", Columns == 4 ? "four" : "five")};
  if (!To.empty() && Next.Seconds < To.back().Seconds)
    return Error{"the time before that of the point before"};
  if (To.size() == MostPoints)
    return Error{fmt::format("more than {} points", MostPoints)};
  To.push_back(Next);
  return {};
}

Expected<std::vector<TimelinePoint>> allocsite::readTimeline(LogTables &Of) {
  std::vector<TimelinePoint> Points;
  constexpr std::string_view Header(TimelineHeader, sizeof(TimelineHeader) - 2);
  constexpr std::string_view WithResets(TimelineHeaderWithResets,
                                        sizeof(TimelineHeaderWithResets) - 2);
  size_t Columns = 4;
  auto HasAny = Of.forEachRecord("timeline", [&](const CsvReader &Record, bool IsHeader) {
    if (!IsHeader)
      return addPoint(Record.cells(), Columns, Points);
    Columns = Record.cells().size();
    return Record.record() == Header || Record.record() == WithResets
               ? MaybeError()
               : Error{"no header \"seconds,allocated bytes,…\" of a timeline"};
  });
  if (!HasAny)
    return HasAny.error();
  return Points;
}

namespace {

/// Limits the points of all groups together; each group has up to as many as the timeline.
constexpr size_t MostGroupPoints = 50'000'000;

/// Collects the rows of a file, which are sorted by group.
class GroupRows {
  const size_t PointCount;

public:
  std::vector<TimelineGroup> Groups;

  explicit GroupRows(size_t PointCount) : PointCount(PointCount) {}

  MaybeError add(const std::vector<std::string_view> &Cells) {
    constexpr uint64_t Most = INT64_MAX;
    uint64_t Point, Size;
    GroupPoint Its;
    if (Cells.size() != 7 || !readNumber(Cells[0], Point, Most) ||
        !readNumber(Cells[5], Its.Blocks, Most) || !readNumber(Cells[6], Its.Bytes, Most))
      return Error{"seven cells are expected, the first and the last two of them numbers"};
    const bool IsOfSize = Cells[2] == "size", IsOfObjects = Cells[3] == "objects";
    if ((!IsOfSize && Cells[2] != "allocator") || (!IsOfObjects && Cells[3] != "blocks") ||
        (IsOfSize && !readNumber(Cells[4], Size, Most)))
      return Error{"no group of a timeline"};
    if (Point == 0 || Point > PointCount)
      return Error{fmt::format("point {} of a timeline that has {}", Point, PointCount)};
    if (Groups.empty() || Groups.back().IsOfSize != IsOfSize ||
        Groups.back().IsOfObjects != IsOfObjects || Groups.back().Name != Cells[4]) {
      if (auto Failure = end())
        return Failure;
      if ((Groups.size() + 1) * PointCount > MostGroupPoints)
        return Error{fmt::format("more than {} points of all groups", MostGroupPoints)};
      Groups.push_back({IsOfSize, IsOfObjects, std::string(Cells[4]), size_t(Point - 1), {}});
    }
    if (Point - 1 != Groups.back().First + Groups.back().Points.size())
      return Error{"the points of a group are not one behind the other"};
    Groups.back().Points.push_back(Its);
    return {};
  }

  /// Ends the last group: an error if it does not reach the end of the timeline.
  MaybeError end() const {
    if (Groups.empty() || Groups.back().First + Groups.back().Points.size() == PointCount)
      return {};
    return Error{fmt::format("group \"{}\" ends before the timeline, which has {} points",
                             displayText(Groups.back().Name), PointCount)};
  }
};

} // namespace

Expected<std::vector<TimelineGroup>> allocsite::readTimelineGroups(LogTables &Of,
                                                                   size_t PointCount) {
  auto Its = Of.find("timeline-groups");
  if (!Its)
    return Its.error();
  if (!*Its)
    return std::vector<TimelineGroup>();
  GroupRows Rows(PointCount);
  constexpr std::string_view Header(GroupsHeader, sizeof(GroupsHeader) - 2);
  auto Failure = (*Its)->forEachRecord([&](const CsvReader &Record, bool IsHeader) {
    if (!IsHeader)
      return Rows.add(Record.cells());
    return Record.record() == Header
               ? MaybeError()
               : Error{"no header \"point,seconds,by,…\" of a timeline's groups"};
  });
  if (Failure)
    return *Failure;
  if (auto Cut = Rows.end())
    return Error{displayText((*Its)->Source) + ": " + Cut->What};
  return std::move(Rows.Groups);
}

Expected<std::vector<MarkTime>> allocsite::readMarkTimes(LogTables &Of) {
  std::vector<MarkTime> Marks;
  size_t Name = 0, Seconds = 0;
  auto HasAny =
      Of.forEachRecord("marks", [&](const CsvReader &Record, bool IsHeader) -> MaybeError {
        const auto &Cells = Record.cells();
        if (IsHeader) {
          auto columnOf = [&](std::string_view Title) {
            return size_t(std::find(Cells.begin(), Cells.end(), Title) - Cells.begin());
          };
          Name = columnOf("mark");
          Seconds = columnOf("seconds");
          return Name == Cells.size() || Seconds == Cells.size()
                     ? Error{"no columns \"mark\" and \"seconds\""}
                     : MaybeError();
        }
        double At;
        if (std::max(Name, Seconds) >= Cells.size() || !readNumber(Cells[Seconds], At, 1e12))
          return Error{"no mark"};
        if (!Marks.empty() && Marks.back().Name == Cells[Name] && Marks.back().Seconds == At)
          return {};
        if (Marks.size() == MostPoints)
          return Error{fmt::format("more than {} marks", MostPoints)};
        Marks.push_back({std::string(Cells[Name]), At});
        return {};
      });
  if (!HasAny)
    return HasAny.error();
  return Marks;
}

Expected<RunOverTime> allocsite::readRunOverTime(LogTables &Of) {
  auto Points = readTimeline(Of);
  if (!Points)
    return Points.error();
  auto Groups = readTimelineGroups(Of, Points->size());
  if (!Groups)
    return Groups.error();
  auto Marks = readMarkTimes(Of);
  if (!Marks)
    return Marks.error();
  return RunOverTime{std::move(*Points), std::move(*Groups), std::move(*Marks)};
}
