//===- Known.h - A number of live memory, and whether it is known ---------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   calls 10  live 2  freed 8  ──▶ not followed 0   live is 2
//   calls 10  live 2  freed 3  ──▶ not followed 5   live is at least 2
//   calls 10  live -  freed -  ──▶ not followed 10  live is not known, which is not 0
//
// The measure `not-followed` (Measures.inc) says so of each row, and is summed as all others
// are: so each sum tells what is known of it. A log without live memory has followed none. What a
// sample has seen of an allocator stands for all of it; it lacks those of which it has seen none.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_MODEL_KNOWN_H
#define ALLOCSITE_REPORT_MODEL_KNOWN_H

#include "Column.h"

#include <optional>
#include <vector>

namespace allocsite {

enum class Known {
  Whole,  ///< the number, or its estimate
  Part,   ///< at least the number
  Nothing ///< the number says nothing
};

/// Of rows together: whether any tells its number, and whether any does not.
struct KnownOfRows {
  bool Tell = false, Lack = false;
  bool Unseen = false; ///< followed by a sample that has seen none of their blocks

  KnownOfRows() = default;
  KnownOfRows(uint64_t Calls, uint64_t NotFollowed, uint64_t Followed, bool IsUnseen)
      : Tell(Followed || (NotFollowed < Calls && !IsUnseen)), Lack(NotFollowed),
        Unseen(IsUnseen) {}

  KnownOfRows &operator+=(const KnownOfRows &Other) {
    Tell |= Other.Tell;
    Lack |= Other.Lack;
    Unseen |= Other.Unseen;
    return *this;
  }
  Known known() const {
    return Tell             ? Lack ? Known::Part : Known::Whole
           : Lack || Unseen ? Known::Nothing
                            : Known::Whole;
  }
};

struct Quantity {
  uint64_t Value = 0;
  Known Is = Known::Whole;

  bool isWhole() const { return Is == Known::Whole; }
};

/// What the numbers of a row, or of a sum of rows, say of each other.
class KnownOfColumns {
public:
  /// \p Columns must outlive this.
  explicit KnownOfColumns(const std::vector<Column> &Columns);

  /// \p ValueOf gives the number of a column.
  template <typename Function> KnownOfRows of(Function ValueOf) const {
    auto value = [&](const std::optional<ColumnId> &Of) { return Of ? ValueOf(*Of) : 0; };
    const uint64_t Followed = value(Live) | value(Freed);
    return {value(Calls), value(NotFollowed), Followed,
            Sampled && !ValueOf(*Sampled) && !Followed && value(Calls)};
  }
  template <typename Function> Quantity quantity(ColumnId Which, Function ValueOf) const {
    const uint64_t Value = ValueOf(Which);
    if (Which == OwnPeak && !Value && Bytes && ValueOf(*Bytes))
      return {Value, Known::Nothing}; // of a caller behind a wrapper
    return {Value, Columns[Which].OfBlocks ? of(ValueOf).known() : Known::Whole};
  }

private:
  const std::vector<Column> &Columns;
  std::optional<ColumnId> Calls, Bytes, NotFollowed, Live, Freed, OwnPeak, Sampled;
};

} // namespace allocsite

#endif
