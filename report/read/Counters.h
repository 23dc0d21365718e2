//===- Counters.h - What is counted of one row, site or allocator ---------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row has a value of each measure of Measures.inc; merging rows, of sizes into a site and
// of files into a report, is `+=` and nothing else. Like the runtime's, the numbers stop at
// INT64_MAX and never wrap.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_COUNTERS_H
#define ALLOCSITE_REPORT_READ_COUNTERS_H

#include "model/Known.h"
#include "profile/Measures.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>

namespace allocsite {

constexpr uint64_t LargestCount = INT64_MAX;

/// Both at most LargestCount, so the sum cannot wrap before it is cut.
inline uint64_t saturatingAdd(uint64_t A, uint64_t B) { return std::min(A + B, LargestCount); }

inline uint64_t saturatingMultiply(uint64_t A, uint64_t B) {
  uint64_t Product;
  if (__builtin_mul_overflow(A, B, &Product))
    return LargestCount;
  return std::min(Product, LargestCount);
}

/// Those that a log has columns for.
using MeasureSet = std::bitset<MeasureCount>;

inline bool hasMeasure(const MeasureSet &Set, Measure Of) { return Set[unsigned(Of)]; }

/// Of one row, by name and by Measure; 0 where the log has no such column.
struct RowMeasures {
#define ALLOCSITE_MEASURE(Name, Title, Word, Unit, Merge, When, Value) uint64_t Name = 0;
#include "allocsite/Measures.inc"

  uint64_t &operator[](Measure Of) {
    switch (Of) {
#define ALLOCSITE_MEASURE(Name, Title, Word, Unit, Merge, When, Value)                        \
  case Measure::Name:                                                                         \
    return Name;
#include "allocsite/Measures.inc"
    }
    __builtin_unreachable();
  }
};

// What Counters keeps of a measure, by how it is merged: its fields, their values for one
// row, how others are merged into them, and the field that one number stands for.
#define ALLOCSITE_FIELDS_Sum(Name) uint64_t Name = 0;
#define ALLOCSITE_FIELDS_Max(Name) uint64_t Name = 0;
#define ALLOCSITE_FIELDS_Range(Name) uint64_t Smallest##Name = LargestCount, Largest##Name = 0;
#define ALLOCSITE_SET_Sum(Name) Name = Row.Name;
#define ALLOCSITE_SET_Max(Name) Name = Row.Name;
#define ALLOCSITE_SET_Range(Name) Smallest##Name = Largest##Name = Row.Name;
#define ALLOCSITE_MERGE_Sum(Name) Name = saturatingAdd(Name, Other.Name);
#define ALLOCSITE_MERGE_Max(Name) Name = std::max(Name, Other.Name);
#define ALLOCSITE_MERGE_Range(Name)                                                           \
  Smallest##Name = std::min(Smallest##Name, Other.Smallest##Name);                            \
  Largest##Name = std::max(Largest##Name, Other.Largest##Name);
#define ALLOCSITE_LIST_Sum(Name) {&Counters::Name, saturatingAdd, 0},
#define ALLOCSITE_LIST_Max(Name) {&Counters::Name, larger, 0},
#define ALLOCSITE_LIST_Range(Name)                                                            \
  {&Counters::Smallest##Name, smaller, LargestCount}, {&Counters::Largest##Name, larger, 0},
#define ALLOCSITE_VALUE_Sum(Name) Name
#define ALLOCSITE_VALUE_Max(Name) Name
#define ALLOCSITE_VALUE_Range(Name) Largest##Name

inline uint64_t smaller(uint64_t A, uint64_t B) { return std::min(A, B); }
inline uint64_t larger(uint64_t A, uint64_t B) { return std::max(A, B); }

/// Of one row, site or allocator.
struct Counters {
#define ALLOCSITE_MEASURE(Name, Title, Word, Unit, Merge, When, Value)                        \
  ALLOCSITE_FIELDS_##Merge(Name)
#include "allocsite/Measures.inc"

  Counters() = default;
  explicit Counters(const RowMeasures &Row) {
#define ALLOCSITE_MEASURE(Name, Title, Word, Unit, Merge, When, Value)                        \
  ALLOCSITE_SET_##Merge(Name)
#include "allocsite/Measures.inc"
  }

  Counters &operator+=(const Counters &Other) {
#define ALLOCSITE_MEASURE(Name, Title, Word, Unit, Merge, When, Value)                        \
  ALLOCSITE_MERGE_##Merge(Name)
#include "allocsite/Measures.inc"
    return *this;
  }

  /// Of rows of one allocator, for all of which stands what a sample has seen.
  Quantity quantity(Measure Of) const {
    if (Of == Measure::OwnPeak && !OwnPeak && Bytes)
      return {0, Known::Nothing}; // of a caller behind a wrapper
    const KnownOfRows Its(Calls, Sampled ? 0 : NotFollowed, Live | Freed, false);
    return {(*this)[Of], columnOf(Of).isOfBlocks() ? Its.known() : Known::Whole};
  }

  /// The largest of a range.
  uint64_t operator[](Measure Of) const {
    switch (Of) {
#define ALLOCSITE_MEASURE(Name, Title, Word, Unit, Merge, When, Value)                        \
  case Measure::Name:                                                                         \
    return ALLOCSITE_VALUE_##Merge(Name);
#include "allocsite/Measures.inc"
    }
    __builtin_unreachable();
  }
};

/// A number of Counters, and how two become one.
struct CounterField {
  uint64_t Counters::*At;
  uint64_t (*Merge)(uint64_t, uint64_t);
  uint64_t New; ///< in new Counters
};

inline constexpr CounterField CounterFields[] = {
#define ALLOCSITE_MEASURE(Name, Title, Word, Unit, Merge, When, Value)                        \
  ALLOCSITE_LIST_##Merge(Name)
#include "allocsite/Measures.inc"
};

/// The measures that are one number of a site, First before the others: what a table
/// shows, and by what it is sorted.
class MeasureOrder {
  std::array<Measure, MeasureCount> Order;
  size_t Count = 0;

public:
  explicit MeasureOrder(Measure First) {
    Order[Count++] = First;
    for (unsigned I = 0; I != MeasureCount; ++I)
      if (auto Each = Measure(I);
          Each != First && MeasureColumns[I].Merge != MeasureMerge::Range)
        Order[Count++] = Each;
  }
  const Measure *begin() const { return Order.data(); }
  const Measure *end() const { return Order.data() + Count; }
};

} // namespace allocsite

#endif
