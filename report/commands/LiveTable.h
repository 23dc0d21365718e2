//===- LiveTable.h - Shows what running programs allocate, and how fast ----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   profiles ──▶ a reading at each interval ──▶ rates ──▶ the screen, or lines
//
// The programs do not take part: they get no signal and wait for nothing. Their profiles are
// read like those that a killed process has left.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_COMMANDS_LIVETABLE_H
#define ALLOCSITE_REPORT_COMMANDS_LIVETABLE_H

#include "ProfileOptions.h"
#include "show/TopTree.h"

#include <chrono>
#include <functional>

namespace allocsite {

/// The files of one reading.
struct Watched {
  std::vector<std::string> Files;
  std::string Of;    ///< identifies the process: rates need two readings with equal Of
  std::string Title; ///< empty: the program and process of the profile
};

struct LiveTableOptions {
  std::string By = "site", Sort = "bytes";
  double Interval = 1; ///< seconds between readings, as the user asks
  bool RawBytes = false, Ascii = false;
  FilterOptions Filter;

  /// Declares --interval.
  void addIntervalTo(CLI::App &To);
};

/// What a row of the table may stand for.
constexpr const char *LiveTableViews[] = {"site",      "function", "type",
                                          "allocator", "file",     "through"};

class LiveTable {
public:
  using Clock = std::chrono::steady_clock;
  using FindFiles = std::function<Expected<Watched>()>;

  /// \p Options must outlive this. \p Find is called before each reading.
  LiveTable(const LiveTableOptions &Options, FindFiles Find);

  /// Makes a reading. After an error the table still shows the previous one.
  MaybeError read();
  /// Sorts rows by the column \p Word. Call read() first.
  MaybeError sortBy(const std::string &Word);
  /// True if read() or sortBy() failed because of the command line.
  bool isUsage() const { return IsUsage; }

  /// Shows the table until a key or a signal ends it (returns true) or until \p IsOver, which
  /// is called each tenth of a second, returns true (returns false).
  bool show(FullScreen &Screen, const std::function<bool()> &IsOver);

  /// The title, the totals and \p Count rows.
  std::string text(size_t Count, size_t Width);
  /// When to read again.
  Clock::time_point nextReading() const { return NextReading; }

private:
  const std::vector<Column> &columns() const { return Now.Of->columns(); }
  MaybeError readOnce();
  void toggleSort(const char *Measure);
  void act(const FullScreen::Input &Typed);
  void actOn(char Typed);
  /// A key while a text is typed that rows must have.
  void type(const FullScreen::Input &Typed);
  void scroll(const FullScreen::Input &Typed);
  void toggleTree();
  void toggleBaseline();
  void remember();
  /// Makes all rows: after a reading, and when the view or the baseline changes.
  void makeRows();
  /// Filters and sorts them, and makes the tree if it is on the screen.
  void chooseRows();
  std::string title() const;

  const LiveTableOptions &Options;
  const FindFiles Find;
  double Interval; ///< seconds, as set by Options or keys
  double Wait = 0; ///< seconds actually waited: longer if reading is slow
  TopStyle Style;
  Reading Before, Now, Base;
  /// What the chart shows, and when it was so: seconds of a steady clock.
  std::vector<std::pair<double, double>> History;
  std::optional<CallTree::Direction> TreeWay; ///< empty: the table is shown
  TopTree Tree;
  Watched Last;
  std::string Status; ///< why there are no more readings; empty: there are more
  bool IsPaused = false;
  bool IsUsage = false;
  Clock::time_point NextReading;
  std::vector<RatedRow> AllRows; ///< in the order of ratedRows()
  std::vector<RatedRow> Rows;    ///< those that are shown
};

} // namespace allocsite

#endif
