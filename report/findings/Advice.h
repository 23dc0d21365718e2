//===- Advice.h - What a program could allocate less ------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   site  1,000 calls, 1,000 of the blocks temporary     ──▶ reuse: one buffer, or the stack
//   chain sizes 8, 16, 32, 64, 128, one block at a time  ──▶ reserve: the size is grown into
//   chain reallocated 16 bytes larger, moved 500 times   ──▶ grow: by a factor
//   site  1,000 calls, all blocks alive at the peak      ──▶ arena: they live together
//   arena never reset, all of its 1,000 objects live     ──▶ reset: it only grows
//   1,000 arenas for 2,000 objects or fewer              ──▶ few-objects: malloc would do
//
// Each rule wants the numbers that Thresholds names, of blocks that were followed (live=1); what
// is less is no evidence, and then nothing is said. docs/live.md tells them to users.
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
  size_t LeastSizes = 4;          ///< one larger than the other, for Reserve
  uint64_t LeastMoves = 100;      ///< calls that Reserve saves, or blocks that Grow has moved
  uint64_t LeastCopies = 4;       ///< times that the final bytes were copied, for Grow
  double LeastOfOneStep = 0.9;    ///< of its moves, from the size before
  double LeastResized = 0.9;      ///< of the larger sizes' calls, by realloc, for Reserve
  uint64_t MostArenaBytes = 512;  ///< of the mean block, for Arena
  uint64_t MostArenaObjects = 2;  ///< for each arena on average, for FewObjects
};

struct Advice {
  AdviceKind Kind;
  RowId Row; ///< the one of most calls: chain, allocator, type, site
  uint64_t SavedCalls, SavedBytes;
  uint64_t Calls, Bytes; ///< of what the advice is about
  std::string Do;        ///< a sentence
  std::string Evidence;  ///< the numbers it rests on
};

/// Those that save most calls first. An error says that \p Of does not tell what was freed.
/// \p Unproven: chains that Reserve may be for, which only the sites' own peaks would tell.
Expected<std::vector<Advice>> adviceOn(const Profile &Of, size_t &Unproven,
                                       const AdviceThresholds &Least = {});

/// The same of arenas, added to \p To, which stays sorted. \p In gets rows without numbers.
MaybeError adviseOnArenas(const ArenaRows &Of, Profile &In, std::vector<Advice> &To,
                          const AdviceThresholds &Least = {});

void sortAdvice(std::vector<Advice> &All, const Profile &In);

} // namespace allocsite

#endif
