//===- TrendFormat.h - A series of logs as a sheet ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_TRENDFORMAT_H
#define ALLOCSITE_REPORT_SHOW_TRENDFORMAT_H

#include "SidedNames.h"
#include "view/Trend.h"
#include "view/View.h"

namespace allocsite {

struct TrendStyle : SidedStyle {
  bool Ascii = false; ///< draw the line of values with ASCII characters
};

/// \p Found is the trend of \p Of, whose Runs are the logs, by side.
Sheet trendSheet(const Trend &Found, const Profile &Of, const TrendLogs &Logs,
                 const LeftOut &Left, const TrendStyle &Style);

/// The line above the table: how many logs, and how the sum of all rows went.
std::string trendHead(const Trend &Found, const Profile &Of, const TrendLogs &Logs,
                      const TrendStyle &Style, bool RawBytes);

/// The sentences below the table.
std::vector<std::string> trendSentences(const Trend &Found, const Profile &Of,
                                        const TrendLogs &Logs, const TrendStyle &Style);

} // namespace allocsite

#endif
