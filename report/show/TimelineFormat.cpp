//===- TimelineFormat.cpp - How much was alive when, drawn ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TimelineFormat.h"

#include "support/DisplayText.h"
#include "support/Sparkline.h"

#include <algorithm>
#include <fmt/format.h>

using namespace allocsite;

static std::string bytesText(uint64_t Bytes, const SheetStyle &Style) {
  return quantityText(int64_t(std::min<uint64_t>(Bytes, INT64_MAX)), CellKind::Bytes,
                      Style.RawBytes);
}

/// The maximum of live bytes in each column of the chart. LiveAt gives the live bytes at a
/// point; they stay the same until the next point.
template <typename LiveAtT>
static std::vector<double> columnsOf(const std::vector<TimelinePoint> &Of, TimeAxis Along,
                                     size_t Columns, LiveAtT LiveAt) {
  auto at = [Along](const TimelinePoint &Point) {
    return Along == TimeAxis::Seconds ? Point.Seconds : double(Point.Allocated);
  };
  const double End = at(Of.back());
  std::vector<double> Most(Columns);
  auto columnOf = [&](double Place) {
    return End > 0 ? std::min(size_t(Place / End * double(Columns)), Columns - 1)
                   : Columns - 1;
  };
  for (size_t I = 0; I != Of.size(); ++I) {
    const size_t First = columnOf(at(Of[I]));
    const size_t Last = I + 1 == Of.size() ? First : columnOf(at(Of[I + 1]));
    for (size_t Column = First; Column <= Last; ++Column)
      Most[Column] = std::max(Most[Column], double(LiveAt(I)));
  }
  return Most;
}

/// The line below a chart of `Width` columns.
static std::string axisText(const std::vector<TimelinePoint> &Of, TimeAxis Along, size_t Width,
                            const SheetStyle &Style) {
  const TimelinePoint &End = Of.back();
  const std::string First = Along == TimeAxis::Seconds ? "0 s" : bytesText(0, Style);
  const std::string Last = Along == TimeAxis::Seconds
                               ? fmt::format("{:.3g} s", End.Seconds)
                               : bytesText(End.Allocated, Style) + " allocated";
  return First + std::string(Width - std::min(Width, First.size() + Last.size()), ' ') + Last +
         '\n';
}

std::string allocsite::timelineChart(const std::vector<TimelinePoint> &Of, TimeAxis Along,
                                     const SheetStyle &Style) {
  constexpr size_t Rows = 10;
  const uint64_t Most = std::max_element(Of.begin(), Of.end(), [](auto &A, auto &B) {
                          return A.Live < B.Live;
                        })->Live;
  const std::string Top = bytesText(Most, Style), Bottom = bytesText(0, Style);
  const size_t Label = std::max(Top.size(), Bottom.size());
  const size_t Width = std::clamp<size_t>(Style.Width, 40, 200) - Label - 2;
  const std::vector<std::string> Chart =
      barChart(columnsOf(Of, Along, Width, [&](size_t I) { return Of[I].Live; }), Width, Rows,
               /*Ascii=*/false);
  std::string Text = "live bytes\n";
  for (size_t Row = Rows; Row-- != 0;) {
    std::string Line = fmt::format("{:>{}} │",
                                   Row + 1 == Rows ? Top
                                   : Row == 0      ? Bottom
                                                   : "",
                                   Label);
    Line += Chart[Rows - 1 - Row];
    Text += Line.substr(0, Line.find_last_not_of(' ') + 1) + '\n';
  }
  Text += std::string(Label + 2, ' ') + axisText(Of, Along, Width, Style);
  Text += fmt::format("{} point{}: most {}, at the end {}\n", Of.size(),
                      Of.size() == 1 ? "" : "s", Top, bytesText(Of.back().Live, Style));
  return Text;
}

Sheet allocsite::timelineSheet(const std::vector<TimelinePoint> &Of) {
  Sheet Result;
  Result.Kind = "allocsite-timeline";
  Result.Facts = {{{"row_count", "", CellKind::Count}, int64_t(Of.size())}};
  Result.Columns = {{"microseconds", "microseconds", CellKind::Count},
                    {"allocated_bytes", "allocated", CellKind::Bytes},
                    {"freed_bytes", "freed", CellKind::Bytes},
                    {"live_bytes", "live", CellKind::Bytes}};
  for (const TimelinePoint &Each : Of)
    Result.Rows.push_back({{int64_t(Each.Seconds * 1e6 + 0.5), int64_t(Each.Allocated),
                            int64_t(Each.Freed), int64_t(Each.Live)},
                           {},
                           {}});
  return Result;
}

static uint64_t mostOf(const TimelineGroup &Of) {
  uint64_t Most = 0;
  for (const GroupPoint &Each : Of.Points)
    Most = std::max(Most, Each.Bytes);
  return Most;
}

static std::string groupText(const TimelineGroup &Of, const SheetStyle &Style) {
  return Of.IsOfSize ? "up to " + bytesText(std::stoull(Of.Name), Style)
                     : displayText(Of.Name);
}

std::string allocsite::groupsChart(std::vector<TimelineGroup> Groups,
                                   const std::vector<TimelinePoint> &Of, TimeAxis Along,
                                   const SheetStyle &Style) {
  std::sort(Groups.begin(), Groups.end(), [](auto &A, auto &B) {
    if (A.IsOfObjects != B.IsOfObjects)
      return B.IsOfObjects;
    if (A.IsOfSize && B.IsOfSize)
      return std::stoull(A.Name) < std::stoull(B.Name);
    const uint64_t OfA = mostOf(A), OfB = mostOf(B);
    return OfA != OfB ? OfA > OfB : A.Name < B.Name;
  });
  const size_t Whole = std::clamp<size_t>(Style.Width, 60, 200);
  size_t Longest = 0;
  for (const TimelineGroup &Each : Groups)
    Longest = std::max(Longest, displayWidth(groupText(Each, Style)));
  const size_t Label = std::clamp<size_t>(Longest, 5, Whole / 3);
  const size_t Numbers = Style.RawBytes ? 15 : 11;
  const size_t Width = Whole - Label - 3 * Numbers - 2;
  auto line = [&](const std::string &Name, const std::string &Most, const std::string &End,
                  const std::string &Blocks) {
    const std::string Shown = shortenMiddle(Name, Label);
    return Shown + std::string(Label - displayWidth(Shown), ' ') +
           fmt::format("{:>{}}{:>{}}{:>{}}  ", Most, Numbers, End, Numbers, Blocks, Numbers);
  };
  std::string Text;
  for (bool OfObjects : {false, true}) {
    bool IsFirst = true;
    for (const TimelineGroup &Each : Groups) {
      if (Each.IsOfObjects != OfObjects)
        continue;
      if (IsFirst) {
        Text += Text.empty() ? "" : "\n";
        Text +=
            OfObjects ? "objects of arenas, which lie in blocks\n" : "blocks of the heap\n";
        Text += line("", "peak", "at the end", OfObjects ? "objects" : "blocks") +
                axisText(Of, Along, Width, Style);
      }
      IsFirst = false;
      const uint64_t Most = mostOf(Each);
      const GroupPoint End = Each.at(Of.size() - 1);
      Text += line(groupText(Each, Style), bytesText(Most, Style), bytesText(End.Bytes, Style),
                   quantityText(int64_t(End.Blocks), CellKind::Count, Style.RawBytes));
      Text += barChart(columnsOf(Of, Along, Width, [&](size_t I) { return Each.at(I).Bytes; }),
                       Width, 1, /*Ascii=*/false)
                  .front();
      Text.resize(Text.find_last_not_of(' ') + 1);
      Text += '\n';
    }
  }
  return Text + fmt::format("{} point{}; each line is drawn to its own peak\n", Of.size(),
                            Of.size() == 1 ? "" : "s");
}

Sheet allocsite::groupsSheet(const std::vector<TimelineGroup> &Groups,
                             const std::vector<TimelinePoint> &Of) {
  Sheet Result;
  Result.Kind = "allocsite-timeline-groups";
  Result.Columns = {{"point", "point", CellKind::Count},
                    {"microseconds", "microseconds", CellKind::Count},
                    {"allocated_bytes", "allocated", CellKind::Bytes},
                    {"of", "of", CellKind::Word},
                    {"group", "group", CellKind::Name},
                    {"live_count", "live count", CellKind::Count},
                    {"live_bytes", "live", CellKind::Bytes}};
  for (const TimelineGroup &Each : Groups)
    for (size_t I = Each.First; I < Of.size(); ++I)
      Result.Rows.push_back(
          {{int64_t(I + 1), int64_t(Of[I].Seconds * 1e6 + 0.5), int64_t(Of[I].Allocated),
            Each.IsOfObjects ? "objects" : "blocks", Each.Name, int64_t(Each.at(I).Blocks),
            int64_t(Each.at(I).Bytes)},
           {},
           {}});
  Result.Facts = {{{"row_count", "", CellKind::Count}, int64_t(Result.Rows.size())}};
  return Result;
}
