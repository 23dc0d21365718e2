//===- View.h - What a view shows of a profile ----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   all rows ──▶ Where     those that a person asks for, without calls that failed
//            ──▶ Layers    without rows below another allocator that is shown
//            ──▶ Wrappers  without the wrappers that their chains begin with
//            ──▶ Hide      without hidden frames
//            ──▶ sums, by site, function, type … (Groups.h, ByName.h, CallTree.h, Diff.h)
//
// This is the order of every command. An arena takes its memory from another allocator, so each
// of its bytes is in the profile twice. Without the rows that lie below another allocator
// (Layers.h) a view may add up what is left. Which functions are wrappers (Wrappers.h) all rows of
// a profile tell, and not those that were asked for. Two sides are asked together, so that a
// function is a wrapper on both.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_VIEW_VIEW_H
#define ALLOCSITE_REPORT_VIEW_VIEW_H

#include "Where.h"
#include "Wrappers.h"

#include <functional>
#include <set>

namespace allocsite {

struct ViewSelection {
  Where Wanted;
  std::function<bool(RowId)> Only; ///< rows that may be asked for; empty: all
  /// Asked of each row that would be shown: whether it is left out all the same.
  std::function<bool(RowId)> LeavesOut;
  std::vector<std::string> Hidden; ///< globs for frames to leave out
  bool AllLayers = false;          ///< show what lies below other allocators
  bool ShowsThrough = false;       ///< leave out wrappers
  bool TakesFailed = false;        ///< rows of calls that failed are as others
  bool MarksCuts = true;           ///< `…` where a shortened chain may have had more callers
  /// The measure that is shown. What lies below an allocator that has none of it, or of which it
  /// is not known, is shown: of an arena it may be known what it allocated, and not what is live.
  std::optional<ColumnId> Shown;
  Measure Folded = Measure::Bytes; ///< what LeftOut::Folded tells
};

/// What a view does not show.
struct LeftOut {
  /// Allocators with rows below others, and the bytes of these rows, on the side with more.
  std::vector<std::pair<NameId, uint64_t>> Folded;
  /// Those that hand out what they take from others.
  std::set<NameId> Arenas;
  /// Where nothing is left: what was asked for and is not there, a sentence each.
  std::vector<std::string> Misses;
  /// That are shown through, by calls.
  std::vector<Wrapper> Wrappers;
  std::vector<std::string> Hidden; ///< bare names of the functions that were to be hidden
  bool HadRows = false;
};

class View {
public:
  /// Shortens no row of \p Of, but adds chains and names to it, and takes the number `own-peak`
  /// from callers of wrappers: that of the wrapper's site is of all its callers together.
  static Expected<View> of(Profile &Of, const ViewSelection &Wanted);

  /// Leaves in \p Of, which this is of, what is shown.
  void applyTo(Profile &Of) const;

  bool isAsked(RowId Row) const { return Asked[Row]; }
  bool isShown(RowId Row) const { return Asked[Row] && !IsFolded[Row]; }
  /// Of a row that is asked for and lies below another that is shown, which that is.
  NameId above(RowId Row) const { return IsFolded[Row] ? Above[Row] : NoName; }
  /// Without wrappers and hidden frames.
  ChainId chain(RowId Row) const { return Chains[Row]; }
  NameId site(RowId Row) const { return Sites[Row]; }

  LeftOut Left;
  std::vector<bool> IsFailedAsked; ///< by row: calls that failed, of what is asked for

private:
  class Maker;

  std::vector<bool> Asked, IsFolded;
  std::vector<NameId> Above; ///< by row; empty where nothing is folded
  LargeVector<ChainId> Chains;
  LargeVector<NameId> Sites;
};

/// By row, whether it lies below another allocator; \p Shown as in a ViewSelection.
std::vector<bool> rowsBelow(const Profile &Of, std::optional<ColumnId> Shown);

/// Leaves in \p Of the rows that are asked for, without hidden frames: of each allocator, and
/// calls that failed.
Expected<LeftOut> leaveWantedRows(Profile &Of, const ViewSelection &Wanted);

/// Leaves in \p Of the rows that are shown.
Expected<LeftOut> leaveShownRows(Profile &Of, const ViewSelection &Wanted);

} // namespace allocsite

#endif
