//===- Called.cpp - The pointers that emitted code calls ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Called.h"
#include "Tables.h"
#include "arch/Machine.h"

#include "arch/OwnCode.h"

using namespace allocsite;

__attribute__((used)) AllocSiteCountFn ALLOCSITE_SYM_COUNT = countHere;
__attribute__((used)) AllocSiteCountBehindFn ALLOCSITE_SYM_COUNT_BEHIND = countBehindCall;
#define DEFINE(Size, Of)                                                                      \
  __attribute__((used)) AllocSiteGateFn ALLOCSITE_SYM_GATE(Size, Of) =                        \
      ALLOCSITE_GATE_FUNCTION(Size, Of);
ALLOCSITE_GATES(DEFINE)
#undef DEFINE

// Relaxed: a thread that still uses the old pointer counts in a table that is never read, or
// counts a block without following it. One that uses the new one, which emitted code loads without
// an order, finds what start-up has written once it needs any of it: if it has a table it was
// through ensureStarted(), and if it has none it misses, and is then.
template <typename FunctionT> static void lead(FunctionT &Pointer, FunctionT To) {
  __atomic_store_n(&Pointer, To, __ATOMIC_RELAXED);
}

void allocsite::countNowhere() {
  lead(ALLOCSITE_SYM_COUNT, reinterpret_cast<AllocSiteCountFn>(returnAtOnce));
  lead(ALLOCSITE_SYM_COUNT_BEHIND, reinterpret_cast<AllocSiteCountBehindFn>(returnAtOnce));
#define LEAD(Size, Of) lead(ALLOCSITE_SYM_GATE(Size, Of), goOn##Of);
  ALLOCSITE_GATES(LEAD)
#undef LEAD
  // This thread need not wait for its next miss to notice.
  __atomic_store_n(&ALLOCSITE_SYM_THREAD.Slots, offSlots(), __ATOMIC_RELAXED);
}

void allocsite::countFaster() {
  const CountingFunctions *Faster = fasterFunctions();
  if (!Faster)
    return;
  lead(ALLOCSITE_SYM_COUNT, Faster->Count);
  lead(ALLOCSITE_SYM_COUNT_BEHIND, Faster->CountBehind);
#define LEAD(Size, Of) lead(ALLOCSITE_SYM_GATE(Size, Of), Faster->Gate_##Size##_of_##Of);
  ALLOCSITE_GATES(LEAD)
#undef LEAD
}

void allocsite::followBlocks(AllocSiteCountBehindFn Behind) {
  lead(ALLOCSITE_SYM_COUNT_BEHIND, Behind);
#define LEAD(Size, Of)                                                                        \
  lead(ALLOCSITE_SYM_GATE(Size, Of), ALLOCSITE_LIVE_GATE_FUNCTION(Size, Of));
  ALLOCSITE_GATES(LEAD)
#undef LEAD
}

bool allocsite::isInGate(const void *Address) {
#define IS_IN(Size, Of)                                                                       \
  if (reinterpret_cast<uintptr_t>(Address) -                                                  \
          reinterpret_cast<uintptr_t>(ALLOCSITE_LIVE_GATE_FUNCTION(Size, Of)) <               \
      MostGateBytes)                                                                          \
    return true;
  ALLOCSITE_GATES(IS_IN)
#undef IS_IN
  return false;
}
