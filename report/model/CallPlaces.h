//===- CallPlaces.h - Where functions that allocate for others are called -===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   grow  makeList  lp.c:41:9  3     makeList calls grow in three places
//
// Rows do not have these places: a row's site is the call of the allocator. When a function is
// left out of chains, the place where it is called becomes the site.
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
  uint64_t Count; ///< number of places, not 0
  NameId Shown;   ///< as a column of sites shows it, "lp.c:41:9 +2"
};

class CallPlaces {
public:
  /// By callee and caller.
  using Map = std::map<std::pair<NameId, NameId>, CallPlace>;

  /// If a place is known already, keeps one of the two, whichever order they come in.
  void add(NameId Callee, NameId Caller, const CallPlace &Of, const NameTable &Names) {
    auto [At, IsNew] = Known.try_emplace({Callee, Caller}, Of);
    auto rank = [&Names](const CallPlace &Place) {
      return std::pair(Names[Place.First], UINT64_MAX - Place.Count);
    };
    if (!IsNew && rank(Of) < rank(At->second))
      At->second = Of;
  }

  /// Adds the places in \p Of of calls that are not known yet.
  void addMissing(const CallPlaces &Of) { Known.insert(Of.Known.begin(), Of.Known.end()); }

  /// The CallPlace::Shown of that call; NoName if not known.
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
