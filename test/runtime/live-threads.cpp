// Blocks that other threads free, threads that end, and a first thread whose limits are of
// the time when it was alone: what is alive is exact, and the peak within its bound.
//
// RUN: %runtime_cxx %s %frees -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:live=1 %t 2> %t.err
// RUN: %FileCheck %s --input-file=%t.err
// RUN: %python -c "import re; t = open('%t.err').read(); \
// RUN:   peak, bound = map(int, re.search(r'peak (\d+) bytes \(within (\d+): [3-9] threads', t).groups()); \
// RUN:   assert abs(peak - 20000 * 400 - 64 * 16) <= bound < 1200000, (peak, bound)"
//
// CHECK: live at exit: 64 blocks, 1024 bytes; peak {{[0-9]+}} bytes (within {{[0-9]+}}{{: [3-9] threads}}); freed 101000 blocks, 1000 of them temporary
#include "Inputs/PlayLive.h"
#include <pthread.h>

static PlayLive Module;
static void *Blocks[20000];

static void *freeThem(void *) {
  for (void *Each : Blocks)
    free(Each);
  return nullptr;
}

static void *work(void *) {
  for (int I = 0; I < 20000; ++I)
    Blocks[I] = Module.take(1, 400);
  pthread_t Other;
  pthread_create(&Other, nullptr, freeThem, nullptr);
  pthread_join(Other, nullptr);
  return nullptr;
}

static void *keep(void *) {
  for (int I = 0; I < 16; ++I)
    Module.take(2, 16);
  return nullptr;
}

int main() {
  for (int I = 0; I < 1000; ++I)
    free(Module.take(0, 1000000)); // a peak of its own, below that of later
  for (int Round = 0; Round < 5; ++Round) {
    pthread_t One;
    pthread_create(&One, nullptr, work, nullptr);
    pthread_join(One, nullptr);
  }
  pthread_t Some[4];
  for (pthread_t &Each : Some)
    pthread_create(&Each, nullptr, keep, nullptr);
  for (pthread_t &Each : Some)
    pthread_join(Each, nullptr);
}
