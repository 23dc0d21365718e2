//===- Callers.cpp - How often each place has called ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Callers.h"
#include "allocsite/Interposed.h"

extern "C" __attribute__((visibility("default"))) AllocSiteInterposed ALLOCSITE_SYM_INTERPOSED;
AllocSiteInterposed ALLOCSITE_SYM_INTERPOSED;

namespace allocsite {

// Relaxed throughout: a count orders nothing, and is read when the program has ended.
void countCall(void *Place) {
  AllocSiteInterposed &To = ALLOCSITE_SYM_INTERPOSED;
  const uintptr_t Address = reinterpret_cast<uintptr_t>(Place);
  constexpr unsigned Most = ALLOCSITE_INTERPOSED_CALLERS;
  unsigned At = static_cast<unsigned>(Address * UINT64_C(0x9e3779b97f4a7c15) >> 50);
  static_assert(Most == 1u << (64 - 50), "the hash has as many values");
  for (unsigned Tried = 0; Tried < 64; ++Tried, At = (At + 1) % Most) {
    AllocSiteCaller &Slot = To.Callers[At];
    uintptr_t Found = __atomic_load_n(&Slot.Address, __ATOMIC_RELAXED);
    if (!Found && __atomic_compare_exchange_n(&Slot.Address, &Found, Address, false,
                                              __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      Found = Address;
    if (Found == Address) {
      __atomic_fetch_add(&Slot.Calls, 1, __ATOMIC_RELAXED);
      return;
    }
  }
  __atomic_fetch_add(&To.Others, 1, __ATOMIC_RELAXED);
}

} // namespace allocsite
