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

std::string allocsite::tadWorkspace(const std::string &CsvPath,
                                    const LogShape &Shape) {
  std::string Shown = R"("call count","total bytes","bytes allocated")";
  // "uniq": a group shows the value where all its rows agree.
  std::string Aggregates = R"("bytes allocated":"uniq")";
  auto show = [&](const char *Column) {
    Shown += fmt::format(R"(,"{}")", Column);
    Aggregates += fmt::format(R"(,"{}":"uniq")", Column);
  };
  if (Shape.HasAllocator)
    show("allocator");
  if (Shape.HasSite)
    show("site");

  std::string Text =
      R"({"tadFileFormatVersion":2,"contents":{"dsPath":{"sourceId":)"
      R"({"providerName":"localfs","resourceId":)";
  Text += jsonString(CsvPath);
  Text += R"(},"path":["."]},"viewParams":{"showRoot":true,)"
          R"("showColumnHistograms":false,"displayColumns":[)";
  Text += Shown;
  Text +=
      R"(],"vpivots":["pc0","pc1","pc2","pc3"],)"
      R"("pivotLeafColumn":"bytes allocated",)"
      R"("sortKey":[["total bytes",false]],"openPaths":{"_rep":{}},"aggMap":{)";
  Text += Aggregates;
  Text +=
      R"(},"defaultFormats":{"string":{"type":"TextFormatOptions",)"
      R"("urlsAsHyperlinks":false},"integer":{"type":"NumFormatOptions",)"
      R"("commas":true,"decimalPlaces":0,"exponential":false,)"
      R"("formatMethod":"toLocaleString"},"real":{"type":"NumFormatOptions",)"
      R"("commas":true,"decimalPlaces":2},"boolean":{"type":"NumFormatOptions",)"
      R"("decimalPlaces":0}},"columnFormats":{},"showHiddenCols":false,)"
      R"("filterExp":{"expType":"FilterExp","op":"AND","opArgs":[]}}}})";
  return Text += '\n';
}
