//===- TimelineGroups.cpp - What a timeline is made of --------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TimelineGroups.h"

#include "ByteSource.h"
#include "CsvReader.h"
#include "RecordedProfile.h"
#include "profile/TimelineGroups.h"
#include "support/BesideLog.h"
#include "support/DisplayText.h"

#include <charconv>
#include <fmt/format.h>
#include <unistd.h>

using namespace allocsite;

static bool isNumber(std::string_view Cell, uint64_t &To) {
  const char *End = Cell.data() + Cell.size();
  const auto Read = std::from_chars(Cell.data(), End, To);
  return Read.ec == std::errc() && Read.ptr == End && To <= uint64_t(INT64_MAX);
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
    uint64_t Point, Size;
    GroupPoint Its;
    if (Cells.size() != 7 || !isNumber(Cells[0], Point) || !isNumber(Cells[5], Its.Blocks) ||
        !isNumber(Cells[6], Its.Bytes))
      return Error{"seven cells are expected, the first and the last two of them numbers"};
    const bool IsOfSize = Cells[2] == "size", IsOfObjects = Cells[3] == "objects";
    if ((!IsOfSize && Cells[2] != "allocator") || (!IsOfObjects && Cells[3] != "blocks") ||
        (IsOfSize && !isNumber(Cells[4], Size)))
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

static Expected<std::vector<TimelineGroup>> groupsOfCsv(const std::string &File,
                                                        size_t PointCount) {
  auto Input = InputFile::open(File);
  if (!Input)
    return Input.error();
  CsvReader Csv(*Input);
  GroupRows Rows(PointCount);
  for (bool IsHeader = true;; IsHeader = false) {
    auto fault = [&](const std::string &What) {
      return Error{fmt::format("{}:{}: {}", displayText(File), Csv.line(), What)};
    };
    auto More = Csv.next();
    if (!More)
      return fault(More.error().What);
    constexpr std::string_view Wanted = GroupsHeader;
    if (IsHeader && (!*More || Csv.record() != Wanted.substr(0, Wanted.size() - 1)))
      return fault("no header \"point,seconds,by,…\" of a timeline's groups");
    if (IsHeader)
      continue;
    if (auto Failure = *More ? Rows.add(Csv.cells()) : Rows.end())
      return fault(Failure->What);
    if (!*More)
      return std::move(Rows.Groups);
  }
}

static Expected<std::vector<TimelineGroup>> groupsOfProfile(const std::string &File) {
  auto Recorded = RecordedProfile::open(File);
  if (!Recorded)
    return Recorded.error();
  auto Read = (*Recorded)->timeline();
  if (!Read)
    return Read.error();
  std::vector<TimelineGroup> Groups;
  for (const RecordedGroup &Each : Read->Groups) {
    TimelineGroup Next = {
        Each.Head.By == ALLOCSITE_GROUP_BY_SIZE, Each.Head.InArena != 0, "", 0, {}};
    if (Next.IsOfSize) {
      Next.Name = std::to_string(largestSizeOf(Each.Head.SizeClass));
    } else {
      auto Name = (*Recorded)->allocatorOf(Each);
      if (!Name)
        return Name.error();
      Next.Name = std::move(*Name);
    }
    for (const AllocSiteGroupPoint &Point : Each.Points)
      Next.Points.push_back({Point.Blocks, Point.Bytes});
    Groups.push_back(std::move(Next));
  }
  return Groups;
}

std::string allocsite::groupsBeside(const std::string &Log) {
  if (endsIn(Log, TimelineEnding))
    return Log.substr(0, Log.size() - std::string_view(TimelineEnding).size()) + GroupsEnding;
  return besideLog(Log, GroupsEnding);
}

Expected<std::vector<TimelineGroup>> allocsite::readTimelineGroups(const std::string &File,
                                                                   size_t PointCount) {
  if (isRecordedProfile(File))
    return groupsOfProfile(File);
  const std::string Beside = groupsBeside(File);
  if (::access(Beside.c_str(), F_OK) != 0)
    return std::vector<TimelineGroup>();
  return groupsOfCsv(Beside, PointCount);
}
