//===- CallPlaces.h - Where functions that allocate for others are called -===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   grow  makeList  lp.c:41:9  3     makeList calls grow in three places
//
// Rows do not tell them: a row's site is the call of the allocator. Where a function is left out
// of chains, the place of its call is the site instead.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_MODEL_CALLPLACES_H
#define ALLOCSITE_REPORT_MODEL_CALLPLACES_H

#include "support/NameTable.h"

#include <algorithm>
#include <map>
#include <utility>

namespace allocsite {

struct CallPlace {
  NameId First;   ///< "lp.c:41:9"
  uint64_t Count; ///< of places, not 0
  NameId Shown;   ///< as a column of sites shows it, "lp.c:41:9 +2"
};

class CallPlaces {
public:
  /// By callee and caller.
  using Map = std::map<std::pair<NameId, NameId>, CallPlace>;

  /// Of two that are told, the same one is kept in whatever order they come.
  void add(NameId Callee, NameId Caller, const CallPlace &Of, const NameTable &Names) {
    auto [At, IsNew] = Known.try_emplace({Callee, Caller}, Of);
    auto rank = [&Names](const CallPlace &Place) {
      return std::pair(Names[Place.First], UINT64_MAX - Place.Count);
    };
    if (!IsNew && rank(Of) < rank(At->second))
      At->second = Of;
  }

  /// Adds those of \p Of of calls that are not known yet.
  void addMissing(const CallPlaces &Of) { Known.insert(Of.Known.begin(), Of.Known.end()); }

  /// CallPlace::Shown; NoName where it is not known.
  NameId find(NameId Callee, NameId Caller) const {
    auto At = Known.find({Callee, Caller});
    return At == Known.end() ? NoName : At->second.Shown;
  }
  const Map &all() const { return Known; }

private:
  Map Known;
};

} // namespace allocsite

#endif
