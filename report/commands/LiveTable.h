//===- LiveTable.h - What running programs allocate, read again and again --===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   profiles ──▶ a reading, now and then ──▶ rates ──▶ the screen, or lines
//
// The programs take no part: they are sent no signal, and wait for nobody. Their files are read
// as those are that a killed process has left.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_COMMANDS_LIVETABLE_H
#define ALLOCSITE_REPORT_COMMANDS_LIVETABLE_H

#include "ProfileOptions.h"
#include "show/TopFormat.h"

#include <chrono>
#include <functional>

namespace allocsite {

/// What is to be read.
struct Watched {
  std::vector<std::string> Files;
  std::string Of;    ///< rates are of two readings of the same
  std::string Title; ///< empty: the program and process of the profile
};

struct LiveTableOptions {
  std::string By = "site", Sort = "bytes";
  double Interval = 1; ///< seconds that a person wants between readings
  bool RawBytes = false;
  FilterOptions Filter;

  /// Declares --interval.
  void addIntervalTo(CLI::App &To);
};

/// What a row of the table may be.
constexpr const char *LiveTableViews[] = {"site", "function", "type", "allocator", "file"};

class LiveTable {
public:
  using Clock = std::chrono::steady_clock;
  using FindFiles = std::function<Expected<Watched>()>;

  /// \p Options must outlive this. \p Find is asked before each reading.
  LiveTable(const LiveTableOptions &Options, FindFiles Find);

  /// Reads what is there. After an error what was read last is still shown.
  MaybeError read();
  /// The column that rows are sorted by, once something was read.
  MaybeError sortBy(const std::string &Word);
  /// The command line is what read() or sortBy() has failed for.
  bool isUsage() const { return IsUsage; }

  /// Until a key or a signal ends it: true; or until \p IsOver, which is asked each tenth of a
  /// second: false.
  bool show(FullScreen &Screen, const std::function<bool()> &IsOver);

  /// The title, what all have allocated, and \p Count rows.
  std::string text(size_t Count, size_t Width);
  /// When to read again.
  Clock::time_point nextReading() const { return NextReading; }

private:
  const std::vector<Column> &columns() const { return Now.Of->columns(); }
  MaybeError readOnce();
  void toggleSort(const char *Measure);
  void act(const FullScreen::Input &Typed);
  void actOn(char Typed);
  void makeRows();
  std::string title() const;

  const LiveTableOptions &Options;
  const FindFiles Find;
  double Interval; ///< as Options says, or keys
  double Wait = 0; ///< and what it is
  TopStyle Style;
  Reading Before, Now;
  Watched Last;
  std::string Status; ///< why there are no more readings; empty: there are
  bool IsPaused = false;
  bool IsUsage = false;
  Clock::time_point NextReading;
  std::vector<RatedRow> Rows;
};

} // namespace allocsite

#endif
