//===- ArenaTally.h - The counts of arenas ----------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   AllocSiteArenaMaker (those that have ended) ─┐
//   AllocSiteArena (one that lives) ─────────────┴▶ ArenaTally, merged by who made them
//
// A cycle lasts from the start or a reset to the next reset or the end. A cycle without
// allocations does not count. No state, libc alone; any thread.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_ARENATALLY_H
#define ALLOCSITE_PROFILE_ARENATALLY_H

#include "Measures.h"
#include "allocsite/ProfileFormat.h"

namespace allocsite {

enum class ArenaMeasure : unsigned {
#define ALLOCSITE_ARENA_MEASURE(Name, Title, Word, Unit, Merge) Name,
#include "allocsite/ArenaMeasures.inc"
};

struct ArenaColumn {
  const char *Title, *Word;
  MeasureUnit Unit;
};

/// By ArenaMeasure.
inline constexpr ArenaColumn ArenaColumns[] = {
#define ALLOCSITE_ARENA_MEASURE(Name, Title, Word, Unit, Merge)                               \
  {Title, Word, MeasureUnit::Unit},
#include "allocsite/ArenaMeasures.inc"
};
inline constexpr unsigned ArenaMeasureCount = sizeof(ArenaColumns) / sizeof(ArenaColumn);

/// The smaller of two numbers, where 0 means none.
inline uint64_t mergeLeast(uint64_t A, uint64_t B) { return A && (!B || A < B) ? A : B; }

struct ArenaTally {
#define ALLOCSITE_ARENA_MEASURE(Name, Title, Word, Unit, Merge) uint64_t Name = 0;
#include "allocsite/ArenaMeasures.inc"

  uint64_t value(unsigned Which) const {
    const uint64_t Values[] = {
#define ALLOCSITE_ARENA_MEASURE(Name, Title, Word, Unit, Merge) Name,
#include "allocsite/ArenaMeasures.inc"
    };
    return Values[Which];
  }
  void merge(const ArenaTally &Other) {
#define ALLOCSITE_ARENA_MEASURE(Name, Title, Word, Unit, Merge)                               \
  Name = merge##Merge(Name, Other.Name);
#include "allocsite/ArenaMeasures.inc"
  }
};

/// The most bytes that the arena has held since it was last empty.
inline uint64_t heldBytes(const AllocSiteArena &Of) {
  return mergeMax(Of.Held, Of.Bytes - Of.FreedBytes);
}

/// The bytes of chunks that no object used when the cycle held most.
inline uint64_t wastedBytes(const AllocSiteArena &Of) {
  const uint64_t Held = heldBytes(Of);
  return Of.Reserved > Held ? Of.Reserved - Held : 0;
}

/// The tally of a live arena: as if it had ended now, but counted as live.
inline ArenaTally tallyOf(const AllocSiteArena &Of) {
  ArenaTally Its;
  const uint64_t Now = heldBytes(Of);
  Its.Created = Its.Alive = 1;
  Its.Resets = Its.MostResets = Of.Resets;
  Its.Objects = Of.OldObjects + Of.Objects;
  Its.Bytes = Of.OldBytes + Of.Bytes;
  Its.LiveObjects = Of.Objects - Of.Freed;
  Its.LiveBytes = Of.Bytes - Of.FreedBytes;
  Its.Peak = mergeMax(Of.MostCycle, Now);
  Its.Cycles = Of.Resets + (Of.Objects != 0);
  Its.CycleBytes = Its.Bytes;
  Its.LeastCycle = mergeLeast(Of.LeastCycle, Now);
  Its.MostCycle = Its.Peak;
  Its.Chunks = Of.Chunks;
  Its.MostReserved = mergeMax(Of.MostReserved, Of.Reserved);
  Its.Reserved = Of.OldReserved + Of.Reserved;
  Its.Wasted = Of.OldWasted + wastedBytes(Of);
  return Its;
}

/// The tally of a maker's arenas that have ended.
inline ArenaTally tallyOf(const AllocSiteArenaMaker &Of) {
  ArenaTally Its;
#define ALLOCSITE_ARENA_MEASURE(Name, Title, Word, Unit, Merge) Its.Name = Of.Name;
#include "allocsite/ArenaMeasures.inc"
  return Its;
}

} // namespace allocsite

#endif
