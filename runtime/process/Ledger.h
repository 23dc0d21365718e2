//===- Ledger.h - Counters then and now -------------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counters only grow. What was counted between two instants is therefore a difference, and
// a ledger keeps what each of them was: at the last mark, and at the last reset.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_PROCESS_LEDGER_H
#define ALLOCSITE_RUNTIME_PROCESS_LEDGER_H

#include "count/Tables.h"
#include "profile/Pages.h"

namespace allocsite {

/// What a counter has counted.
struct Count {
  uint64_t Calls, Bytes; // Bytes of others alone

  Count minus(const Count &Before) const {
    return {Calls - Before.Calls, Bytes - Before.Bytes};
  }
};

/// A counter: what it was at the last mark and the last reset, and is.
struct Watched {
  CounterKey Key; // of an other, the site alone
  Count AtMark, AtReset, Now;
};

/// All counters by their keys: of one thread, or of all of them together. One thread at a
/// time.
class Ledger {
  PageArray<Watched> Counters, Others;
  PageIndex ByKey;

public:
  /// Reads the counters as they are now, of all threads or of that of a table (which it
  /// is). False if memory is short. Hold RuntimeLock.
  bool readAll() {
    begin();
    return visitCounters(visitorOf(*this));
  }
  bool readThread(ThreadTable &Of) {
    begin();
    return visitCounters(Of, visitorOf(*this));
  }

  void setMark(bool IsReset) {
    forEachWatched([IsReset](Watched &Each) {
      Each.AtMark = Each.Now;
      if (IsReset)
        Each.AtReset = Each.Now;
    });
  }

  /// Of the counters that were read, what they are more than at Since, where that is more.
  template <typename UseCounter, typename UseOther>
  bool forEachChange(Count Watched::*Since, UseCounter Counter, UseOther Other) const {
    for (size_t I = 0; I < Counters.size(); ++I) {
      const Watched &W = Counters[I];
      if (Count More = W.Now.minus(W.*Since); More.Calls && !Counter(W.Key, More))
        return false;
    }
    for (size_t I = 0; I < Others.size(); ++I) {
      const Watched &W = Others[I];
      Count More = W.Now.minus(W.*Since);
      if (More.Calls && !Other(AllocSiteOther{W.Key.Site, More.Calls, More.Bytes}))
        return false;
    }
    return true;
  }

  // A counter as it is now, for visitorOf().
  bool add(const CounterKey &Key, const Tally &Counted) {
    uint64_t Hash = hashWord(hashWord(hashWord(0, Key.Context), Key.Site), Key.Size);
    uint32_t At = ByKey.find(Hash, [&](uint32_t I) {
      const CounterKey &Known = Counters[I].Key;
      return Known.Context == Key.Context && Known.Site == Key.Site && Known.Size == Key.Size;
    });
    if (At == PageIndex::None) {
      At = static_cast<uint32_t>(Counters.size());
      if (!Counters.push({Key, {}, {}, {}}) || !ByKey.insert(Hash, At))
        return false;
    }
    Counters[At].Now.Calls += Counted.Calls;
    return true;
  }

  bool addOther(const AllocSiteOther &Other) {
    size_t At = 0; // there are few
    while (At < Others.size() && Others[At].Key.Site != Other.Site)
      ++At;
    if (At == Others.size() && !Others.push({{0, Other.Site, 0}, {}, {}, {}}))
      return false;
    Others[At].Now.Calls += Other.Calls;
    Others[At].Now.Bytes += Other.Bytes;
    return true;
  }

private:
  void begin() {
    forEachWatched([](Watched &Each) { Each.Now = {0, 0}; });
  }

  template <typename Function> void forEachWatched(Function Use) {
    for (size_t I = 0; I < Counters.size(); ++I)
      Use(Counters[I]);
    for (size_t I = 0; I < Others.size(); ++I)
      Use(Others[I]);
  }
};

} // namespace allocsite

#endif
