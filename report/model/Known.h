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
// The measure `not-followed` (Measures.inc) counts these calls in each row and is summed like
// any other, so that each sum tells how much of it is known. In a log without live memory no
// call is followed. A sample scales what it saw of an allocator up to the whole; of allocators
// of which it saw no block it knows nothing.
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

/// Summed over rows: whether any row knows its number, and whether any does not.
struct KnownOfRows {
  bool Tell = false, Lack = false;
  bool Unseen = false; ///< sampled, but the sample has seen none of their blocks

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

/// Tells from the numbers of a row, or of a sum of rows, which of them are known.
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
  /// The numbers are those of \p Side.
  template <typename Function>
  Quantity quantity(ColumnId Which, Function ValueOf, unsigned Side = 0) const {
    const uint64_t Value = ValueOf(Which);
    if (Which == OwnPeak && !Value && Bytes && ValueOf(*Bytes))
      return {Value, Known::Nothing}; // a caller behind a wrapper (View.h)
    if (Columns[Which].isLackedBy(Side) && Calls && ValueOf(*Calls))
      return {Value, Known::Nothing};
    return {Value, Columns[Which].OfBlocks ? of(ValueOf).known() : Known::Whole};
  }

private:
  const std::vector<Column> &Columns;
  std::optional<ColumnId> Calls, Bytes, NotFollowed, Live, Freed, OwnPeak, Sampled;
};

} // namespace allocsite

#endif
