//===- Stop.cpp - All threads stop counting, or go on ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Pause.h"
#include "Platform.h"
#include "Tables.h"
#include "arch/Machine.h"

#include <sys/syscall.h>
#include <unistd.h>

namespace allocsite {

uint32_t Detours;
uint32_t Pauses;

/// False if the thread has ended without giving back its table and its memory is gone. This
/// happens if it allocates in the last destructors that the C library runs for it.
static bool isMapped(const AllocSiteThread *Thread) {
  unsigned char Resident;
  return syscall(SYS_mincore, reinterpret_cast<uintptr_t>(Thread) & ~(pageBytes() - 1), 1,
                 &Resident) == 0;
}

void setDetour(Detour Which, bool IsThere) {
  KeepErrno Keep;
  const uint32_t Why = IsThere ? Detours | Which : Detours & ~uint32_t(Which);
  if (Which == DetourPause)
    __atomic_store_n(&Pauses, Pauses + 1, __ATOMIC_RELAXED);
  __atomic_store_n(&Detours, Why, __ATOMIC_RELAXED);
  // Where there is none, a thread that is in a miss may continue as before until its next one.
  synchronizeThreads();
  const AllocSiteThread *Own = &ALLOCSITE_SYM_THREAD;
  for (ThreadTable *Table = nextInUse(nullptr); Table; Table = nextInUse(Table)) {
    AllocSiteThread *Thread = Table->own().Thread;
    if (Thread != Own && !isMapped(Thread))
      continue;
    AllocSiteSlot *From = __atomic_load_n(&Thread->Slots, __ATOMIC_RELAXED);
    // If Slots differ, the thread is in a miss and will read Detours itself; likewise if it
    // changes them now.
    if (direct(From) == Table->slots())
      __atomic_compare_exchange_n(&Thread->Slots, &From, detoured(*Table, Why), false,
                                  __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  }
}

} // namespace allocsite
