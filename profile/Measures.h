//===- Measures.h - The list of measures, as types --------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Measures.inc ─┬─▶ Tally     the counts of one key, or of several merged
//                 └─▶ Measure   a column; measure() computes its value from a tally
//
// No state, libc alone; any thread. Nothing wraps: counts saturate at UINT64_MAX, and
// measures at INT64_MAX, the largest number that readers of a CSV accept.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_MEASURES_H
#define ALLOCSITE_PROFILE_MEASURES_H

#include "allocsite/ProfileFormat.h"
#include <stddef.h>
#include <stdint.h>
#include <string.h>

namespace allocsite {

/// The bits of CsvShape::Modes.
enum Mode : uint32_t {
#define ALLOCSITE_MODE(Name, Bits) Mode##Name = Bits,
#include "allocsite/Measures.inc"
};

enum class Measure : unsigned {
#define ALLOCSITE_MEASURE(Name, Title, Word, Unit, Merge, When, Value) Name,
#include "allocsite/Measures.inc"
};

enum class MeasureUnit { Count, Bytes };
enum class MeasureMerge { Sum, Max, Range };

struct MeasureColumn {
  const char *Title, *Word;
  MeasureUnit Unit;
  MeasureMerge Merge;
  uint32_t Modes; // 0: always

  constexpr bool isAlways() const { return !Modes; }
  /// True for measures that are unknown for calls whose blocks are not followed.
  constexpr bool isOfBlocks() const {
    return Modes & (ModeLive | ModeLifetimes | ModeOwnPeaks | ModeResident);
  }
};

/// By Measure.
inline constexpr MeasureColumn MeasureColumns[] = {
#define ALLOCSITE_MEASURE(Name, Title, Word, Unit, Merge, When, Value)                        \
  {Title, Word, MeasureUnit::Unit, MeasureMerge::Merge, Mode##When},
#include "allocsite/Measures.inc"
};
inline constexpr unsigned MeasureCount = sizeof(MeasureColumns) / sizeof(MeasureColumn);

constexpr const MeasureColumn &columnOf(Measure Of) {
  return MeasureColumns[static_cast<unsigned>(Of)];
}

/// The number of measures that every CSV has.
constexpr unsigned alwaysMeasured() {
  unsigned Count = 0;
  for (const MeasureColumn &Each : MeasureColumns)
    Count += Each.isAlways();
  return Count;
}

inline uint64_t mergeSum(uint64_t A, uint64_t B) {
  uint64_t Sum;
  return __builtin_add_overflow(A, B, &Sum) ? UINT64_MAX : Sum;
}
/// The bytes of so many blocks, up to UINT64_MAX.
inline uint64_t bytesOf(uint64_t Size, uint64_t Count) {
  uint64_t Bytes;
  return __builtin_mul_overflow(Size, Count, &Bytes) ? UINT64_MAX : Bytes;
}
inline uint64_t mergeMax(uint64_t A, uint64_t B) { return A > B ? A : B; }

/// The calls of a row whose blocks were not followed; followed blocks are live or freed. If a
/// sample has seen some blocks of a row, they stand for all.
inline uint64_t notFollowed(uint64_t Calls, uint64_t Live, uint64_t Freed, uint64_t Sampled) {
  const uint64_t Followed = Sampled ? Calls : mergeSum(Live, Freed);
  return Calls > Followed ? Calls - Followed : 0;
}

/// True if calls of that size return no new block: realloc(p, 0) frees one, and a growing
/// obstack only makes room for the object that obstack_finish returns.
inline bool makesNoBlock(const char *Allocator, size_t Length, uint64_t Size) {
  auto is = [&](const char *Name) {
    return Length == strlen(Name) && !memcmp(Allocator, Name, Length);
  };
  return (!Size && is("realloc")) || is("_obstack_newchunk") || is("rpl_obstack_newchunk");
}

/// The counts of one key; counts that the mode does not record are 0.
struct Tally {
#define ALLOCSITE_COUNTED(Name, Merge) uint64_t Name = 0;
#define ALLOCSITE_COUNTED_BY_MODE(Name, Merge, When) uint64_t Name = 0;
#include "allocsite/Measures.inc"

  void merge(const Tally &Other) {
#define ALLOCSITE_COUNTED(Name, Merge) Name = merge##Merge(Name, Other.Name);
#define ALLOCSITE_COUNTED_BY_MODE(Name, Merge, When) Name = merge##Merge(Name, Other.Name);
#include "allocsite/Measures.inc"
  }
};

/// The tally of a record of the profile file: AllocSiteEntry or AllocSiteOther.
template <typename Record> Tally tallyOf(const Record &Of) {
  Tally Result;
#define ALLOCSITE_COUNTED(Name, Merge) Result.Name = Of.Name;
#include "allocsite/Measures.inc"
  return Result;
}

/// The value of a column in a row of one size; at most INT64_MAX.
inline uint64_t measure(Measure Which, const Tally &Of, uint64_t Size, bool IsFailed) {
  auto saturate = [](uint64_t Value) {
    return Value > uint64_t(INT64_MAX) ? uint64_t(INT64_MAX) : Value;
  };
  [[maybe_unused]] auto multiply = [](uint64_t A, uint64_t B) {
    uint64_t Product;
    return __builtin_mul_overflow(A, B, &Product) ? uint64_t(INT64_MAX) : Product;
  };
#define ALLOCSITE_COUNTED(Name, Merge) [[maybe_unused]] const uint64_t Name = Of.Name;
#define ALLOCSITE_COUNTED_BY_MODE(Name, Merge, When)                                          \
  [[maybe_unused]] const uint64_t Name = Of.Name;
#include "allocsite/Measures.inc"
  switch (Which) {
#define ALLOCSITE_MEASURE(Name, Title, Word, Unit, Merge, When, Value)                        \
  case Measure::Name:                                                                         \
    return saturate(Value);
#include "allocsite/Measures.inc"
  }
  return 0;
}

/// Adds the record of a thread; `AtPeak` is its number of blocks at the peak. While threads
/// run, Live and AtPeak of the sum may be below 0 for a moment.
inline void addRecord(Tally &To, const AllocSiteThreadRecord &Of, int64_t AtPeak) {
  To.Live += Of.Allocated - Of.Freed;
  To.AtPeak += static_cast<uint64_t>(AtPeak);
  To.Freed += Of.Freed;
  To.Temporary += Of.Temporary;
  To.InPlace += Of.InPlace;
  To.Moved += Of.Moved;
  To.Copied += Of.Copied;
}

/// True if any block of the tally was followed.
inline bool wasFollowed(const Tally &Of) {
  return Of.Live || Of.AtPeak || Of.Freed || Of.InPlace || Of.Moved;
}

inline void addLifetime(Tally &To, const AllocSiteThreadLifetime &Of) {
  To.Lifetime += Of.Sum; // may be below 0 after a reset
  To.Longest = mergeMax(To.Longest, Of.Longest);
  To.Within1K += Of.Within1K;
  To.Within32K += Of.Within32K;
  To.Within1M += Of.Within1M;
}

} // namespace allocsite

#endif
