//===- Shown.h - The rows that a view shows -------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   all rows ──▶ without calls that failed ──▶ without rows below another allocator
//            ──▶ those that a person asks for ──▶ without the wrappers that their chains begin with
//            ──▶ without hidden frames
//
// An arena takes its memory from another allocator, so each of its bytes is in the profile
// twice. Without the rows that lie below another allocator (view/Layers.h) a view may add up
// what is left.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_VIEW_SHOWN_H
#define ALLOCSITE_REPORT_VIEW_SHOWN_H

#include "Where.h"
#include "Wrappers.h"

#include <set>

namespace allocsite {

struct ViewSelection {
  Where Wanted;
  std::vector<std::string> Hidden; ///< globs for frames to leave out
  bool AllLayers = false;          ///< show what lies below other allocators
  bool ShowsThrough = false;       ///< leave out wrappers (ShownThrough.h)
  bool MarksCuts = true;           ///< `…` where a shortened chain may have had more callers
  /// The measure that is shown. What lies below an allocator that has none of it, or of which it
  /// is not known, is shown: of an arena it may be known what it allocated, and not what is live.
  std::optional<ColumnId> Shown;
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
  bool HadRows = false;
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
