//===- GroupMap.h - Counters by key ---------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   keys      KeySet      (malloc, a.c:4:9, f ← main)   (malloc, a.c:9:1, g ← main)
//   columns   calls                                 3                           900
//             bytes                                48                         14400
//             live bytes      none: no row has any
//
// A log of ten million rows has about as many keys. A number of Counters that is nowhere other
// than in a new one takes no memory: most logs have four of eighteen. The order is that of
// insertion.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_VIEW_GROUPMAP_H
#define ALLOCSITE_REPORT_VIEW_GROUPMAP_H

#include "read/Counters.h"
#include "support/HugePages.h"
#include "support/KeySet.h"

#include <iterator>
#include <utility>
#include <vector>

namespace allocsite {

/// \p Key is as KeySet has it.
template <typename Key> class GroupMap {
public:
  /// Index of \p Of, which is added where it is new.
  uint32_t find(const Key &Of) {
    const size_t Before = Keys.size();
    const uint32_t Id = Keys.intern(Of);
    if (Keys.size() != Before)
      for (size_t I = 0; I != FieldCount; ++I)
        if (!Columns[I].empty())
          Columns[I].push_back(CounterFields[I].New);
    return Id;
  }

  uint32_t add(const Key &Of, const Counters &More) {
    const uint32_t Id = find(Of);
    for (size_t I = 0; I != FieldCount; ++I) {
      const uint64_t Value = More.*CounterFields[I].At;
      LargeVector<uint64_t> &To = Columns[I];
      if (To.empty()) {
        if (Value == CounterFields[I].New)
          continue;
        To.resize(Keys.size(), CounterFields[I].New);
      }
      To[Id] = CounterFields[I].Merge(To[Id], Value);
    }
    return Id;
  }

  /// add() of each, the memory of all being fetched at once.
  void add(const std::vector<std::pair<Key, Counters>> &All) {
    for (const auto &[Of, More] : All)
      Keys.prefetch(Of);
    for (const auto &[Of, More] : All)
      if (auto Id = Keys.prefetchKey(Of))
        for (const LargeVector<uint64_t> &Each : Columns)
          if (!Each.empty())
            __builtin_prefetch(&Each[*Id], 1);
    for (const auto &[Of, More] : All)
      add(Of, More);
  }

  const Key &key(uint32_t Id) const { return Keys[Id]; }
  Counters sum(uint32_t Id) const {
    Counters Sum;
    for (size_t I = 0; I != FieldCount; ++I)
      if (!Columns[I].empty())
        Sum.*CounterFields[I].At = Columns[I][Id];
    return Sum;
  }
  size_t size() const { return Keys.size(); }

private:
  static constexpr size_t FieldCount = std::size(CounterFields);

  KeySet<Key> Keys;
  LargeVector<uint64_t> Columns[FieldCount]; ///< empty: all as in new Counters
};

} // namespace allocsite

#endif
