// While the profiler is off a thread has a table of its own to hit, and reaches
// the runtime once for a run of equal allocations, not once for each.
//
// RUN: %runtime_cxx %s -o %t
// RUN: %t 2>&1 | count 0
#include "Inputs/Play.h"
#include <pthread.h>

static OneSite *Module;

static void *work(void *) {
  AllocSiteSlot *None = __allocsite_thread_v7.Slots;
  Module->allocate(8);
  AllocSiteSlot *Mine = __allocsite_thread_v7.Slots;
  Module->allocate(8);
  uint64_t Most = 0;
  for (size_t I = 0; I < slotCount(Mine); ++I)
    if (Mine[I].Count > Most)
      Most = Mine[I].Count;
  return Mine != None && Most >= 2 ? nullptr : Mine;
}

int main() {
  static OneSite TheModule;
  Module = &TheModule;
  for (size_t I = 0; I < 3; ++I) {
    pthread_t Thread;
    void *Failed;
    pthread_create(&Thread, nullptr, work, nullptr);
    pthread_join(Thread, &Failed);
    if (Failed)
      return 1;
  }
  return work(nullptr) != nullptr;
}
