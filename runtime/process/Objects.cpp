//===- Objects.cpp - What is alive, as a program asks it ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Control.h"
#include "Describe.h"
#include "Platform.h"
#include "State.h"
#include "allocsite/allocsite.h"
#include "live/ArenaSet.h"
#include "live/Arenas.h"
#include "live/Live.h"
#include "profile/ArenaTally.h"
#include "profile/Pages.h"
#include "profile/Sampling.h"
#include "store/Profile.h"

namespace allocsite {

namespace {
/// By type. Told with the lock open: who is told may allocate.
struct Objects {
  PageArray<allocsite_object> All;
  PageIndex ByType;

  static bool add(void *Self, const LiveKey &Key, const Tally &Counts) {
    return static_cast<Objects *>(Self)->add(Key, Counts.Live);
  }
  bool add(const LiveKey &Key, uint64_t Count) {
    if (!Count)
      return true;
    allocsite_names Names;
    describe(Key.Site, Key.Context, &Names);
    const TextRef Type = Names.type; // it stays
    const uint64_t Hash = hashBytes(Type.Bytes, Type.Size);
    uint32_t At = ByType.find(Hash, [&](uint32_t I) { return TextRef(All[I].type) == Type; });
    if (At == PageIndex::None) {
      At = static_cast<uint32_t>(All.size());
      if (!All.push({Names.type, 0, 0}) || !ByType.insert(Hash, At))
        return false;
    }
    All[At].count += Count;
    All[At].bytes = addBytes(All[At].bytes, Key.Size, Count);
    return true;
  }
};
} // namespace

long visitObjects(bool BySize, const allocsite_object_visitor &To) {
  Objects Its;
  {
    LockGuard Guard;
    if (!isLive())
      return ENOTSUP;
    if (!visitLive({&Its, Objects::add}))
      return ENOMEM;
  }
  const size_t Count = Its.All.size();
  for (size_t I = 0; I < Count; ++I) {
    Its.All[I].count = samplingOf(TheState.Sampling).whole(Its.All[I].count);
    Its.All[I].bytes = samplingOf(TheState.Sampling).whole(Its.All[I].bytes);
  }
  PageArray<uint32_t> Order, Scratch;
  if (!Order.resize(Count) || !Scratch.resize(Count))
    return ENOMEM;
  for (uint32_t I = 0; I < Count; ++I)
    Order[I] = I;
  mergeSort(Order.begin(), Scratch.begin(), Count, [&](uint32_t A, uint32_t B) {
    const allocsite_object &One = Its.All[A], &Other = Its.All[B];
    return BySize ? One.bytes > Other.bytes : One.count > Other.count;
  });
  for (size_t I = 0; To.visit && I < Count; ++I)
    To.visit(To.user, &Its.All[Order[I]]);
  return 0;
}

long sumArena(const void *Address, struct allocsite_totals *To) {
  if (!areArenasFollowed())
    return ENOTSUP;
  ArenaGuard Arenas; // not below RuntimeLock, which it may take
  const Arena *Its = Arenas.has() ? findArena(untagged(Address)) : nullptr;
  if (!Its)
    return ENOENT;
  const ArenaTally Sum = tallyOf(*Its->File);
  To->calls = Sum.Objects;
  To->bytes = Sum.Bytes;
  To->live_blocks = Sum.LiveObjects;
  To->live_bytes = Sum.LiveBytes;
  To->peak_bytes = Sum.Peak;
  return 0;
}

} // namespace allocsite
