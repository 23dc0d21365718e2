// The table `run` tells when live memory was at its peak: in the first half of a run or in the second, with
// one thread and with several; after a reset, since then. A killed process leaves it in its profile.
//
// RUN: %runtime_cxx %s %frees -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir
// RUN: for how in before end several reset; do env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/$how.csv:live=1 %t $how > $how.times && %table run $how.csv > $how.json || exit 1; done
// RUN: for how in before several; do %python %s.py $how.json early || exit 1; done
// RUN: for how in end reset; do %python %s.py $how.json late || exit 1; done
// RUN: not --crash env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=profile=%t.dir/k.asprof:live=1 %t before kill
// RUN: %allocsite recover k.asprof -o k.csv && %table run k.csv > k.json && grep '"peak seconds":' k.json
// RUN: not --crash env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=profile=%t.dir/l.asprof:live=1 %t end kill
// RUN: %allocsite recover l.asprof -o l.csv && %table run l.csv > l.json && not grep seconds l.json
// Where nothing is followed there is no peak.
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/n.csv %t before && %table run n.csv | not grep 'peak seconds'
#include "Inputs/PlayLive.h"
#include "allocsite/control.h"
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <signal.h>
#include <cstdio>
#include <time.h>

static PlayLive Module;

static double now() {
  timespec Its;
  clock_gettime(CLOCK_MONOTONIC, &Its);
  return double(Its.tv_sec) + double(Its.tv_nsec) / 1e9;
}

static void *work(void *) {
  void *Blocks[40];
  for (void *&Each : Blocks)
    Each = Module.take(0, 100000);
  for (void *Each : Blocks)
    free(Each);
  return nullptr;
}

int main(int Count, char **Arguments) {
  const double Begin = now();
  const char *How = Arguments[1];
  if (!strcmp(How, "several")) {
    pthread_t Other;
    pthread_create(&Other, nullptr, work, nullptr);
    pthread_join(Other, nullptr);
  }
  work(nullptr);
  // Much longer than a tick of the clock that peaks are told by.
  const double Half = now();
  while (now() < Half + 0.1)
    ;
  if (!strcmp(How, "reset")) {
    Module.take(0, 10);
    allocsite_reset();
    free(Module.take(1, 100));
  }
  if (!strcmp(How, "end"))
    for (int I = 0; I < 50; ++I)
      Module.take(0, 100000);
  printf("%f %f\n", Half - Begin + 0.1, now() - Half);
  fflush(stdout);
  if (Count > 2)
    raise(SIGKILL);
}
