// Threads count for themselves and lose nothing when they end: 8 at a time, 400
// in all, each with more keys than it has slots. Ended threads' tables are used
// again, those that they outgrew too: three for each that runs. The exit comes while
// threads still run.
//
// RUN: %runtime_cxx %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=verbosity=2:output=%t.csv %t 2>&1 | %FileCheck %s
// RUN: %python -c "import csv; r=list(csv.reader(open('%t.csv')))[1:]; assert sum(int(x[5]) for x in r if int(x[4]) < 3000)==400*6000 and all(int(x[5])==800 for x in r if int(x[4]) < 3000)"

// CHECK: Dumping log of size 3001
// CHECK: counted in {{[1-3]?[0-9]}} thread tables
#include "Inputs/Play.h"
#include <pthread.h>
#include <unistd.h>

static OneSite *Module;
static int Running;

static void *work(void *) {
  for (int Round = 0; Round < 2; ++Round)
    for (uint64_t Size = 0; Size < 3000; ++Size)
      Module->allocate(Size);
  return nullptr;
}

static void *runForEver(void *) {
  for (;;) {
    Module->allocate(5000);
    __atomic_store_n(&Running, 1, __ATOMIC_RELAXED);
  }
}

int main() {
  static OneSite TheModule;
  Module = &TheModule;
  pthread_t Endless;
  pthread_create(&Endless, nullptr, runForEver, nullptr);
  for (int Round = 0; Round < 50; ++Round) {
    pthread_t Threads[8];
    for (pthread_t &Each : Threads)
      pthread_create(&Each, nullptr, work, nullptr);
    for (pthread_t &Each : Threads)
      pthread_join(Each, nullptr);
  }
  while (!__atomic_load_n(&Running, __ATOMIC_RELAXED))
    usleep(1000);
}
