//===- Pause.h - Threads stop counting, and go on ---------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// While the process pauses, a thread that has no scope of its own is parked: its Slots has
// the bit ALLOCSITE_SLOTS_OFF. Inline hits look at that bit; the functions that look up a
// slot find none there (a mask that is read one byte off names a place in the table, and
// eight bytes that are read so are no tag), and the miss returns at once. So a thread that
// is parked counts nothing, takes no lock, and costs what it does with the profiler off.
//
// While the program has hooks (Hooks.h), a thread's Slots has the bit HookedBit. Nobody
// looks at that one: each look-up finds no slot for the same reason, and each allocation
// comes to the miss.
//
// Whoever changes either writes the words of all threads:
//
//   1. Detours changes
//   2. membarrier: each thread has seen it, or has written its Slots before
//   3. Slots of each thread change, if they still are what they were
//
// A thread that sets its own work apart (allocsite_pause_thread) is parked in the same way,
// also where the process does not pause.
//
// A thread that is in a miss at 3 looks at Detours behind its own store (attach), so that
// either sees the other. What a thread had begun to count at that moment, it counts.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_COUNT_PAUSE_H
#define ALLOCSITE_RUNTIME_COUNT_PAUSE_H

#include "TableLayout.h"
#include "Thread.h"

namespace allocsite {

/// Why a thread may not count in its table by itself.
enum Detour : uint32_t {
  DetourPause = 1,   ///< The process pauses.
  DetourHooks = 2,   ///< Each allocation is told to somebody,
  DetourNoAlloc = 4, ///< or each below a function that must not allocate.
  DetourApart = 8    ///< Some thread has paused alone; from then on, for good.
};

/// Or'ed. Written by setDetour() (Stop.h) alone.
extern uint32_t Detours;

/// How often the process has begun to pause, or gone on.
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
/// Neither: the thread counts by itself, or has no table.
inline bool isDirect(const AllocSiteSlot *Slots) {
  return !(reinterpret_cast<uintptr_t>(Slots) & (ALLOCSITE_SLOTS_OFF | HookedBit));
}
/// What a thread counts in, is parked on or hooked at: noSlots() where it has no table.
inline AllocSiteSlot *direct(AllocSiteSlot *Slots) {
  return reinterpret_cast<AllocSiteSlot *>(reinterpret_cast<uintptr_t>(Slots) &
                                           ~(ALLOCSITE_SLOTS_OFF | HookedBit));
}

/// What the Slots of the table's thread are, where `Why` are the detours. Not in a hook, and
/// not for what a handler took inside a miss, which is not told of.
inline AllocSiteSlot *detoured(ThreadTable &Table, uint32_t Why) {
  uintptr_t Bits = 0;
  if (isPausedFor(Table, Why))
    Bits = ALLOCSITE_SLOTS_OFF;
  else if ((Why & DetourHooks || (Why & DetourNoAlloc && Table.own().NoAlloc)) &&
           Table.own().HasThread && !Table.own().IsInHook)
    Bits = HookedBit;
  return reinterpret_cast<AllocSiteSlot *>(reinterpret_cast<uintptr_t>(Table.slots()) | Bits);
}

/// The calling thread counts in Table from now on, or is parked on it, or hooked.
inline void attach(ThreadTable &Table) {
  for (;;) {
    uint32_t Why = detours();
    // Relaxed: the other side has a barrier for both.
    __atomic_store_n(&ALLOCSITE_SYM_THREAD.Slots,
                     __builtin_expect(Why != 0, false) ? detoured(Table, Why) : Table.slots(),
                     __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (__builtin_expect(detours() == Why, true))
      return;
  }
}

} // namespace allocsite

#endif
