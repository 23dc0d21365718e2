// The peak holds what the first thread has, also where that does nothing while others make
// the peak.
//
// RUN: %runtime_cxx %s %frees -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:live=1 %t 2> %t.err
// RUN: %python -c "import re; t = open('%t.err').read(); \
// RUN:   peak, bound = map(int, re.search(r'peak (\d+) bytes \(within (\d+): 2 threads', t).groups()); \
// RUN:   assert abs(peak - 160 * 100000) <= bound < 2000000, (peak, bound)"
#include "Inputs/PlayLive.h"
#include <pthread.h>

static PlayLive Module;

static void *work(void *) {
  void *Blocks[60];
  for (void *&Each : Blocks)
    Each = Module.take(1, 100000);
  for (void *Each : Blocks)
    free(Each);
  return nullptr;
}

int main() {
  static void *Kept[100];
  for (void *&Each : Kept)
    Each = Module.take(0, 100000);
  pthread_t Other;
  pthread_create(&Other, nullptr, work, nullptr);
  pthread_join(Other, nullptr);
}
