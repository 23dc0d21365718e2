//===- Pause.h - Threads stop counting, and go on ---------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// While the process pauses, a thread that has no scope of its own is parked: its Slots has
// the bit ALLOCSITE_SLOTS_OFF. Inline hits test that bit. The functions that look up a slot
// find none: a mask read one byte off still leads to a place in the table, and eight bytes
// read one byte off match no tag. The miss then returns at once. So a parked thread counts
// nothing, takes no lock, and costs as much as with the profiler off.
//
// While the program has hooks (Hooks.h), a thread's Slots has the bit HookedBit. No code
// tests that bit: each look-up finds no slot for the same reason, so each allocation becomes
// a miss.
//
// A change of either bit writes the words of all threads:
//
//   1. Detours changes
//   2. membarrier: each thread has seen the change, or has written its Slots before
//   3. Slots of each thread change, unless the thread has changed them meanwhile
//
// A thread that pauses for itself (allocsite_pause_thread) is parked in the same way, also
// while the process does not pause.
//
// A thread that is in a miss at step 3 reads Detours after its own store (attach), so that one
// of the two sees the other. An allocation that a thread is just counting is still counted.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_COUNT_PAUSE_H
#define ALLOCSITE_RUNTIME_COUNT_PAUSE_H

#include "TableLayout.h"
#include "Thread.h"

namespace allocsite {

/// The reasons why a thread may not count inline.
enum Detour : uint32_t {
  DetourPause = 1,   ///< The process pauses.
  DetourHooks = 2,   ///< Each allocation is reported,
  DetourNoAlloc = 4, ///< or each below a function that must not allocate.
  DetourApart = 8    ///< Some thread has paused by itself; never cleared.
};

/// The current reasons, or'ed. Written only by setDetour().
extern uint32_t Detours;

/// The number of times that the process has paused or resumed.
extern uint32_t Pauses;

constexpr uintptr_t HookedBit = 2;

inline uint32_t detours() { return __atomic_load_n(&Detours, __ATOMIC_RELAXED); }

inline uint32_t pauses() { return __atomic_load_n(&Pauses, __ATOMIC_RELAXED); }

inline bool isPausedFor(ThreadTable &Table, uint32_t Why = detours()) {
  return Table.own().Apart || ((Why & DetourPause) && !Table.own().Scopes);
}

inline bool isParked(const AllocSiteSlot *Slots) {
  return reinterpret_cast<uintptr_t>(Slots) & ALLOCSITE_SLOTS_OFF;
}
inline bool isHooked(const AllocSiteSlot *Slots) {
  return reinterpret_cast<uintptr_t>(Slots) & HookedBit;
}
/// True if Slots has neither bit: the thread counts inline, or has no table.
inline bool isDirect(const AllocSiteSlot *Slots) {
  return !(reinterpret_cast<uintptr_t>(Slots) & (ALLOCSITE_SLOTS_OFF | HookedBit));
}
/// The table that a thread counts in, is parked on or hooked at; noSlots() if it has none.
inline AllocSiteSlot *direct(AllocSiteSlot *Slots) {
  return reinterpret_cast<AllocSiteSlot *>(reinterpret_cast<uintptr_t>(Slots) &
                                           ~(ALLOCSITE_SLOTS_OFF | HookedBit));
}

/// The Slots of the table's thread, given the detours `Why`. Not for a thread in a hook, nor
/// for a table that a signal handler took inside a miss: these are not reported.
inline AllocSiteSlot *detoured(ThreadTable &Table, uint32_t Why) {
  uintptr_t Bits = 0;
  if (isPausedFor(Table, Why))
    Bits = ALLOCSITE_SLOTS_OFF;
  else if ((Why & DetourHooks || (Why & DetourNoAlloc && Table.own().NoAlloc)) &&
           Table.own().HasThread && !Table.own().IsInHook)
    Bits = HookedBit;
  return reinterpret_cast<AllocSiteSlot *>(reinterpret_cast<uintptr_t>(Table.slots()) | Bits);
}

/// Lets the calling thread count in Table, or parks or hooks it there, as the detours require.
inline void attach(ThreadTable &Table) {
  for (;;) {
    uint32_t Why = detours();
    // Relaxed: the membarrier of the other side orders both.
    __atomic_store_n(&ALLOCSITE_SYM_THREAD.Slots,
                     __builtin_expect(Why != 0, false) ? detoured(Table, Why) : Table.slots(),
                     __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (__builtin_expect(detours() == Why, true))
      return;
  }
}

/// Sets or clears a detour for all threads (Stop.cpp). Hold RuntimeLock.
void setDetour(Detour Which, bool IsThere);

} // namespace allocsite

#endif
