//===- GroupsFormat.cpp - The groups of a report, for pages and programs ---===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupsFormat.h"

#include "Quantity.h"
#include "support/DisplayText.h"

#include <algorithm>
#include <fmt/format.h>

using namespace allocsite;

static std::vector<std::string> framesOf(const Group &Of, const NameTable &Names) {
  std::vector<std::string> Frames;
  for (NameId Frame : Of.HeaviestChain)
    Frames.emplace_back(Names[Frame]);
  while (Frames.size() > 1 && Frames.back() == "-")
    Frames.pop_back();
  return Frames;
}

Sheet allocsite::groupsSheet(const GroupedProfile &Of, const NameTable &Names,
                             const TableStyle &Style) {
  Sheet Result;
  Result.Kind = "allocsite-report";
  Result.Facts = {{{"row_count", "", CellKind::Count}, int64_t(Of.GroupCount)}};
  std::vector<Measure> Shown;
  for (Measure Each : MeasureOrder(Style.Sort))
    if (hasMeasure(Style.Measures, Each))
      Shown.push_back(Each);
  for (Measure Each : Shown) {
    std::string Key = columnOf(Each).Word;
    std::replace(Key.begin(), Key.end(), '-', '_');
    Result.Columns.push_back({Key, columnOf(Each).Word, CellKind::Count});
  }
  Result.Columns.push_back({"smallest_size", "smallest size", CellKind::Count});
  Result.Columns.push_back({"largest_size", "largest size", CellKind::Count});
  Result.Columns.push_back({"chains", "chains", CellKind::Count});
  Result.Columns.push_back({"sites", "sites", CellKind::Count});
  Result.Columns.push_back({"allocator", "allocator", CellKind::Name});
  if (Style.By == GroupBy::Type)
    Result.Columns.push_back({"type", "type", CellKind::Name});
  Result.Columns.push_back({"site", "site", CellKind::Path});
  Result.HasFrames = true;
  for (const Group &Each : Of.Groups) {
    SheetRow Row;
    for (Measure Which : Shown)
      Row.Cells.push_back(Each.Sum.quantity(Which));
    Row.Cells.push_back(int64_t(Each.Sum.SmallestSize));
    Row.Cells.push_back(int64_t(Each.Sum.LargestSize));
    Row.Cells.push_back(int64_t(Each.ChainCount));
    Row.Cells.push_back(int64_t(Each.SiteCount));
    Row.Cells.push_back(std::string(Names[Each.Allocator]));
    if (Style.By == GroupBy::Type)
      Row.Cells.push_back(std::string(Names[Each.Type]));
    Row.Cells.push_back(std::string(Names[Each.HeaviestSite]));
    Row.Frames = framesOf(Each, Names);
    Result.Rows.push_back(std::move(Row));
  }
  return Result;
}

std::string allocsite::groupsMarkdown(const GroupedProfile &Of, const NameTable &Names) {
  std::string Text = "| calls | bytes | frames |\n| ---: | ---: | --- |\n";
  for (const Group &Each : Of.Groups) {
    Text += fmt::format("| {} | {} | {}", groupedNumber(Each.Sum.Calls),
                        groupedNumber(Each.Sum.Bytes),
                        markdownText(displayText(Names[Each.Allocator])));
    for (const std::string &Frame : framesOf(Each, Names))
      Text += "<br>" + markdownText(displayText(Frame));
    Text += " |\n";
  }
  return Text;
}

std::string allocsite::groupsTsv(const GroupedProfile &Of, const NameTable &Names) {
  std::string Text = fmt::format("{}\n", Of.Groups.size());
  for (const Group &Each : Of.Groups) {
    Text += fmt::format("{}\t{}\t{}", Each.Sum.Calls, Each.Sum.Bytes,
                        displayText(Names[Each.Allocator]));
    for (const std::string &Frame : framesOf(Each, Names))
      Text += '\t' + displayText(Frame);
    Text += '\n';
  }
  return Text;
}
