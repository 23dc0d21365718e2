//===- Lifetimes.cpp - How long blocks live -------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Lifetimes.h"

namespace allocsite {

bool HasLifetimes;

static Shadow Stamps[2]; // the second: of others
static uint64_t Clock;

static constexpr unsigned NumberBits = 20, StampBits = 32 + 32 - NumberBits;
static_assert(Records::NumberMask == (1u << NumberBits) - 1 &&
                  Records::Most < Records::NumberMask,
              "an entry with all bits is Shadow::BeingFreed");

bool startLifetimes(unsigned Log2Granule, bool OfOthers) {
  const bool HasRoom = Stamps[OfOthers].start(Log2Granule);
  HasLifetimes |= HasRoom;
  return HasRoom;
}

void setLifetimesInherited(bool Are) {
  for (Shadow &Each : Stamps)
    Each.setInherited(Are);
}

/// Adds, and returns what it is then.
static uint64_t advance(uint64_t Bytes) {
  // Alone it needs no lock; one instruction, for a handler of the thread.
  const bool HasSeveral = __atomic_load_n(&PeakHasSeveral, __ATOMIC_RELAXED);
  return Bytes + (__builtin_expect(HasSeveral, false)
                      ? __atomic_fetch_add(&Clock, Bytes, __ATOMIC_RELAXED)
                      : fetchAdd(Clock, Bytes));
}

void stampBlock(Shadow::Entry &Entry, const void *Block, uint64_t Size, bool OfOthers) {
  const uint64_t Now = advance(Size);
  Shadow::Entry *Low = Stamps[OfOthers].find(Block);
  if (!Low)
    Low = Stamps[OfOthers].make(Block);
  if (Low)
    __atomic_store_n(Low, static_cast<uint32_t>(Now), __ATOMIC_RELAXED);
  // Nobody else has the block yet.
  __atomic_store_n(
      &Entry, (Entry & Records::NumberMask) | static_cast<uint32_t>(Now >> 32) << NumberBits,
      __ATOMIC_RELAXED);
}

uint64_t passTime(uint64_t Bytes) { return advance(Bytes); }
uint64_t timeSince(uint64_t Then) { return __atomic_load_n(&Clock, __ATOMIC_RELAXED) - Then; }

void turnBackClock(uint64_t Bytes) { advance(-Bytes); }

uint32_t knownStampOf(const void *Block, bool OfOthers) {
  Shadow::Entry *Low = Stamps[OfOthers].find(Block);
  return Low ? __atomic_load_n(Low, __ATOMIC_RELAXED) : 0;
}

uint64_t lifetimeSince(Shadow::Entry Its, uint32_t Stamp) {
  const uint64_t Then = uint64_t(Its >> NumberBits) << 32 | Stamp;
  return (__atomic_load_n(&Clock, __ATOMIC_RELAXED) - Then) & ((uint64_t(1) << StampBits) - 1);
}

void countLifetime(AllocSiteThreadLifetime &Of, uint64_t Bytes) {
  if (__builtin_expect(Of.Sum <= uint64_t(INT64_MAX), true)) // it stays there
    addTo(Of.Sum, Bytes);
  uint64_t Longest = __atomic_load_n(&Of.Longest, __ATOMIC_RELAXED);
  // A handler may raise it, too.
  while (Bytes > Longest && !__atomic_compare_exchange_n(&Of.Longest, &Longest, Bytes, true,
                                                         __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
  if (Bytes <= 1024)
    addOne(Of.Within1K);
  if (Bytes <= 32 * 1024)
    addOne(Of.Within32K);
  if (Bytes <= 1024 * 1024)
    addOne(Of.Within1M);
}

} // namespace allocsite
