//===- TadFormat.cpp - A Tad workspace that opens a log already pivoted ---===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TadFormat.h"

#include "support/Json.h"

#include <fmt/format.h>

using namespace allocsite;

std::string allocsite::tadWorkspace(const std::string &CsvPath, const LogShape &Shape,
                                    bool HasTypes) {
  std::string Shown, Aggregates;
  auto append = [](std::string &To, const std::string &More) {
    To += (To.empty() ? "" : ",") + More;
  };
  // "uniq": a group shows the value if all its rows agree.
  auto show = [&](const char *Column) {
    append(Shown, fmt::format(R"("{}")", Column));
    append(Aggregates, fmt::format(R"("{}":"uniq")", Column));
  };
  auto showMeasures = [&](bool Always) {
    for (size_t I = 0; I != MeasureCount; ++I)
      if (Shape.Measures[I] && !(MeasureColumns[I].Modes & ModeReader) &&
          MeasureColumns[I].Merge != MeasureMerge::Range &&
          MeasureColumns[I].isAlways() == Always)
        append(Shown, fmt::format(R"("{}")", MeasureColumns[I].Title));
  };
  showMeasures(true);
  show(columnOf(Measure::Size).Title);
  if (Shape.HasAllocator)
    show("allocator");
  if (HasTypes)
    show("type");
  if (Shape.HasSite)
    show("site");
  // The many columns of live memory go last: in front they would push the names out of sight.
  showMeasures(false);

  std::string Text = R"({"tadFileFormatVersion":2,"contents":{"dsPath":{"sourceId":)"
                     R"({"providerName":"localfs","resourceId":)";
  Text += jsonString(CsvPath);
  Text += R"(},"path":["."]},"viewParams":{"showRoot":true,)"
          R"("showColumnHistograms":false,"displayColumns":[)";
  Text += Shown;
  Text += R"(],"vpivots":["pc0","pc1","pc2","pc3"],)"
          R"("pivotLeafColumn":")";
  Text += columnOf(Measure::Size).Title;
  Text += R"(","sortKey":[[")";
  Text += columnOf(Measure::Bytes).Title;
  Text += R"(",false]],"openPaths":{"_rep":{}},"aggMap":{)";
  Text += Aggregates;
  Text += R"(},"defaultFormats":{"string":{"type":"TextFormatOptions",)"
          R"("urlsAsHyperlinks":false},"integer":{"type":"NumFormatOptions",)"
          R"("commas":true,"decimalPlaces":0,"exponential":false,)"
          R"("formatMethod":"toLocaleString"},"real":{"type":"NumFormatOptions",)"
          R"("commas":true,"decimalPlaces":2},"boolean":{"type":"NumFormatOptions",)"
          R"("decimalPlaces":0}},"columnFormats":{},"showHiddenCols":false,)"
          R"("filterExp":{"expType":"FilterExp","op":"AND","opArgs":[]}}}})";
  return Text += '\n';
}
