//===- View.h - What a view shows of a profile ----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   all rows ──▶ Where     the rows asked for, without calls that failed
//            ──▶ Layers    without rows below another allocator that is shown
//            ──▶ Wrappers  without the wrappers that their chains begin with
//            ──▶ Hide      without hidden frames
//            ──▶ Repeated  with as many live blocks as what was repeated would leave
//            ──▶ sums, by site, function, type … (Groups.h, ByName.h, CallTree.h, Diff.h)
//
// Every command uses this order. An arena takes its memory from another allocator, so each of
// its bytes is in the profile twice; without the rows below another allocator (Layers.h) the
// remaining rows can be summed. Wrappers (Wrappers.h) are found from all rows of the profile,
// not just the selected ones, and from both sides together, so that a function is a wrapper on
// both or neither.
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
  std::function<bool(RowId)> Only; ///< restricts the selection further; empty: all rows
  /// Called for each row that would be shown; true leaves it out. May be empty.
  std::function<bool(RowId)> LeavesOut;
  std::vector<std::string> Hidden; ///< globs for frames to leave out
  bool AllLayers = false;          ///< show rows below other allocators, too
  bool FindsArenas = true;         ///< fill LeftOut::Arenas, even if all layers are shown
  bool ShowsThrough = false;       ///< leave out wrappers
  bool TakesFailed = false;        ///< treat failed calls like other rows
  /// Set `own-peak` to 0 in rows behind a wrapper, whose site counts all its callers together.
  bool ClearsOwnPeaks = true;
  bool MarksCuts = true; ///< end shortened chains in `…` if more callers may exist
  size_t MostFrames = 0; ///< keep the innermost frames of chains; 0: all
  /// Keep only rows of chains and sites whose live blocks are a multiple of this and not 0: of
  /// what was repeated so often, and leaves blocks each time. If there are several sides:
  /// whose live blocks have grown so from the first to the last. 0: all. Needs the column of
  /// live blocks.
  uint64_t Repeated = 0;
  /// The measure that is shown. Rows are folded only below allocators for which it is known
  /// and not 0: an arena's allocations may be known while its live bytes are not.
  std::optional<ColumnId> Shown;
  Measure Folded = Measure::Bytes; ///< the measure that LeftOut::Folded sums
};

/// Begins the note on folded layers: the amounts follow.
inline constexpr char LayersLeftOut[] =
    "Left out: memory counted in rows of the allocator that took it (--all-layers shows it):";

/// Describes what a view leaves out, for notes below its table.
struct LeftOut {
  /// Allocators with folded rows, and the sum of these rows on the side where it is larger.
  std::vector<std::pair<NameId, uint64_t>> Folded;
  /// Allocators that hand out memory they take from another.
  std::set<NameId> Arenas;
  /// If no row is selected: a sentence for each thing that was asked for and is not there.
  std::vector<std::string> Misses;
  /// The wrappers removed from chains, most calls first.
  std::vector<Wrapper> Wrappers;
  std::vector<std::string> Hidden; ///< bare names of the functions that matched, sorted
  bool HadRows = false;
};

class View {
public:
  /// Leaves the rows' keys in \p Of alone, but adds chains and names to it, and clears own peaks
  /// as \p Wanted says.
  static Expected<View> of(Profile &Of, const ViewSelection &Wanted);

  /// Replaces the rows of \p Of, the profile of this view, by those that are shown.
  void applyTo(Profile &Of) const;

  bool isAsked(RowId Row) const { return Asked[Row]; }
  bool isShown(RowId Row) const { return Asked[Row] && !IsFolded[Row]; }
  /// The allocator below which \p Row is folded, or NoName.
  NameId above(RowId Row) const { return IsFolded[Row] ? Above[Row] : NoName; }
  /// The row's chain without wrappers and hidden frames.
  ChainId chain(RowId Row) const { return Chains[Row]; }
  NameId site(RowId Row) const { return Sites[Row]; }

  LeftOut Left;
  std::vector<bool> IsFailedAsked; ///< by row: a selected row of failed calls

private:
  class Maker;

  std::vector<bool> Asked, IsFolded;
  std::vector<NameId> Above; ///< by row; empty where nothing is folded
  LargeVector<ChainId> Chains;
  LargeVector<NameId> Sites;
};

/// For each row, whether it lies below another allocator; \p Shown as in a ViewSelection.
std::vector<bool> rowsBelow(const Profile &Of, std::optional<ColumnId> Shown);

/// Keeps only the selected rows of \p Of, without hidden frames; includes rows below other
/// allocators and failed calls.
Expected<LeftOut> leaveWantedRows(Profile &Of, const ViewSelection &Wanted);

/// Keeps only the rows of \p Of that the view shows.
Expected<LeftOut> leaveShownRows(Profile &Of, const ViewSelection &Wanted);

} // namespace allocsite

#endif
