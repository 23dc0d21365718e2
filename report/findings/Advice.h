//===- Advice.h - Advice on allocating less ---------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   site  1,000 calls, 1,000 of the blocks temporary     ──▶ reuse: one buffer, or the stack
//   chain sizes 8, 16, 32, 64, 128, one block at a time  ──▶ reserve: the size is grown into
//   chain reallocated 16 bytes larger, moved 500 times   ──▶ grow: by a factor
//   site  1,000 calls, all blocks live at the peak       ──▶ arena: they live together
//   arena never reset, all of its 1,000 objects live     ──▶ reset: it only grows
//   1,000 arenas for 2,000 objects or fewer              ──▶ few-objects: malloc would do
//
// Each rule needs blocks that were followed (live=1), and at least the numbers in
// AdviceThresholds: with less evidence it gives no advice. docs/live.md explains the rules to
// users.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_FINDINGS_ADVICE_H
#define ALLOCSITE_REPORT_FINDINGS_ADVICE_H

#include "model/Profile.h"
#include "profile/Expected.h"
#include "read/ArenaLog.h"

namespace allocsite {

enum class AdviceKind { Reuse, Reserve, Grow, Arena, Reset, FewObjects };

struct AdviceThresholds {
  uint64_t LeastCalls = 1000;     ///< of a site, for Reuse and Arena
  double LeastTemporary = 0.9;    ///< of these calls, for Reuse
  uint64_t MostStackBytes = 1024; ///< of a block that the stack may hold
  size_t LeastSizes = 4;          ///< distinct sizes, for Reserve
  uint64_t LeastMoves = 100;      ///< calls that Reserve saves, or blocks that Grow has moved
  uint64_t LeastCopies = 4;       ///< times that the final bytes were copied, for Grow
  double LeastOfOneStep = 0.9; ///< of the moves that come from the next smaller size, for Grow
  double LeastResized = 0.9;   ///< of the larger sizes' calls, by realloc, for Reserve
  uint64_t MostArenaBytes = 512; ///< of the mean block, for Arena
  uint64_t MostArenaObjects = 2; ///< for each arena on average, for FewObjects
};

struct Advice {
  AdviceKind Kind;
  RowId Row; ///< the row with most calls; gives chain, allocator, type and site
  uint64_t SavedCalls, SavedBytes;
  uint64_t Calls, Bytes; ///< totals of the site or chain
  std::string Do;        ///< the advice, a sentence
  std::string Evidence;  ///< the numbers it rests on
};

/// True if there can be advice on a row: it is of malloc or its kin, and its blocks were
/// followed. Not of arenas: it is known when all objects of one end, but not what saving a
/// single one would gain.
bool canAdviseOn(const Profile &Of, RowId Row);

/// All advice on the rows for which \p Only is true, or on all if it is empty; most saved
/// calls first. An error if \p Of does not record what was freed. \p Unproven is set to the
/// number of chains for which Reserve could only be proven by own peaks.
Expected<std::vector<Advice>> adviceOn(const Profile &Of, size_t &Unproven,
                                       const std::function<bool(RowId)> &Only = {},
                                       const AdviceThresholds &Least = {});

/// Adds advice on arenas to \p To, which stays sorted. Adds rows without numbers to \p In.
MaybeError adviseOnArenas(const ArenaRows &Of, Profile &In, std::vector<Advice> &To,
                          const AdviceThresholds &Least = {});

} // namespace allocsite

#endif
